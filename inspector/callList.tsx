import { useEffect, useRef, useState } from 'preact/hooks';
import type { ListRow, Row } from './callFilter.tsx';
import { clock } from './format.ts';
import type { LoggedMove } from './journal.ts';
import { labelledParams, labelledSentence } from './labels.ts';
import { CallOutcome } from './outcomes.tsx';
import { loadReasons, reasonOf } from './reasons.ts';
import { hrefOf } from './route.ts';

/** The list of calls, of which only rows that can be seen are in the page. */

/** The height of a row: one line with the call, one with its reason. */
const ROW = 44;

export function CallList({ chosen, rows }: { rows: readonly ListRow[]; chosen: number | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setHeight(entry!.contentRect.height));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const chosenRow = rows.findIndex((row) => 'call' in row && row.call.id === chosen);
  useEffect(() => scrollTo(box.current!, chosenRow), [chosen]);
  const first = Math.max(0, Math.floor(top / ROW) - 10);
  const visibleRows = rows.slice(first, first + Math.ceil(height / ROW) + 20);
  useEffect(() => void loadReasons(visibleRows.flatMap((row) => ('call' in row ? [row.call] : []))));
  return (
    <div class="calls">
      <p class="callHead dim" aria-hidden="true">
        <span>id</span>
        <span>method</span>
        <span>outcome</span>
        <span class="number">slot</span>
        <span class="number">time</span>
      </p>
      <div
        class="callRows"
        ref={box}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        tabIndex={0}
        role="region"
        aria-label="calls, newest first"
      >
        {rows.length === 0 && <p>No calls yet. Calls of apps are listed here as they arrive.</p>}
        <ol style={{ height: `${rows.length * ROW}px` }}>
          {visibleRows.map((row, i) => (
            <li key={keyOf(row)} style={{ top: `${(first + i) * ROW}px` }}>
              {'move' in row ? (
                <MoveRow move={row.move} />
              ) : (
                <CallRow
                  {...row}
                  isChosen={row.call.id === chosen}
                  slotBefore={slotOfFirstCall(rows.slice(first + i + 1))}
                />
              )}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

function keyOf(row: ListRow): string {
  return 'call' in row ? String(row.call.id) : `${row.move.afterCall} ${row.move.slot} ${row.move.method}`;
}

/** The slot of the first call in rows. */
function slotOfFirstCall(rows: readonly ListRow[]): number | bigint | undefined {
  const row = rows.find((one): one is Row => 'call' in one);
  return row?.call.slot;
}

/** A move of the ledger between two calls. */
function MoveRow({ move: { count, method, params, slot } }: { move: LoggedMove }) {
  return (
    <p class="move">
      <span class="id" />
      <span class="method">
        <b>{method === null ? 'time passed' : method.replace('stillnode_', '')}</b>
        {count > 1 && <span class="count"> ×{count}</span>}
      </span>
      <span class="dim">move</span>
      <span class="number slot">{String(slot)}</span>
      <span class="number time" />
      <span class="params">{params ?? ''}</span>
    </p>
  );
}

/** @param slotBefore of the call before: where it is another one, the ledger has moved in between */
function CallRow({
  call,
  count,
  isChosen,
  slotBefore,
}: Row & { isChosen: boolean; slotBefore: number | bigint | undefined }) {
  const reason = reasonOf(call);
  const hasMoved = slotBefore !== undefined && call.slot !== undefined && slotBefore !== call.slot;
  return (
    <a
      href={hrefOf('call', call.id)}
      class={hasMoved ? 'hasMoved' : ''}
      aria-current={isChosen ? 'true' : undefined}
      title={`${call.durationMs} ms, ${call.client ?? 'no client'}, ${call.transport}`}
    >
      <span class="id">{call.id}</span>
      <span class="method">
        <b>{call.method}</b>
        {count > 1 && <span class="count"> ×{count}</span>}
      </span>
      <CallOutcome {...call} />
      <span class="number slot">{String(call.slot ?? '')}</span>
      <span class="number time">{clock(call.timeMs)}</span>
      <span class={reason === '' ? 'params' : 'params reason'}>
        {reason === '' ? labelledParams(call.params) : labelledSentence(reason)}
      </span>
    </a>
  );
}

/** Scrolls a row into the box. */
function scrollTo(box: HTMLElement, row: number): void {
  if (row < 0) return;
  if (row * ROW < box.scrollTop) box.scrollTop = row * ROW;
  else if ((row + 1) * ROW > box.scrollTop + box.clientHeight) box.scrollTop = (row + 1) * ROW - box.clientHeight;
}
