import type { JsonObject } from '../../codec/json.ts';
import type { Reward } from '../../model/meta.ts';
import { type AccountEntry, accountEntry } from './accounts.ts';
import { type Cut, cut } from './cut.ts';
import type { Scene } from './scene.ts';
import { type SlotEntry, slotEntry } from './slots.ts';
import { type TransactionEntry, transactionEntry } from './transactions.ts';

/** All that there is to say of a slot. */
export interface SlotDetails {
  readonly entry: SlotEntry;
  /** null: there is no block */
  readonly previousBlockhash: string | null;
  readonly rewards: readonly Reward[];
  readonly transactions: Cut<TransactionEntry>;
  /** as they were written in the slot; without lamports they were closed */
  readonly accounts: Cut<AccountEntry>;
}

/** @param limit of each list */
export function slotDetails(slot: bigint, scene: Scene, limit: number): SlotDetails {
  const { accounts, history } = scene.state;
  const block = history.block(slot);
  const [first, end] = [history.firstOrdinalAt(slot), history.firstOrdinalAt(slot + 1n)];
  const transactions = Array.from({ length: end - first }, (_, i) => history.transactionAt(first + i)!);
  return {
    entry: slotEntry(slot, scene),
    previousBlockhash: block?.previousBlockhash ?? null,
    rewards: block?.rewards ?? [],
    transactions: cut(transactions, limit, (transaction) => transactionEntry(transaction, scene)),
    accounts: cut(accounts.writtenIn(slot), limit, (account) => accountEntry(account, scene)),
  };
}

/** In the form of docs/show.md. */
export function slotJson({ accounts, entry, previousBlockhash, rewards, transactions }: SlotDetails): JsonObject {
  return {
    ...entry,
    previousBlockhash,
    rewards: rewards.map((reward) => ({ ...reward })),
    transactions: transactions.items,
    accounts: accounts.items,
  };
}
