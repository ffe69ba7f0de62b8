import { useEffect, useRef, useState } from 'preact/hooks';
import { act, chooseFork, failure } from './client.ts';
import { ConfirmButton } from './dialogs.tsx';
import { newest } from './history.ts';
import { moves, rules } from './live.ts';

/** The menu of all moves. A click outside closes it, and so does Escape. */
export function MovesMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target }: PointerEvent) => {
      if (!menu.current!.contains(target as Node)) menu.current!.open = false;
    };
    addEventListener('pointerdown', close);
    return () => removeEventListener('pointerdown', close);
  }, []);
  return (
    <details class="menu" ref={menu}>
      <summary>move the ledger</summary>
      <div class="menuBox">
        <Advance />
        <Warp />
        <SlotTime />
        <Snapshots />
        <p class="row">
          <button
            type="button"
            onClick={async () => {
              const fork = await act('fork');
              if (fork !== undefined) chooseFork(fork.name);
            }}
          >
            fork
          </button>
          <ConfirmButton
            question="Reset the ledger to what was loaded? Its moves, calls, rules and snapshots are lost."
            onConfirm={() => act('reset').then(() => void rules.value++)}
          >
            reset
          </ConfirmButton>
        </p>
      </div>
    </details>
  );
}

function Advance() {
  const [slots, setSlots] = useState('1');
  return (
    <p class="row">
      <Count label="slots" value={slots} onInput={setSlots} />
      <button type="button" onClick={() => withCount('slots', slots, (count) => act('advance', [count]))}>
        advance
      </button>
      <button
        type="button"
        onClick={() => withCount('slots', slots, (count) => act('advance', [count, { skip: true }]))}
      >
        skip
      </button>
    </p>
  );
}

function Warp() {
  const [seconds, setSeconds] = useState('3600');
  return (
    <p class="row">
      <Count label="seconds to warp" value={seconds} onInput={setSeconds} />
      <button
        type="button"
        onClick={() => withCount('seconds to warp', seconds, (count) => act('warp', [{ seconds: count }]))}
      >
        warp seconds
      </button>
    </p>
  );
}

function SlotTime() {
  const [milliseconds, setMilliseconds] = useState('400');
  const slotTime = newest.value?.slotTimeMs ?? null;
  const set = (value: number | null) => act('setSlotTime', [value]).then(() => void moves.value++);
  return (
    <p class="row">
      <Count label="milliseconds a slot" value={milliseconds} onInput={setMilliseconds} />
      <button type="button" onClick={() => withCount('milliseconds a slot', milliseconds, set)}>
        start time
      </button>
      <button type="button" disabled={slotTime === null} onClick={() => set(null)}>
        stop time
      </button>
    </p>
  );
}

function Snapshots() {
  const snapshots = newest.value?.snapshots ?? [];
  return (
    <p class="row">
      <label>
        revert to{' '}
        <select
          value=""
          disabled={snapshots.length === 0}
          onChange={(event) => void (event.currentTarget.value !== '' && act('revert', [event.currentTarget.value]))}
        >
          <option value="">{snapshots.length === 0 ? 'no snapshot' : 'a snapshot…'}</option>
          {snapshots.map((id) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => act('snapshot').then(() => void moves.value++)}>
        snapshot
      </button>
    </p>
  );
}

function Count({ label, onInput, value }: { label: string; value: string; onInput: (text: string) => void }) {
  return (
    <label>
      {label}{' '}
      <input type="number" min={1} step={1} value={value} onInput={(event) => onInput(event.currentTarget.value)} />
    </label>
  );
}

/** Uses a whole number from 1 on; the page reports any other text. */
function withCount(name: string, text: string, use: (count: number) => void): void {
  const count = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(count) && count >= 1) use(count);
  else failure.value = `${name}: expected a whole number from 1 on, found ${text === '' ? 'none' : text}`;
}
