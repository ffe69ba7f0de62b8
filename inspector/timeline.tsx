import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAnswer } from './answers.ts';
import { CallMarks, marksHeight, useCallsBySlot } from './callMarks.tsx';
import { act } from './client.ts';
import { firstSlot, lastSlot, loaded, newest, slotsIn, tipOf } from './history.ts';
import { AccountLink, SlotLink } from './links.tsx';
import { calls, moves, resets } from './live.ts';
import { names } from './names.ts';
import { Status } from './outcomes.tsx';
import { go } from './route.ts';
import { WITH_SUMMARIES } from './showConfig.ts';
import { type Bin, binsOf, lanesOf, type Slot } from './slots.ts';
import { Tips } from './tips.tsx';
import { isReadOnly } from './trace.ts';
import { isVote, TransactionTable, transactionsIn } from './transactionTable.tsx';

/** The home screen: slots in time, with lanes for blocks off the chain, and tips that can be moved. */

const SPANS = [30, 60, 120, 300, 1000, 5000, 20_000, 100_000];
/** The most slots that are shown one by one. */
const MAX_SINGLE = 300;
const LANE = 46;
const TOP = 66;

/** The number of slots that are shown; undefined: as many as the width has room for. */
const span = signal<number | undefined>(undefined);
const DEFAULT_SPAN = 60;
/** The width that a slot needs at least: rings do not overlap. */
const MIN_STEP = 12;
/** The last slot that is shown; undefined: the last one of the ledger. */
const end = signal<number | undefined>(undefined);
/** The slot that the user chose. */
const chosen = signal<number | undefined>(undefined);

function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}

export function Timeline() {
  const { box, width } = useWidth();
  void loaded.value;
  const last = Math.max(end.value ?? startOfTrace() ?? lastSlot(), firstSlot());
  const shownSpan = span.value ?? (width === 0 || width >= DEFAULT_SPAN * MIN_STEP ? DEFAULT_SPAN : SPANS[0]!);
  const first = Math.max(last - shownSpan + 1, firstSlot());
  const count = last - first + 1;
  const isSingle = count <= MAX_SINGLE;
  const slots = newest.value === undefined ? [] : slotsIn(first, last);
  const zoom = (step: number) => {
    const index = SPANS.findIndex((size) => size >= shownSpan) + step;
    span.value = SPANS[Math.min(Math.max(index, 0), SPANS.length - 1)]!;
  };
  const move = (slots: number) => {
    const to = Math.min(Math.max(last + slots, firstSlot() + 1), lastSlot());
    end.value = to === lastSlot() && !isReadOnly ? undefined : to;
  };
  const onKey = (event: KeyboardEvent) => {
    const at = chosen.value ?? tipOf('processed');
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: firstSlot(), End: lastSlot() }[event.key];
    if (event.key === '+') zoom(-1);
    else if (event.key === '-') zoom(1);
    else if (event.key === 'Enter' && chosen.value !== undefined) go('slot', chosen.value);
    else if (to === undefined) return;
    else {
      chosen.value = Math.min(Math.max(to, firstSlot()), lastSlot());
      if (chosen.value < first || chosen.value > last) move(chosen.value - last + Math.floor(count / 2));
    }
    event.preventDefault();
  };
  return (
    <main>
      <h1>Timeline</h1>
      <p class="row">
        <button type="button" onClick={() => move(-Math.ceil(count / 2))} disabled={first <= firstSlot()}>
          ← older
        </button>
        <button type="button" onClick={() => move(Math.ceil(count / 2))} disabled={last >= lastSlot()}>
          newer →
        </button>
        <button type="button" onClick={() => zoom(-1)} disabled={shownSpan === SPANS[0]}>
          zoom in
        </button>
        <button type="button" onClick={() => zoom(1)} disabled={shownSpan === SPANS.at(-1)}>
          zoom out
        </button>
        <label>
          slots{' '}
          <select
            value={shownSpan}
            onChange={(event) => {
              span.value = Number(event.currentTarget.value);
            }}
          >
            {SPANS.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
        <span>
          {first} to {last}
        </span>
      </p>
      <div
        class="timeline"
        ref={box}
        tabIndex={0}
        role="group"
        aria-label="slots; arrow keys choose one, Enter opens it"
        onKeyDown={onKey}
      >
        {width > 0 &&
          count > 0 &&
          (isSingle ? (
            <Single first={first} count={count} slots={slots} width={width} />
          ) : (
            <Binned first={first} count={count} slots={slots} width={width} />
          ))}
      </div>
      <Legend />
      <Chosen slots={slots} />
      <Newest />
      <h2>Accounts with names</h2>
      <p class="row">
        {Array.from(names.value, ([address]) => (
          <AccountLink key={address} address={address} />
        ))}
      </p>
    </main>
  );
}

/** The slots after the newest transaction that a trace shows at first. */
const AFTER_NEWEST = 20;

/** The last slot that a trace shows at first: the newest transaction is in view. Undefined: there is none, or this is not a trace. */
function startOfTrace(): number | undefined {
  if (!isReadOnly || newest.value === undefined) return undefined;
  const slot = slotsIn(firstSlot(), lastSlot()).findLast(
    ({ transactions, votes = 0 }) => (transactions ?? 0) > votes,
  )?.slot;
  return slot === undefined ? undefined : Math.min(slot + AFTER_NEWEST, lastSlot());
}

interface ShownRange {
  readonly first: number;
  readonly count: number;
  readonly slots: readonly Slot[];
  readonly width: number;
}

function Single({ count, first, slots, width }: ShownRange) {
  const step = width / count;
  const lanes = lanesOf(slots);
  const depth = Math.max(0, ...lanes.values());
  const bottom = TOP + depth * LANE + LANE / 2 + 10;
  const bySlot = useCallsBySlot();
  const mostCalls = Math.max(0, ...slots.map(({ slot }) => bySlot.get(slot)?.length ?? 0));
  const x = (slot: number) => (slot - first + 0.5) * step;
  const y = (slot: number) => TOP + (lanes.get(slot) ?? 0) * LANE;
  const shownSlots = new Set(slots.map(({ slot }) => slot));
  const radius = Math.max(1.5, Math.min(9, step / 2.6));
  return (
    <div class="plot">
      <svg width={width} height={bottom + 10 + marksHeight(mostCalls)}>
        {slots.map(({ kind, parent, slot }) =>
          parent === undefined || !shownSlots.has(parent) || kind === 'skipped' ? null : (
            <path
              key={`p${slot}`}
              class={`edge ${kind}`}
              d={`M${x(parent)} ${y(parent)}C${x(slot)} ${y(parent)} ${x(parent)} ${y(slot)} ${x(slot)} ${y(slot)}`}
            />
          ),
        )}
        {slots.map((slot) => (
          <g
            key={slot.slot}
            class={`slot ${slot.kind}${chosen.value === slot.slot ? ' chosen' : ''}`}
            data-slot={slot.slot}
            onClick={() => {
              chosen.value = slot.slot;
            }}
            onDblClick={() => go('slot', slot.slot)}
          >
            <title>{titleOf(slot)}</title>
            <rect class="hit" x={x(slot.slot) - step / 2} y={y(slot.slot) - LANE / 2} width={step} height={LANE} />
            <Mark slot={slot} x={x(slot.slot)} y={y(slot.slot)} radius={radius} />
          </g>
        ))}
        {labelled(slots, step).map(({ slot }) => (
          <text key={slot} class="label" x={x(slot)} y={bottom}>
            {slot}
          </text>
        ))}
        {slots.map(({ slot }) => (
          <CallMarks
            key={`c${slot}`}
            all={bySlot.get(slot) ?? []}
            center={x(slot)}
            top={bottom + 8}
            width={Math.max(2, Math.min(26, step - 2))}
          />
        ))}
      </svg>
      <Tips x={x} first={first} count={count} step={step} />
    </div>
  );
}

function Mark({
  radius,
  slot: { failed, kind, transactions, votes = 0 },
  x,
  y,
}: {
  slot: Slot;
  x: number;
  y: number;
  radius: number;
}) {
  if (kind === 'skipped' || (kind === 'ahead' && transactions === undefined))
    return (
      <path
        class="cross"
        d={`M${x - radius / 2} ${y - radius / 2}l${radius} ${radius}m0 ${-radius}l${-radius} ${radius}`}
      />
    );
  const good = (transactions ?? 0) - (failed ?? 0) - votes;
  const dot = Math.max(1.5, radius / 2.5);
  return (
    <>
      <circle class="ring" cx={x} cy={y} r={radius} />
      {good > 0 && <circle class="good" cx={x} cy={y} r={radius / 2} />}
      {(failed ?? 0) > 0 && <circle class="bad" cx={x} cy={y + radius + 2 + dot} r={dot} />}
    </>
  );
}

function titleOf({ failed, kind, slot, transactions, votes = 0 }: Slot): string {
  const counts =
    transactions === undefined
      ? ''
      : `, ${transactions ?? 'unknown'} transactions, ${failed ?? 0} failed${votes === 0 ? '' : `, ${votes} votes`}`;
  return `slot ${slot}: ${kind}${counts}`;
}

/** The slots with a label: labels do not overlap. */
function labelled(slots: readonly Slot[], step: number): readonly Slot[] {
  const every = Math.ceil(64 / step);
  return slots.filter(({ slot }) => slot % every === 0);
}

function Binned({ count, first, slots, width }: ShownRange) {
  const bins = binsOf(slots, first, count, Math.max(20, Math.floor(width / 4)));
  const step = width / bins.length;
  const most = Math.max(1, ...bins.map(({ transactions }) => transactions));
  const open = ({ from, to }: Bin) => {
    const size = SPANS.find((candidate) => candidate >= (to - from + 1) * 10) ?? 300;
    span.value = size;
    end.value = Math.min(to + Math.floor(size / 2), lastSlot());
  };
  return (
    <div class="plot">
      <svg width={width} height={TOP + 2 * LANE}>
        {bins.map((bin, i) => {
          const all = bin.to - bin.from + 1;
          const height = (LANE * (bin.transactions - bin.failed - bin.lost)) / most;
          const lost = (LANE * bin.lost) / most;
          const failed = (LANE * bin.failed) / most;
          const share = (bin.blocks + bin.ahead) / all;
          return (
            <g key={bin.from} class="bin" onClick={() => open(bin)}>
              <title>{`slots ${bin.from} to ${bin.to}: ${bin.blocks} blocks, ${bin.skipped} skipped, ${bin.dropped} dropped, ${bin.transactions} transactions, ${bin.failed} failed`}</title>
              <rect class="blocks" x={i * step} y={TOP} width={step} height={6} opacity={share} />
              {bin.dropped > 0 && <rect class="droppedBin" x={i * step} y={TOP + 8} width={step} height={6} />}
              <rect class="good" x={i * step} y={TOP + 16} width={step * 0.9} height={height} />
              <rect class="lost" x={i * step} y={TOP + 16 + height} width={step * 0.9} height={lost} />
              <rect class="bad" x={i * step} y={TOP + 16 + height + lost} width={step * 0.9} height={failed} />
            </g>
          );
        })}
      </svg>
      <Tips x={(slot) => ((slot - first + 0.5) * width) / count} first={first} count={count} step={width / count} />
    </div>
  );
}

function Legend() {
  return (
    <p class="legend">
      <span class="block">block</span> <Status status="dropped" /> <Status status="ahead" /> <Status status="skipped" />{' '}
      <span class="goodText">● succeeded</span> <span class="is-failed">● failed</span>
      <span>calls below their slot:</span> <span class="is-result">▬ result</span> <span class="is-null">▬ null</span>{' '}
      <span class="is-error">▬ error or fault</span>
    </p>
  );
}

/** The number of newest transactions that are listed. */
const LISTED = 12;

/** The transactions of the chosen slot, or else the newest ones of the ledger that are not votes. */
function Newest() {
  const slot = chosen.value;
  const { value } = useAnswer(
    'stillnode_show',
    [slot === undefined ? null : String(slot), WITH_SUMMARIES],
    moves,
    resets,
    calls,
  );
  const all = transactionsIn(value);
  return (
    <>
      <h2>{slot === undefined ? 'Newest transactions' : `Transactions of slot ${slot}`}</h2>
      <TransactionTable
        transactions={slot === undefined ? all.filter((transaction) => !isVote(transaction)).slice(0, LISTED) : all}
      />
    </>
  );
}

/** The chosen slot, with its buttons. */
function Chosen({ slots }: { slots: readonly Slot[] }) {
  const slot = chosen.value;
  if (slot === undefined) return <p>Choose a slot to see what is in it.</p>;
  const details = slots.find((other) => other.slot === slot);
  return (
    <p class="row" aria-live="polite">
      <b>{details === undefined ? `slot ${slot}` : titleOf(details)}</b> <SlotLink slot={slot} />
      <button
        type="button"
        class="changes"
        onClick={() => void act('reorg', [slot])}
        disabled={slot > tipOf('processed')}
      >
        reorg here
      </button>
      <button
        type="button"
        class="changes"
        onClick={() =>
          void act('setTips', [
            {
              processed: slot,
              confirmed: Math.min(slot, tipOf('confirmed')),
              finalized: Math.min(slot, tipOf('finalized')),
            },
          ])
        }
      >
        move the processed tip here
      </button>
    </p>
  );
}
