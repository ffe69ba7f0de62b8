import { slotsTo } from '../../ledger/moves/warp.ts';
import { advanceSends, startClock } from '../../rpc/sending/sendMoves.ts';
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

  // skipped slots cost nothing, and empty blocks are made when they are looked at
  async run({ config: { blocks }, target }, { execute, live }) {
    const after = await live.moveSends((before) => {
      // times count from the clock of the machine, where the ledger follows it
      const now = { ...before, ...(before.movesByItself && startClock(before)) };
      const slots = slotsTo(now.state, target);
      if (slots === 1n) return advanceSends(now, 1n, {}, execute);
      const below = advanceSends(now, slots - 1n, { skip: blocks === 'none' }, execute);
      return advanceSends({ ...now, ...below }, 1n, {}, execute);
    });
    return tipsJson(after);
  },

  library: (call): WarpMethod => ({ warp: (target, options) => call(target, options) }),
});
