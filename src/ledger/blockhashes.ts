import type { Blockhash } from '../solana/address.ts';
import { type Block, UNKNOWN_BLOCKHASH } from '../solana/block.ts';
import { tipHeight } from './blockQueries.ts';
import type { LedgerView } from './view.ts';

/** The largest age of the blockhash of a transaction, in blocks. Source solana clock 3.0 MAX_PROCESSING_AGE */
export const MAX_PROCESSING_AGE = 150n;

/** The largest age of a blockhash that a bank keeps. Source solana clock 3.0 MAX_RECENT_BLOCKHASHES */
const MAX_KNOWN_AGE = 300n;

/** A blockhash that a bank at the tip of a view knows. */
export interface KnownBlockhash {
  /** number of blocks above the block with this hash */
  readonly age: bigint;
  /** transactions that name it are in this slot or above */
  readonly usedFrom: bigint;
}

/** Undefined for a hash that a bank at the tip of the view does not know. */
export function blockhashAge(view: LedgerView, hash: Blockhash): bigint | undefined {
  return findBlockhash(view, hash)?.age;
}

/**
 * Finds a blockhash that banks know. A block has its own hash and that of its parent, so a parent that is not in the ledger still counts.
 *
 * Source   agave 4.1 accounts-db BlockhashQueue
 */
export function findBlockhash(view: LedgerView, hash: Blockhash): KnownBlockhash | undefined {
  const height = tipHeight(view);
  const blockhash = hash === view.state.node.genesisHash ? genesisBlockhash(height) : findInBlocks(view, hash, height);
  return blockhash !== undefined && blockhash.age <= MAX_KNOWN_AGE ? blockhash : undefined;
}

/**
 * The last block height at which transactions can name the hash of a block of the view; undefined: no block has it, or its height is not
 * known. Empty blocks are known up to the age that banks know.
 */
export function lastValidHeight(hash: Blockhash, view: LedgerView): bigint | undefined {
  for (const { blockHeight, slot } of view.state.history.addedWithHash(hash))
    if (view.shows(slot) && blockHeight !== null) return blockHeight + MAX_PROCESSING_AGE;
  const height = tipHeight(view);
  const age = blockhashAge(view, hash);
  return height === undefined || age === undefined ? undefined : height - age + MAX_PROCESSING_AGE;
}

/** The hash of the genesis comes before that of block 0. */
function genesisBlockhash(height: bigint | undefined): KnownBlockhash | undefined {
  return height === undefined ? undefined : { age: height + 1n, usedFrom: 0n };
}

/** Finds the blockhash of a block. Its age follows from heights where they are known, else from the number of blocks. */
function findInBlocks(view: LedgerView, hash: Blockhash, height: bigint | undefined): KnownBlockhash | undefined {
  return findInAddedBlocks(view, hash, height) ?? searchDown(view, hash, height);
}

/** Finds the blockhash of an added block, without a search: most transactions name such a one. */
function findInAddedBlocks(view: LedgerView, hash: Blockhash, height: bigint | undefined): KnownBlockhash | undefined {
  if (height === undefined) return undefined;
  for (const { blockHeight, slot } of view.state.history.addedWithHash(hash)) {
    if (!view.shows(slot)) continue;
    return blockHeight === null ? undefined : { age: height - blockHeight, usedFrom: slot + 1n };
  }
  return undefined;
}

function searchDown(view: LedgerView, hash: Blockhash, height: bigint | undefined): KnownBlockhash | undefined {
  let above = 0n;
  for (const block of view.blocksDown()) {
    const age = height === undefined || block.blockHeight === null ? above : height - block.blockHeight;
    if (age > MAX_KNOWN_AGE) return undefined;
    if (block.blockhash === hash) return { age, usedFrom: block.slot + 1n };
    if (isHashOfParent(block, hash)) return { age: age + 1n, usedFrom: block.slot };
    above++;
  }
  return undefined;
}

function isHashOfParent({ slot, previousBlockhash }: Block, hash: Blockhash): boolean {
  return previousBlockhash === hash && slot > 0n && hash !== UNKNOWN_BLOCKHASH;
}
