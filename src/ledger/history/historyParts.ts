import { ascending } from '../../codec/bigints.ts';
import { hashBytes } from '../../codec/bytes.ts';
import type { Address, Blockhash, Signature } from '../../solana/address.ts';
import { type Block, type LedgerTransaction, recordedKeys } from '../../solana/block.ts';
import { messageBytesOf } from '../../solana/messageWire.ts';
import { AddressSearch } from './addressSearch.ts';
import { append } from './placeIndex.ts';

/** The blocks and transactions of a range of slots, with their indexes. Only a part that grows ever changes, at its end. */
export class HistoryPart {
  readonly blocks = new Map<bigint, Block>();
  /** slots of blocks and of transactions without a block, ascending */
  readonly slots: bigint[];
  /** transactions by slot, then by index in the block */
  readonly transactions: LedgerTransaction[];
  /** places in `transactions`, ascending; a signature is in several slots only because of forks */
  readonly bySignature = new Map<Signature, number[]>();
  /** places like `bySignature`; every key of a transaction counts, those from lookup tables too */
  readonly byAddress = new Map<Address, number[]>();
  readonly search: AddressSearch;

  /** @param transactions in their order; the part takes the list over */
  constructor(blocks: readonly Block[], transactions: LedgerTransaction[]) {
    for (const block of blocks) this.blocks.set(block.slot, block);
    this.slots = [...new Set([...this.blocks.keys(), ...transactions.map(({ slot }) => slot)])].sort(ascending);
    this.transactions = transactions;
    this.search = new AddressSearch(this);
    for (const [place, transaction] of transactions.entries()) this.indexTransaction(transaction, place);
  }

  protected indexTransaction(transaction: LedgerTransaction, place: number): void {
    append(this.bySignature, transaction.signature, place);
    for (const key of recordedKeys(transaction)) append(this.byAddress, key, place);
  }

  /** Places of candidates: every transaction with this message is among them. */
  placesOfMessage(_message: Uint8Array, payer: Address): readonly number[] {
    return this.byAddress.get(payer) ?? [];
  }
}

/** The transactions of blocks and loose ones, sorted by slot and by index in the block. */
export function sortTransactions(blocks: readonly Block[], loose: readonly LedgerTransaction[]): LedgerTransaction[] {
  const transactions = [...blocks.flatMap((block) => block.transactions ?? []), ...loose];
  if (transactions.length < 2) return transactions;
  return transactions.sort((a, b) => ascending(a.slot, b.slot) || (a.index ?? 0) - (b.index ?? 0));
}

/**
 * Blocks that were added to a ledger. The history that has all of them can add more at the end; any other history that shares this part
 * keeps its own end. Blockhashes and messages are indexed too, because the checks of each sent transaction look for them.
 */
export class GrowingPart extends HistoryPart {
  /** slots, ascending */
  readonly #byBlockhash = new Map<Blockhash, bigint[]>();
  /** places of those whose bytes are known, ascending, by the hash of the message */
  readonly #byMessage = new Map<number, number[]>();

  /** @param transactions in their order; the part takes the list over */
  constructor(blocks: readonly Block[], transactions: LedgerTransaction[]) {
    super(blocks, transactions);
    for (const block of blocks) this.#indexBlock(block);
    for (const [place, transaction] of transactions.entries()) this.#indexMessage(transaction, place);
  }

  /** @param blocks ascending; each has a higher slot than all before */
  grow(blocks: readonly Block[]): void {
    for (const block of blocks) {
      this.blocks.set(block.slot, block);
      this.slots.push(block.slot);
      this.#indexBlock(block);
    }
    for (const transaction of sortTransactions(blocks, [])) {
      const place = this.transactions.push(transaction) - 1;
      this.indexTransaction(transaction, place);
      this.#indexMessage(transaction, place);
    }
  }

  override placesOfMessage(message: Uint8Array, _payer: Address): readonly number[] {
    return this.#byMessage.get(hashBytes(message)) ?? [];
  }

  /** The slots of blocks with this hash, ascending: several only where blocks were given the same hash. */
  slotsOfBlockhash(hash: Blockhash): readonly bigint[] {
    return this.#byBlockhash.get(hash) ?? [];
  }

  #indexBlock({ blockhash, slot }: Block): void {
    append(this.#byBlockhash, blockhash, slot);
  }

  #indexMessage(transaction: LedgerTransaction, place: number): void {
    if (transaction.kind === 'wire') append(this.#byMessage, hashBytes(messageBytesOf(transaction)), place);
  }
}
