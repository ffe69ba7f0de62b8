import type { Difference } from './differences.ts';

/** characters that both have, before the first that differs */
const BEFORE = 20;

/** The two values of a difference: whole where they are short, else from shortly before the first character that differs. */
export function shownValues({ ledger, node }: Difference, limit: number): { ledger: string; node: string } {
  const start = Math.max(0, firstDifference(ledger, node) - BEFORE);
  const isLong = ledger.length > limit || node.length > limit;
  const cut = (text: string) => (isLong ? cutText(text, start, limit) : text);
  return { ledger: cut(ledger), node: cut(node) };
}

/** At most `limit` characters of a text, and the signs of what is left out. */
export function cutText(text: string, start: number, limit: number): string {
  const part = text.slice(start, start + limit);
  return `${start > 0 ? '…' : ''}${part}${start + limit < text.length ? '…' : ''}`;
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
