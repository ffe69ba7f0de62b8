/** How long to wait before a node is asked again. */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** A node that asks for more is not waited for. */
export const LONGEST_WANTED_WAIT_MS = 120_000;

/**
 * Exponential, half of it by chance, so that clients that were refused together do not come back together; never less than the node asks for.
 *
 * @param failures how many tries have failed, from 1
 * @param wantedMs what the node asks for
 * @param random from 0 to 1, exclusive
 * @returns milliseconds
 */
export function waitAfter(failures: number, wantedMs: number | undefined, random: number): number {
  const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
  const own = Math.round(most / 2 + (most / 2) * random);
  return Math.max(own, wantedMs ?? 0);
}

/**
 * What the header Retry-After asks for: seconds, or a date.
 *
 * @param nowMs milliseconds since 1970
 * @returns milliseconds from now; undefined: the header asks for nothing that can be read
 *
 * Source   RFC 9110 §10.2.3
 */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const date = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}
