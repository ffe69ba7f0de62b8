import { MAX_TIMER_MS } from '../../live/faults/delay.ts';
import { orNull } from '../../rpc/openrpc/schema.ts';
import { U64 } from '../../rpc/openrpc/schemas.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { readU32 } from '../../syntax/readers.ts';
import { syntax } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';

export interface SetSlotTimeMethod {
  /** Lets a slot pass each `milliseconds`, or none (null). Returns the time before. */
  setSlotTime(milliseconds: number | null): Promise<number | null>;
}

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
  summary: 'advances one slot every `milliseconds` from now on; `null` stops this',
  params: PARAMS,
  result: 'the value before',
  schema: orNull(U64),

  run({ milliseconds }, { advance, live }) {
    const before = live.timer.slotTimeMs ?? null;
    live.timer.set(milliseconds ?? undefined, advance);
    return before;
  },

  library: (call): SetSlotTimeMethod => ({ setSlotTime: (milliseconds) => call(milliseconds) }),
});
