import type { Address, Signature } from '../../model/address.ts';
import { type Block, type LedgerTransaction, recordedKeys } from '../../model/block.ts';
import { ascending } from '../slots.ts';

/** The blocks and transactions of a range of slots, with their indexes. It never changes. */
export class HistoryPart {
  readonly blocks: ReadonlyMap<bigint, Block>;
  /** of blocks and of transactions without a block, ascending */
  readonly slots: readonly bigint[];
  /** by slot, then by place in the block */
  readonly transactions: readonly LedgerTransaction[];
  /** places in `transactions`, ascending; a signature is in several slots only because of forks */
  readonly bySignature: ReadonlyMap<Signature, readonly number[]>;
  /** as `bySignature`; every key of a transaction counts, those from lookup tables too */
  readonly byAddress: ReadonlyMap<Address, readonly number[]>;

  /** @param transactions in their order */
  constructor(blocks: readonly Block[], transactions: readonly LedgerTransaction[]) {
    this.blocks = new Map(blocks.map((block) => [block.slot, block]));
    this.slots = [...new Set([...this.blocks.keys(), ...transactions.map(({ slot }) => slot)])].sort(ascending);
    this.transactions = transactions;
    const bySignature = new Map<Signature, number[]>();
    const byAddress = new Map<Address, number[]>();
    transactions.forEach((transaction, place) => {
      append(bySignature, transaction.signature, place);
      for (const key of recordedKeys(transaction)) append(byAddress, key, place);
    });
    this.bySignature = bySignature;
    this.byAddress = byAddress;
  }
}

/** Transactions of blocks, and others, by slot and place. */
export function inOrder(blocks: readonly Block[], loose: readonly LedgerTransaction[]): readonly LedgerTransaction[] {
  const transactions = [...blocks.flatMap((block) => block.transactions ?? []), ...loose];
  return transactions.sort((a, b) => ascending(a.slot, b.slot) || (a.index ?? 0) - (b.index ?? 0));
}

/** An address that a transaction names twice still gets one entry. */
function append<K>(index: Map<K, number[]>, key: K, place: number): void {
  const places = index.get(key);
  if (places === undefined) index.set(key, [place]);
  else if (places.at(-1) !== place) places.push(place);
}
