import type { Address, Signature } from '../../model/address.ts';
import { type Block, type LedgerTransaction, recordedKeys } from '../../model/block.ts';
import { ascending } from '../slots.ts';

/** The blocks and transactions of a range of slots, with their indexes. Only a part that grows ever changes, at its end. */
export class HistoryPart {
  readonly blocks = new Map<bigint, Block>();
  /** of blocks and of transactions without a block, ascending */
  readonly slots: bigint[];
  /** by slot, then by place in the block */
  readonly transactions: LedgerTransaction[];
  /** places in `transactions`, ascending; a signature is in several slots only because of forks */
  readonly bySignature = new Map<Signature, number[]>();
  /** as `bySignature`; every key of a transaction counts, those from lookup tables too */
  readonly byAddress = new Map<Address, number[]>();

  /** @param transactions in their order, and of nobody else from now on */
  constructor(blocks: readonly Block[], transactions: LedgerTransaction[]) {
    for (const block of blocks) this.blocks.set(block.slot, block);
    this.slots = [...new Set([...this.blocks.keys(), ...transactions.map(({ slot }) => slot)])].sort(ascending);
    this.transactions = transactions;
    for (const [place, transaction] of transactions.entries()) this.indexTransaction(transaction, place);
  }

  protected indexTransaction(transaction: LedgerTransaction, place: number): void {
    append(this.bySignature, transaction.signature, place);
    for (const key of recordedKeys(transaction)) append(this.byAddress, key, place);
  }

  /** Where transactions are among which all are that have this message. */
  placesOfMessage(_message: Uint8Array, payer: Address): readonly number[] {
    return this.byAddress.get(payer) ?? [];
  }
}

/** Transactions of blocks, and others, by slot and place. */
export function inOrder(blocks: readonly Block[], loose: readonly LedgerTransaction[]): LedgerTransaction[] {
  const transactions = [...blocks.flatMap((block) => block.transactions ?? []), ...loose];
  if (transactions.length < 2) return transactions;
  return transactions.sort((a, b) => ascending(a.slot, b.slot) || (a.index ?? 0) - (b.index ?? 0));
}

/** An address that a transaction names twice still gets one entry. */
export function append<K, P>(index: Map<K, P[]>, key: K, place: P): void {
  const places = index.get(key);
  if (places === undefined) index.set(key, [place]);
  else if (places.at(-1) !== place) places.push(place);
}
