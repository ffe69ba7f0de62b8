import type { Cursor } from '../../document/cursor.ts';
import { readU64 } from '../../document/readers.ts';
import { readBlock } from '../history/block.ts';
import { type FixtureFormat, hasMembers, type Origin } from './format.ts';

const STEM = /^(?:block-)?(\d{1,20})$/;

/** What getBlock answers and `solana block --output json` prints; the block itself does not contain its slot. */
export const block: FixtureFormat = {
  name: 'block',
  matches: (value) => hasMembers(value, ['blockhash', 'previousBlockhash', 'parentSlot'], 2),
  read(at, origin, sink) {
    const found = readBlock(at, readSlot(at, origin));
    if (found !== undefined) sink.block(found, at);
  },
};

/** From the request, a member of the block, the file name, or else the parent. */
function readSlot(at: Cursor, { params, stem }: Origin): bigint | undefined {
  if (params !== undefined && !params.isNothing) return readU64(params.item(0));
  if (!at.member('slot').isNothing) return readU64(at.member('slot'));
  const named = STEM.exec(stem ?? '')?.[1];
  return named === undefined ? slotAfterParent(at) : BigInt(named);
}

function slotAfterParent(at: Cursor): bigint | undefined {
  const { value } = at.member('parentSlot');
  // an invalid parent slot is reported when the block is read
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  const slot = BigInt(value) + 1n;
  at.warn(`this block has no slot: assumed to be ${slot}, the slot after its parent`, 'name the file SLOT.json');
  return slot;
}
