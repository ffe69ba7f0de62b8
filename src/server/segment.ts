/**
 * A segment of the path of a URL, counted from 1; empty where there is none. The path is split before it is decoded: `a%2Fb` is one
 * segment. What cannot be decoded stays as it is.
 */
export function segmentOf(url: string, index: number): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/, '').replace(/[?#].*/s, '');
  const segment = path.split('/')[index] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
