import type { IdText } from './envelope.ts';

/** A request body without the id in it. Clients count their ids, so what they ask again differs in nothing else. */
export interface Question {
  readonly text: string;
  readonly id: IdText;
}

/** an id that needs no second look: a text without escapes or control characters, or a number that is exact */
const ID_MEMBER = /"id":\s?("[^"\p{Cc}]*"|0|[1-9]\d{0,14})(?=[,}])/u;

/**
 * Cuts the id out of a body, or gives undefined where that takes more than a glance.
 *
 * One key `"id"` and no escapes: if a body of this question has been answered as a call, then that key is the id of the call,
 * and every other id in its place is answered alike.
 */
export function questionOf(body: string): Question | undefined {
  if (body.includes('\\')) return undefined;
  const match = ID_MEMBER.exec(body);
  if (match === null) return undefined;
  const [member, id] = match as unknown as [string, IdText];
  const end = match.index + member.length;
  if (body.includes('"id"', end)) return undefined;
  return { id, text: body.slice(0, match.index) + body.slice(end) };
}
