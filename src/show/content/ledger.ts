import type { JsonObject } from '../../codec/json.ts';
import type { Address } from '../../model/address.ts';
import { ACCOUNT_KINDS, type AccountKind } from './accountKinds.ts';
import { type AccountEntry, accountEntry, accountsByKind } from './accounts.ts';
import { type Cut, cut } from './cut.ts';
import type { Scene } from './scene.ts';
import { type SlotEntry, slotEntries } from './slots.ts';
import { type LedgerSummary, summaryOf } from './summary.ts';
import { type TransactionEntry, transactionEntry } from './transactions.ts';

/** What is in a ledger. */
export interface LedgerContent {
  readonly summary: LedgerSummary;
  readonly slots: Cut<SlotEntry>;
  readonly transactions: Cut<TransactionEntry>;
  /** kinds that there are */
  readonly accounts: readonly { readonly kind: AccountKind; readonly entries: Cut<AccountEntry> }[];
  /** names of scripts that no account has at the processed tip */
  readonly unused: Cut<readonly [word: string, address: Address]>;
}

/** @param limit of each list */
export function ledgerContent(scene: Scene, limit: number): LedgerContent {
  const { state, view } = scene;
  const byKind = accountsByKind(scene);
  const unused = Array.from(state.names.addresses).filter(([, address]) => view.account(address) === undefined);
  return {
    summary: summaryOf(scene),
    slots: cut(slotEntries(scene), limit, (slot) => slot),
    transactions: cut(state.history.transactions(), limit, (transaction) => transactionEntry(transaction, scene)),
    accounts: ACCOUNT_KINDS.flatMap((kind) => {
      const accounts = byKind.get(kind);
      return accounts === undefined
        ? []
        : { kind, entries: cut(accounts, limit, (account) => accountEntry(account, scene)) };
    }),
    unused: cut(unused, limit, (name) => name),
  };
}

/** All of it, in the form of docs/show.md. */
export function ledgerJson(scene: Scene): JsonObject {
  const { accounts, slots, summary, transactions } = ledgerContent(scene, Number.POSITIVE_INFINITY);
  const { addresses, signatures } = scene.state.names;
  return {
    summary,
    slots: slots.items,
    transactions: transactions.items,
    accounts: accounts.flatMap(({ entries }) => entries.items),
    names: Object.fromEntries(addresses),
    signatures: Object.fromEntries(signatures),
  };
}
