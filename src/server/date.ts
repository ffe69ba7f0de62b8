let second = Number.NaN;
let text = '';

/** The time as HTTP writes it, to the second; made anew only once it has changed. */
export function httpDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    text = new Date(now * 1000).toUTCString();
  }
  return text;
}
