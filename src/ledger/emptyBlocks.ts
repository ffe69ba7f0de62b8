import { encodeBase58 } from '../codec/base58.ts';
import { sha256 } from '../codec/sha256.ts';
import type { Blockhash } from '../model/address.ts';
import type { Block } from '../model/block.ts';
import { type BlockClock, clockAt, GENESIS_CLOCK, timeAt } from './blockClock.ts';
import type { Chain } from './history/chain.ts';
import type { History } from './history/history.ts';

/** The hash of a block that nobody gives one: it follows from the block before. */
export function derivedBlockhash(slot: bigint, parentHash: Blockhash): Blockhash {
  return hashOf(`stillnode block ${slot} after ${parentHash}`);
}

/** The hash of a block of which nothing is known but its slot. */
export function unknownBlockhash(slot: bigint): Blockhash {
  return hashOf(`stillnode block ${slot}`);
}

function hashOf(text: string): Blockhash {
  return encodeBase58(sha256(text)) as Blockhash;
}

/** Empty blocks in all slots from `first` to `last`, on top of a chain. */
export function emptyBlocks(history: History, chain: Chain, first: bigint, last: bigint): readonly Block[] {
  const blocks: Block[] = [];
  const clock = history.slotCount === 0 ? GENESIS_CLOCK : clockAt(history, chain);
  let parent = newestBlock(history, chain) ?? unknownParent(chain.tip);
  for (let slot = first; slot <= last; slot++) {
    const block = emptyBlock(slot, parent, clock);
    blocks.push(block);
    parent = block;
  }
  return blocks;
}

type Parent = Pick<Block, 'slot' | 'blockhash' | 'blockHeight'>;

/** The newest block of a chain. */
export function newestBlock(history: History, chain: Chain): Block | undefined {
  for (let i = history.indexOf(chain.tip + 1n) - 1; i >= 0; i--) {
    const slot = history.slotAt(i);
    const block = chain.offChain.has(slot) ? undefined : history.block(slot);
    if (block !== undefined) return block;
  }
  return undefined;
}

/** As scripts start from it. */
function unknownParent(slot: bigint): Parent {
  return { slot, blockhash: unknownBlockhash(slot), blockHeight: slot };
}

function emptyBlock(slot: bigint, parent: Parent, clock: BlockClock | undefined): Block {
  const time = clock === undefined ? { blockTimeSeconds: null } : timeAt(slot, clock);
  return {
    slot,
    parentSlot: parent.slot,
    blockhash: derivedBlockhash(slot, parent.blockhash),
    previousBlockhash: parent.blockhash,
    ...time,
    blockHeight: parent.blockHeight === null ? null : parent.blockHeight + 1n,
    rewards: [],
    transactions: [],
  };
}
