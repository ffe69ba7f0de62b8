import { useState } from 'preact/hooks';
import { act } from './client.ts';
import { firstSlot, lastSlot, tipOf } from './history.ts';

const TIPS = ['finalized', 'confirmed', 'processed'] as const;

/** The width of the label of a tip, which is before its line; at the start it is behind the line. */
const LABEL = 100;

/** The three tips as sliders: they can be dragged, or moved by the arrow keys. */
export function Tips({
  count,
  first,
  step,
  x,
}: {
  x: (slot: number) => number;
  first: number;
  count: number;
  step: number;
}) {
  const [dragged, setDragged] = useState<{ readonly tip: string; readonly slot: number } | undefined>();
  const set = (tip: string, slot: number) => {
    // tips below and above move along, so that all stay in their order
    const index = TIPS.indexOf(tip as (typeof TIPS)[number]);
    const lower = TIPS.slice(0, index).map((name) => [name, Math.min(tipOf(name), slot)]);
    const higher = TIPS.slice(index + 1).map((name) => [name, Math.max(tipOf(name), slot)]);
    void act('setTips', [Object.fromEntries([...lower, [tip, slot], ...higher])]);
  };
  const onKey = (tip: (typeof TIPS)[number]) => (event: KeyboardEvent) => {
    const change = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    if (change === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(tip, Math.min(Math.max(tipOf(tip) + change, firstSlot()), lastSlot()));
  };
  return (
    <div class="tips">
      {TIPS.map((tip, i) => {
        const slot = dragged?.tip === tip ? dragged.slot : tipOf(tip);
        if (slot < first || slot >= first + count) return null;
        return (
          <div
            key={tip}
            class={`tip ${tip}${x(slot) < LABEL ? ' isAtStart' : ''}`}
            style={{ left: `${x(slot)}px`, top: `${i * 14}px` }}
            role="slider"
            tabIndex={0}
            aria-label={`${tip} tip`}
            aria-valuemin={firstSlot()}
            aria-valuemax={lastSlot()}
            aria-valuenow={slot}
            onKeyDown={onKey(tip)}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              setDragged({ tip, slot });
            }}
            onPointerMove={(event) => {
              if (dragged?.tip !== tip) return;
              const box = event.currentTarget.parentElement!.getBoundingClientRect();
              const to = first + Math.floor((event.clientX - box.left) / step);
              setDragged({ tip, slot: Math.min(Math.max(to, first), Math.min(first + count - 1, lastSlot())) });
            }}
            onPointerUp={() => {
              if (dragged?.tip === tip && dragged.slot !== tipOf(tip)) set(tip, dragged.slot);
              setDragged(undefined);
            }}
          >
            {tip} {slot}
          </div>
        );
      })}
    </div>
  );
}
