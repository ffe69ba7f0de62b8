import type { Address } from '../model/address.ts';

/** How messages name accounts. */
export interface AccountNames {
  /** as it is written, in backquotes */
  show(address: Address): string;
  /** as it is written */
  word(address: Address): string;
  /** of those addresses named so far that are wanted, as they are written */
  wordsOf(isWanted: (address: Address) => boolean): Iterable<string>;
}

/** Nothing has a name: addresses are shown. */
export const NO_ACCOUNT_NAMES: AccountNames = {
  show: (address) => `\`${address}\``,
  word: (address) => address,
  wordsOf: () => [],
};
