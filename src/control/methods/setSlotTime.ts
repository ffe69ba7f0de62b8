import { MAX_TIMER_MS } from '../../live/faults/delay.ts';
import { orNull, withNote } from '../../rpc/openrpc/schema.ts';
import { COUNT } from '../../rpc/openrpc/schemas.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { readU32 } from '../../syntax/readers.ts';
import { syntax } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';

const MILLISECONDS = syntax(readSlotTime, orNull({ type: 'integer', minimum: 1, maximum: MAX_TIMER_MS }));

function readSlotTime(at: Cursor): number | null | undefined {
  if (at.value === null) return null;
  const ms = readU32(at);
  if (ms === undefined || (ms >= 1 && ms <= MAX_TIMER_MS)) return ms;
  return at.expected(`milliseconds from 1 to ${MAX_TIMER_MS}, or null`);
}

const PARAMS = { milliseconds: MILLISECONDS };

export const setSlotTime = controlMethod({
  name: 'setSlotTime',
  effect: 'changes',
  summary: 'advances one slot every `milliseconds` from now on; `null` stops this',
  params: PARAMS,
  result: withNote(orNull(COUNT), 'the value before'),

  run({ milliseconds }, { advance, live }) {
    const before = live.timer.slotTimeMs ?? null;
    live.timer.set(milliseconds ?? undefined, advance);
    return before;
  },
});
