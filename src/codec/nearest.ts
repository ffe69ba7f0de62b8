/** The candidate that a word was likely meant to be; undefined where none is so near. */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  maxEdits = Math.max(2, word.length / 3),
): string | undefined {
  let best: string | undefined;
  let fewest = maxEdits + 1;
  for (const candidate of candidates) {
    const edits = editsBetween(word.toLowerCase(), candidate.toLowerCase());
    if (edits >= fewest) continue;
    fewest = edits;
    best = candidate;
  }
  return best;
}

/** Characters to put in, leave out or replace (Levenshtein). */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++)
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (from[i] === to[j] ? 0 : 1)));
    row = next;
  }
  return row[to.length]!;
}
