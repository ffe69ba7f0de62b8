import type { Difference } from './differences.ts';

/** Long texts, cut to be shown. @module */

/** Number of equal characters that are shown before the first different one. */
const CONTEXT_LENGTH = 20;

/** The two values of a difference: whole if they are short, else from shortly before the first different character. */
export function shownValues(
  { ledger, node }: Pick<Difference, 'ledger' | 'node'>,
  limit: number,
): { ledger: string; node: string } {
  const start = Math.max(0, firstDifference(ledger, node) - CONTEXT_LENGTH);
  const isLong = ledger.length > limit || node.length > limit;
  const cut = (text: string) => (isLong ? cutText(text, start, limit) : text);
  return { ledger: cut(ledger), node: cut(node) };
}

/** Cuts a text to at most `limit` characters, and marks the cuts. */
export function cutText(text: string, start: number, limit: number): string {
  const part = text.slice(start, start + limit);
  return `${start > 0 ? '…' : ''}${part}${start + limit < text.length ? '…' : ''}`;
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
