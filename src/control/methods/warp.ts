import { warpSends } from '../../rpc/sending/sendMoves.ts';
import { config, named, oneMember, oneOf, u64, withDefault } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { TIPS, tipsJson } from '../tipsResult.ts';

const TARGET = named(
  'warpTarget',
  oneMember({
    slot: u64,
    slots: u64,
    time: u64,
    seconds: u64,
    epoch: u64,
    epochs: u64,
  }),
);

const PARAMS = { target: TARGET, config: config({ blocks: withDefault(oneOf(['none', 'all']), 'none') }) };

export const warp = controlMethod({
  name: 'warp',
  effect: 'changes',
  summary:
    'moves to a slot, a Unix time or the first slot of an epoch, or by this many slots, seconds or epochs; one block is added there',
  doc: [
    "The slots before the target are skipped, or get empty blocks with `blocks: 'all'`. A year takes no longer than a slot.",
    '@example',
    'await node.warp({ seconds: 365 * 24 * 3600 });',
    "await node.warp({ epochs: 1 }, { blocks: 'all' });",
  ],
  params: PARAMS,
  result: TIPS,
  errors: ['outOfRange'],

  async run({ config: { blocks }, target }, { execute, live }) {
    return tipsJson(await live.moveWithSends((now) => warpSends(now, target, { skip: blocks === 'none' }, execute)));
  },
});
