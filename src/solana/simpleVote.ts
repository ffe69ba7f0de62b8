import { VOTE_PROGRAM } from './address.ts';
import type { LedgerTransaction } from './block.ts';
import type { Message } from './transaction.ts';
import { decodeRecorded } from './wire.ts';

/**
 * Whether a transaction is only a vote. If its bytes are not known, the vote program among its accounts decides.
 *
 * Source   solana transaction 4.1 is_simple_vote_transaction
 */
export function isSimpleVote(transaction: LedgerTransaction): boolean {
  if (!transaction.accountKeys.includes(VOTE_PROGRAM)) return false;
  if (transaction.kind === 'opaque') return true;
  return isSimpleVoteMessage(decodeRecorded(transaction).message);
}

/** Whether a message is a simple vote: only a legacy message can be one, with at most two signatures. */
export function isSimpleVoteMessage(message: Message): boolean {
  const { accountKeys, addressTableLookups, header, instructions, transactionConfig } = message;
  const [first, second] = instructions;
  if (addressTableLookups !== undefined || transactionConfig !== undefined) return false;
  if (header.numRequiredSignatures > 2 || first === undefined || second !== undefined) return false;
  return accountKeys[first.programIdIndex] === VOTE_PROGRAM;
}
