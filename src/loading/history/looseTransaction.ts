import type { Cursor } from '../../document/cursor.ts';
import { readI64, readNullable, readU32, readU64 } from '../../document/readers.ts';
import type { LedgerTransaction } from '../../model/block.ts';
import { readTransaction } from './transaction.ts';

interface TransactionSink {
  transaction(transaction: LedgerTransaction, at: Cursor): void;
  unplacedTransaction(transaction: LedgerTransaction, at: Cursor): void;
}

/** A transaction that was recorded without its block. One that has no slot gets it when everything else has been read. */
export function readLooseTransaction(at: Cursor, sink: TransactionSink): void {
  const hasSlot = !at.member('slot').isNothing;
  const slot = hasSlot ? readU64(at.member('slot')) : 0n;
  const index = readNullable(at.member('transactionIndex'), readU32);
  const blockTimeSeconds = readNullable(at.member('blockTime'), readI64);
  const isPlaced = slot !== undefined && index !== undefined && blockTimeSeconds !== undefined;
  const placement = isPlaced ? { slot, index: index ?? undefined, blockTimeSeconds } : UNKNOWN_PLACEMENT;
  const transaction = readTransaction(at, placement);
  if (!isPlaced || transaction === undefined) return;
  if (hasSlot) sink.transaction(transaction, at);
  // an index counts from the start of a block that is not known
  else sink.unplacedTransaction({ ...transaction, index: undefined }, at);
}

/** Used if the slot is wrong, so that the other problems of the transaction are still reported. */
const UNKNOWN_PLACEMENT = { slot: 0n, index: undefined, blockTimeSeconds: null };
