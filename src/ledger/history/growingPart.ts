import { hashBytes } from '../../codec/hashBytes.ts';
import type { Address, Blockhash } from '../../model/address.ts';
import type { Block, LedgerTransaction } from '../../model/block.ts';
import { messageBytesOf } from '../../model/messageBytes.ts';
import { append, HistoryPart, inOrder } from './part.ts';

/**
 * Blocks that were added to a ledger. The history that has all of them can put more behind them; every other one that shares the part
 * stops where it ended for that history. What banks look for is indexed too.
 */
export class GrowingPart extends HistoryPart {
  /** slots, ascending */
  readonly #byBlockhash = new Map<Blockhash, bigint[]>();
  /** places of those whose bytes are known, ascending, by the hash of the message */
  readonly #byMessage = new Map<number, number[]>();

  /** @param transactions in their order, and of nobody else from now on */
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
    for (const transaction of inOrder(blocks, [])) {
      const place = this.transactions.push(transaction) - 1;
      this.indexTransaction(transaction, place);
      this.#indexMessage(transaction, place);
    }
  }

  override placesOfMessage(message: Uint8Array, _payer: Address): readonly number[] {
    return this.#byMessage.get(hashBytes(message)) ?? [];
  }

  /** Of blocks with this hash, ascending: several only because somebody gave it to them. */
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
