import { warpSends } from '../../rpc/sending/sendMoves.ts';
import type { U64 } from '../../solana/meta.ts';
import { config, oneMember, oneOf, u64, withDefault } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { type LedgerTips, TIPS, tipsJson } from '../tipsResult.ts';

/** Exactly one of these. */
export type WarpTarget =
  | { readonly slot: U64 }
  | { readonly slots: U64 }
  /** Unix seconds */
  | { readonly time: U64 }
  | { readonly seconds: U64 }
  | { readonly epoch: U64 }
  | { readonly epochs: U64 };

export interface WarpMethod {
  /**
   * Moves to a slot, a Unix time or an epoch, absolute or relative. One block is at the target; the slots before it are skipped, or get
   * empty blocks with `blocks: 'all'`. A year takes no longer than a slot.
   * @example
   * await node.warp({ seconds: 365 * 24 * 3600 });
   * await node.warp({ epochs: 1 }, { blocks: 'all' });
   */
  warp(target: WarpTarget, options?: { readonly blocks?: 'none' | 'all' }): Promise<LedgerTips>;
}

const TARGET = oneMember({ slot: u64, slots: u64, time: u64, seconds: u64, epoch: u64, epochs: u64 });

const PARAMS = { target: TARGET, config: config({ blocks: withDefault(oneOf(['none', 'all']), 'none') }) };

export const warp = controlMethod({
  name: 'warp',
  summary:
    'moves to a slot, a Unix time or the first slot of an epoch, or by this many slots, seconds or epochs; one block is added there',
  params: PARAMS,
  ...TIPS,
  errors: ['outOfRange'],

  async run({ config: { blocks }, target }, { execute, live }) {
    return tipsJson(await live.moveSends((now) => warpSends(now, target, { skip: blocks === 'none' }, execute)));
  },

  library: (call): WarpMethod => ({ warp: (target, options) => call(target, options) }),
});
