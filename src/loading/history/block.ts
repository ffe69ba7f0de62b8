import type { Cursor } from '../../document/cursor.ts';
import { isObject, readBlockhash, readI64, readList, readNullable, readU64, whole } from '../../document/readers.ts';
import type { Signature } from '../../model/address.ts';
import type { Block, LedgerTransaction } from '../../model/block.ts';
import { opaqueSignature } from './opaque.ts';
import type { Placement } from './placement.ts';
import { readReward } from './reward.ts';
import { readTransaction } from './transaction.ts';

/**
 * A block in the form of getBlock, with any transactionDetails.
 *
 * @param slot undefined: it is wrong, which has been reported; the rest is still checked
 */
export function readBlock(at: Cursor, slot: bigint | undefined): Block | undefined {
  if (!isObject(at)) return undefined;
  const parentSlot = readU64(at.member('parentSlot'));
  const blockTimeSeconds = readNullable(at.member('blockTime'), readI64);
  const numRewardPartitions = readPartitions(at);
  const transactions = readTransactions(at, { slot: slot ?? 0n, blockTimeSeconds: blockTimeSeconds ?? null });
  if (slot !== undefined && slot > 0n && parentSlot !== undefined && parentSlot >= slot)
    at.member('parentSlot').refuse(`expected the slot of a parent, below ${slot}, found ${parentSlot}`);
  const block = whole({
    slot,
    parentSlot,
    blockhash: readBlockhash(at.member('blockhash')),
    previousBlockhash: readBlockhash(at.member('previousBlockhash')),
    blockTimeSeconds,
    blockHeight: readNullable(at.member('blockHeight'), readU64),
    rewards: at.member('rewards').isNothing ? [] : readList(at.member('rewards'), readReward),
    ...(numRewardPartitions !== null && { numRewardPartitions }),
  });
  return transactions === undefined ? undefined : block && { ...block, transactions: transactions ?? undefined };
}

/** The command line calls it `numPartitions`. */
function readPartitions(at: Cursor): bigint | null | undefined {
  const member = at.member('numRewardPartitions');
  return readNullable(member.isNothing ? at.member('numPartitions') : member, readU64);
}

/** null if the recording has neither transactions nor signatures */
function readTransactions(
  at: Cursor,
  block: Omit<Placement, 'index'>,
): readonly LedgerTransaction[] | null | undefined {
  const full = at.member('transactions');
  const list = full.isNothing ? at.member('signatures') : full;
  const read = full.isNothing ? opaqueSignature : readTransaction;
  const transactions = readNullable(list, () =>
    readList(list, (item) =>
      read(item, { slot: block.slot, index: item.index, blockTimeSeconds: block.blockTimeSeconds }),
    ),
  );
  return transactions && hasNoRepeat(transactions, list) ? transactions : transactions && undefined;
}

function hasNoRepeat(transactions: readonly LedgerTransaction[], at: Cursor): boolean {
  const firsts = new Map<Signature, number>();
  transactions.forEach(({ signature }, i) => {
    const first = firsts.get(signature);
    if (first === undefined) firsts.set(signature, i);
    else at.item(i).refuse(`duplicate signature ${signature} in this block`, undefined, at.item(first));
  });
  return firsts.size === transactions.length;
}
