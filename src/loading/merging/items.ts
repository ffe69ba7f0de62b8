import type { Cursor } from '../../document/cursor.ts';
import type { Account } from '../../model/account.ts';
import type { Address, Signature } from '../../model/address.ts';
import type { LedgerTransaction } from '../../model/block.ts';

/** Identifies an item of the fixtures, so that its place can be found again: places are not kept while reading. */
export type ItemId = string;

export const itemIds = {
  /** @param slot in which it was recorded */
  account: (address: Address, slot: bigint | undefined): ItemId => `account ${address} ${slot}`,
  block: (slot: bigint): ItemId => `block ${slot}`,
  /** recorded without its block */
  loose: (slot: bigint, signature: Signature): ItemId => `loose ${slot} ${signature}`,
  /** recorded with its block */
  inBlock: (slot: bigint, signature: Signature): ItemId => `inBlock ${slot} ${signature}`,
  transaction: (slot: bigint, signature: Signature): ItemId => `transaction ${slot} ${signature}`,
} as const;

/** The slot of a block; undefined: the item is none. */
export function slotOfBlock(id: ItemId): bigint | undefined {
  const [, slot] = /^block (\d+)$/.exec(id) ?? [];
  return slot === undefined ? undefined : BigInt(slot);
}

/** Two places of the fixtures that cannot both be right. */
export interface Conflict {
  readonly message: string;
  readonly at: Cursor | ItemId;
  readonly other: ItemId;
}

/** A transaction that was recorded without its slot. */
export interface UnplacedTransaction {
  readonly transaction: LedgerTransaction;
  readonly at: Cursor;
}

/** An account that was recorded as jsonParsed. */
export interface ParsedAccount {
  readonly account: Account;
  readonly at: Cursor;
  /** in which it was so; undefined: from the beginning */
  readonly slot: bigint | undefined;
}
