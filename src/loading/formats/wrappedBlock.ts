import { readU64 } from '../../document/readers.ts';
import { readBlock } from '../history/block.ts';
import { block } from './block.ts';
import { type FixtureFormat, hasMembers } from './format.ts';

/** `{slot, block}`: a block together with its slot. */
export const wrappedBlock: FixtureFormat = {
  name: 'block with slot',
  matches: (value, origin) => hasMembers(value, ['block']) && block.matches(value.block ?? null, origin),
  read(at, _origin, sink) {
    const found = readBlock(at.member('block'), readU64(at.member('slot')));
    if (found !== undefined) sink.block(found, at.member('block'));
  },
};
