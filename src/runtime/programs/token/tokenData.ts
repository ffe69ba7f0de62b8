import { decodeBase58 } from '../../../codec/base58.ts';
import { ByteWriter } from '../../../codec/bytes.ts';
import type { Address } from '../../../solana/address.ts';
import { EXTENSION } from '../../accounts/tokenLayouts.ts';

/**
 * The data of instructions to a token program. Amounts are in the smallest unit of the mint.
 *
 * Source   spl-token-2022-interface 2.1 `instruction.rs`
 */
export const tokenData = {
  transfer: (amount: bigint) => amountData(3, amount),
  approve: (amount: bigint) => amountData(4, amount),
  mintTo: (amount: bigint) => amountData(7, amount),
  burn: (amount: bigint) => amountData(8, amount),
  closeAccount: () => Uint8Array.of(9),
  transferChecked: (amount: bigint, decimals: number) => new ByteWriter(10).u8(12).u64(amount).u8(decimals).bytes(),
  initializeAccount3: (owner: Address) => new ByteWriter(33).u8(18).append(decodeBase58(owner)).bytes(),
  /** a mint without a freeze authority */
  initializeMint2: (decimals: number, authority: Address) =>
    new ByteWriter(35).u8(20).u8(decimals).append(decodeBase58(authority)).u8(0).bytes(),
  /** the size of an account whose owner cannot change */
  getAccountDataSize: () => new ByteWriter(3).u8(21).u16(EXTENSION.immutableOwner).bytes(),
  initializeImmutableOwner: () => Uint8Array.of(22),
};

function amountData(tag: number, amount: bigint): Uint8Array {
  return new ByteWriter(9).u8(tag).u64(amount).bytes();
}
