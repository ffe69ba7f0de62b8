import { saturateU64 } from '../codec/u64.ts';
import { type Address, address } from './address.ts';
import { computeBudgetOf, prioritizationFee } from './computeBudget.ts';
import type { Message } from './transaction.ts';

const LAMPORTS_PER_SIGNATURE = 5000n;

/** Their instructions start with the number of signatures that they verify, and each is paid for. */
const SIGNATURE_PROGRAMS: ReadonlySet<Address> = new Set([
  address('Ed25519SigVerify111111111111111111111111111'),
  address('KeccakSecp256k11111111111111111111111111111'),
  address('Secp256r1SigVerify1111111111111111111111111'),
]);

/**
 * Lamports that a transaction with this message pays. What a v1 message offers in its own configuration does not count.
 *
 * Source   agave 4.1 bank.rs get_fee_for_message_with_lamports_per_signature, fee
 */
export function messageFee(message: Message): bigint {
  const budget = computeBudgetOf(message);
  const priority = budget === undefined ? 0n : prioritizationFee(budget);
  return saturateU64(signatureFee(message) + priority);
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
