import type { Cursor } from '../../document/cursor.ts';
import { readI64, readNullable, readU32, readU64 } from '../../document/readers.ts';
import type { LedgerTransaction } from '../../model/block.ts';
import { readTransaction } from './transaction.ts';

/** A transaction that was recorded without its block, so it has its own slot. */
export function readLooseTransaction(at: Cursor): LedgerTransaction | undefined {
  const slot = readU64(at.member('slot'));
  const index = readNullable(at.member('transactionIndex'), readU32);
  const blockTimeSeconds = readNullable(at.member('blockTime'), readI64);
  const isPlaced = slot !== undefined && index !== undefined && blockTimeSeconds !== undefined;
  const placement = isPlaced ? { slot, index: index ?? undefined, blockTimeSeconds } : UNKNOWN_PLACEMENT;
  const transaction = readTransaction(at, placement);
  return isPlaced ? transaction : undefined;
}

/** Used if the slot is wrong, so that the other problems of the transaction are still reported. */
const UNKNOWN_PLACEMENT = { slot: 0n, index: undefined, blockTimeSeconds: null };
