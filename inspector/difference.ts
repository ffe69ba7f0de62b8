/**
 * The difference of two texts.
 * @module
 */

export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

const MAX_LINES = 2000;

/** The lines of two texts, by their longest common subsequence. */
export function diffOf(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  if (before === after || a.length * b.length > MAX_LINES ** 2) {
    const oldLines = before === after ? [] : a.map((text) => ({ kind: 'gone', text }) as const);
    return [...oldLines, ...b.map((text) => ({ kind: before === after ? 'same' : 'new', text }) as const)];
  }
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i]![j] = a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ kind: 'same', text: a[i++]! });
      j++;
    } else if (j >= b.length || (i < a.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!))
      lines.push({ kind: 'gone', text: a[i++]! });
    else lines.push({ kind: 'new', text: b[j++]! });
  }
  return lines;
}
