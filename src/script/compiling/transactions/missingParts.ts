import { thereAre } from '../../../codec/text.ts';
import type { Names } from '../../../runtime/names/names.ts';
import type { Address } from '../../../solana/address.ts';

/**
 * The texts about accounts and instructions that a transaction does not have.
 * @module
 */

export function missingAccountText(names: Names, address: Address): string {
  return `${names.show(address)} is not an account of this transaction`;
}

/** @param count number of instructions of the transaction */
export function missingInstructionText(index: number, count: number): string {
  return `there is no instruction ${index}: ${thereAre(count)}`;
}
