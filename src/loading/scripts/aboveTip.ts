import type { BlocksWord } from '../../script/compiling/blocks/history.ts';
import type { ScriptFile } from '../../script/reading/script.ts';

/**
 * Warns about scripted transactions above the processed tip: accounts have no history, so every commitment shows their
 * changes.
 *
 * @param tip the processed slot
 */
export function warnAboveTip(tip: bigint, files: readonly ScriptFile[]): void {
  const words = files.flatMap(({ script }) => script.slots).filter((word) => word.kind === 'blocks');
  for (const { word, last } of chainOf(words)) {
    if (word.transactions.length === 0 || last <= tip) continue;
    const above = word.first > tip ? 0n : (tip - word.first) / word.every + 1n;
    const first = word.first + above * word.every;
    if (first > last) continue;
    word.at.warn(
      `slot ${first} is above the processed tip, slot ${tip}: its transactions change balances at every commitment already`,
      `give the balances as of slot ${tip} in a ledger that ends there, or set \`processed\` to ${last}`,
    );
  }
}

/** The blocks that change accounts, from the newest down: dropped forks change nothing. */
function* chainOf(words: readonly BlocksWord[]): Iterable<{ readonly word: BlocksWord; readonly last: bigint }> {
  let index = words.length - 1;
  let last = words[index]?.last ?? 0n;
  for (let word = words[index]; word !== undefined; word = words[index]) {
    yield { word, last };
    const { parent } = word;
    const below = parent === undefined ? undefined : words.findLastIndex(({ first }) => first <= parent);
    index = below ?? index - 1;
    last = parent ?? words[index]?.last ?? 0n;
  }
}
