import { saturateU64 } from '../codec/bigints.ts';
import { isPrecompile } from './address.ts';
import { computeBudgetOf } from './messageBudget.ts';
import type { Message } from './transaction.ts';

/** The fee for each signature, in lamports. Source   agave 4.1 fee-structure FeeStructure::default */
export const LAMPORTS_PER_SIGNATURE = 5000n;

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

/** Counts the signatures that are paid for; the instruction of a precompile starts with the number of those that it verifies. */
function countSignatures({ accountKeys, header, instructions }: Message): number {
  return instructions
    .filter(({ programIdIndex }) => isPrecompile(accountKeys[programIdIndex]!))
    .reduce((count, { data }) => count + (data[0] ?? 0), header.numRequiredSignatures);
}
