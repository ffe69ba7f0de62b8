import { VOTE_PROGRAM } from './address.ts';
import type { LedgerTransaction } from './block.ts';
import { decodeRecorded } from './wire.ts';

/**
 * Whether a transaction is nothing but a vote. Of one whose bytes are not known, what it names decides.
 *
 * Source   solana transaction 4.1 is_simple_vote_transaction
 */
export function isSimpleVote(transaction: LedgerTransaction): boolean {
  if (!transaction.accountKeys.includes(VOTE_PROGRAM)) return false;
  if (transaction.kind === 'opaque') return true;
  const { message, signatures, version } = decodeRecorded(transaction);
  const [first, second] = message.instructions;
  if (version !== 'legacy' || signatures.length > 2 || first === undefined || second !== undefined) return false;
  return message.accountKeys[first.programIdIndex] === VOTE_PROGRAM;
}
