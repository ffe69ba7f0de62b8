import type { Commitment } from '../ledger/state.ts';
import type { LedgerView } from '../ledger/view.ts';
import type { Account } from '../model/account.ts';
import type { Address } from '../model/address.ts';
import type { Block } from '../model/block.ts';
import type { SlotSeen } from './slotSeen.ts';

/** What happens to a ledger, as a node would notice it. Subscriptions say what concerns them. */
export type LedgerEvent =
  /** a block begins to exist */
  | { readonly kind: 'created'; readonly block: Block; readonly root: bigint }
  /** the transactions of a slot have come in, before they are executed */
  | { readonly kind: 'received'; readonly seen: SlotSeen }
  /** a block is complete */
  | { readonly kind: 'frozen'; readonly block: Block }
  /** a commitment has reached a slot */
  | { readonly kind: 'reached'; readonly commitment: Commitment; readonly seen: SlotSeen }
  /** the confirmed tip is this block, and everybody who watches it has been told */
  | { readonly kind: 'confirmed'; readonly slot: bigint }
  | { readonly kind: 'rooted'; readonly slot: bigint }
  /** accounts read differently, and no slot that was reached wrote them; or one was set from outside to what it was */
  | {
      readonly kind: 'changed';
      readonly commitment: Commitment;
      readonly tip: bigint;
      /** as the ledger is now */
      readonly reader: SlotSeen['reader'];
      /** undefined: this one reads as before */
      readonly changeOf: (address: Address) => Changed | undefined;
      /** that were set from outside, the chain being as it was; those that were closed are empty */
      readonly written: () => readonly Account[];
    }
  /** everything else of a commitment has been told, or somebody has just begun to watch */
  | { readonly kind: 'settled'; readonly view: LedgerView };

export interface Changed {
  /** as it is now */
  readonly account: Account | undefined;
}
