/** Suggestions for misspelled words. @module */

/**
 * A question about a misspelled word: `did you mean "processed"?`; undefined: no name is near.
 *
 * @param textOf the name in the question, such as with a dollar; default: in quotes
 */
export function suggest(
  misspelled: string,
  names: Iterable<string>,
  textOf: (name: string) => string = JSON.stringify,
): string | undefined {
  const name = nearest(misspelled, names);
  return name === undefined ? undefined : didYouMean(textOf(name));
}

export function didYouMean(shownName: string): string {
  return `did you mean ${shownName}?`;
}

/** A longer text is not a misspelled word. It bounds the time as well: comparing takes steps by the product of both lengths. */
const MAX_CHARACTERS = 100;

/** The known name that a misspelled word is nearest to; undefined: none is near. */
export function nearest(
  misspelled: string,
  names: Iterable<string>,
  maxEdits = Math.max(2, Math.floor(misspelled.length / 3)),
): string | undefined {
  if (misspelled.length > MAX_CHARACTERS) return undefined;
  const from = misspelled.toLowerCase();
  let best: string | undefined;
  let limit = maxEdits;
  for (const name of names) {
    if (Math.abs(name.length - misspelled.length) > limit) continue;
    const edits = editsBetween(from, name.toLowerCase(), limit);
    if (edits > limit) continue;
    best = name;
    if (edits === 0) break;
    limit = edits - 1;
  }
  return best;
}

/** Characters to put in, leave out or replace (Levenshtein); any number above `limit` where there are more. */
function editsBetween(from: string, to: string, limit: number): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++)
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (from[i] === to[j] ? 0 : 1)));
    if (Math.min(...next) > limit) return limit + 1;
    row = next;
  }
  return row[to.length]!;
}
