import { calls, type JournalCall, useCalls } from './journal.ts';
import { callKindOf } from './outcomes.tsx';
import { go } from './route.ts';

/** The calls of apps on the axis of slots: below each slot those that were answered while it was the processed tip. */

/** The most calls of a slot that have a mark of their own. */
const MAX_MARKS = 6;
/** The height of a mark and its gap. */
const MARK_STEP = 7;

/** The space that the marks of this many calls need below their slot. */
export function marksHeight(count: number): number {
  if (count === 0) return 0;
  return Math.min(count, MAX_MARKS) * MARK_STEP + (count > MAX_MARKS ? 18 : 4);
}

export function useCallsBySlot(): ReadonlyMap<number, readonly JournalCall[]> {
  useCalls();
  const bySlot = new Map<number, JournalCall[]>();
  for (const call of calls.value) {
    if (call.slot === undefined) continue;
    const slot = Number(call.slot);
    const before = bySlot.get(slot);
    if (before === undefined) bySlot.set(slot, [call]);
    else before.push(call);
  }
  return bySlot;
}

/** @param top of the first mark */
export function CallMarks({
  all,
  center,
  top,
  width,
}: {
  all: readonly JournalCall[];
  center: number;
  top: number;
  width: number;
}) {
  const more = all.length - MAX_MARKS;
  return (
    <g class="marks">
      {all.slice(-MAX_MARKS).map((call, i) => (
        <rect
          key={call.id}
          class={`mark ${callKindOf(call)}`}
          x={center - width / 2}
          y={top + i * MARK_STEP}
          width={width}
          height={MARK_STEP - 2}
          onClick={() => go('call', call.id)}
        >
          <title>{`call ${call.id}: ${call.method}, ${callKindOf(call)}`}</title>
        </rect>
      ))}
      {more > 0 && (
        <text class="label" x={center} y={top + MAX_MARKS * MARK_STEP + 10}>
          +{more}
        </text>
      )}
    </g>
  );
}
