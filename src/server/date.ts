let second = Number.NaN;
let text = '';

/** The time in the format of HTTP headers; the text is cached for one second. */
export function httpDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    text = new Date(now * 1000).toUTCString();
  }
  return text;
}
