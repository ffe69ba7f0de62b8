import type { Address } from '../solana/address.ts';

/** A wallet that was given in place of its associated token account. */
export interface TokenHolder {
  readonly wallet: Address;
  readonly mint: Address;
}

/** Names of accounts in error texts. */
export interface AccountNames {
  /** the text of an address, in backquotes */
  show(address: Address): string;
  /** the address as the script writes it: `$alice`, `$ata(alice,usdc)`, or base58 */
  textOf(address: Address): string;
  /** The text most similar to `name`, of an address that is wanted; undefined after some searches, as each compares all names. */
  similarText(name: string, isWanted: (address: Address) => boolean): string | undefined;
  /** The wallet that was named in place of this associated token account. */
  holderOf(address: Address): TokenHolder | undefined;
}

/** No account has a name: addresses are shown. */
export const NO_ACCOUNT_NAMES: AccountNames = {
  show: (address) => `\`${address}\``,
  textOf: (address) => address,
  similarText: () => undefined,
  holderOf: () => undefined,
};
