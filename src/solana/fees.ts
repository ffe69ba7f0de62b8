import { saturateU64 } from '../codec/bigints.ts';
import { type Address, PRECOMPILES } from './address.ts';
import { computeBudgetOf } from './messageBudget.ts';
import type { Message } from './transaction.ts';

/** The fee for each signature, in lamports. Source   agave 4.1 fee-structure FeeStructure::default */
export const LAMPORTS_PER_SIGNATURE = 5000n;

/** Programs whose instructions start with the number of signatures that they verify, each of which is paid for. */
const SIGNATURE_PROGRAMS: ReadonlySet<Address> = new Set(Object.values(PRECOMPILES));

/**
 * Lamports that a transaction with this message pays.
 *
 * Source   agave 4.1 bank.rs get_fee_for_message_with_lamports_per_signature, fee
 */
export function messageFee(message: Message): bigint {
  const budget = computeBudgetOf(message);
  return saturateU64(signatureFee(message) + (budget?.priorityFee ?? 0n));
}

/** The part of the fee that is for its signatures. */
export function signatureFee(message: Message): bigint {
  return BigInt(countSignatures(message)) * LAMPORTS_PER_SIGNATURE;
}

function countSignatures({ accountKeys, header, instructions }: Message): number {
  return instructions
    .filter(({ programIdIndex }) => SIGNATURE_PROGRAMS.has(accountKeys[programIdIndex]!))
    .reduce((count, { data }) => count + (data[0] ?? 0), header.numRequiredSignatures);
}
