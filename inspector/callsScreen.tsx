import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { act, fork } from './client.ts';
import { ConfirmButton } from './dialogs.tsx';
import { short } from './format.ts';
import { calls, type JournalCall, loadCalls } from './journal.ts';
import { compactJson } from './json.ts';
import { calls as newCalls, resets } from './live.ts';
import { names, transactionNames } from './names.ts';
import { CallOutcome, callOutcomeText } from './outcomes.tsx';
import { hrefOf } from './route.ts';

/** The journal: the calls of apps and their outcomes. */

const ROW = 30;

const filter = signal('');
const isGrouped = signal(false);

interface Row {
  readonly call: JournalCall;
  readonly count: number;
  readonly params: string;
}

/** The rows of the calls that match a filter, newest first. Grouped, calls with the same parameters and outcome are one row. */
function rowsOf(all: readonly JournalCall[], filterText: string, grouped: boolean): readonly Row[] {
  const matches = matcherOf(filterText);
  const rows = new Map<string, { call: JournalCall; count: number; params: string }>();
  for (let i = all.length - 1; i >= 0; i--) {
    const call = all[i]!;
    const params = compactJson(call.params);
    if (!matches(call, params)) continue;
    const key = grouped ? `${call.method} ${params} ${callOutcomeText(call)}` : String(call.id);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { call, count: 1, params });
    else row.count++;
  }
  return [...rows.values()];
}

/** Matches calls by `null`, for a result that is null; by a name, for its address or signature; or by a part of the row. */
function matcherOf(filterText: string): (call: JournalCall, params: string) => boolean {
  if (filterText.toLowerCase() === 'null') return ({ isNull }) => isNull === true;
  const keys = keysNamed(filterText);
  const part = filterText.toLowerCase();
  return (call, params) => {
    if (keys.some((key) => params.includes(key))) return true;
    const row = `${call.method} ${params} ${callOutcomeText(call)} ${call.client ?? ''} ${call.transport}`;
    return row.toLowerCase().includes(part);
  };
}

/** The addresses and signatures of a name, or of all names that begin with `$` and the text. */
function keysNamed(text: string): readonly string[] {
  const allNames = [...names.value, ...transactionNames.value];
  const exact = allNames.filter(([, name]) => name === text);
  const beginning = text.startsWith('$') ? allNames.filter(([, name]) => name.startsWith(text)) : [];
  return (exact.length > 0 ? exact : beginning).map(([key]) => key);
}

export function CallsScreen() {
  useEffect(() => void loadCalls(), [newCalls.value, resets.value, fork.value]);
  useEffect(() => {
    calls.value = [];
    void loadCalls();
  }, [resets.value]);
  const rows = rowsOf(calls.value, filter.value.trim(), isGrouped.value);
  return (
    <main>
      <h1>Calls</h1>
      <p class="row">
        <label>
          filter{' '}
          <input
            type="search"
            value={filter.value}
            onInput={(event) => {
              filter.value = event.currentTarget.value;
            }}
            placeholder="method, $name, address, error, null, client"
          />
        </label>
        <label>
          <input
            type="checkbox"
            checked={isGrouped.value}
            onChange={(event) => {
              isGrouped.value = event.currentTarget.checked;
            }}
          />{' '}
          equal calls as one
        </label>
        <span>
          {rows.length} of {calls.value.length}
        </span>
        <ConfirmButton
          question="Clear the journal? The calls until now are lost for the page and for tests."
          onConfirm={async () => {
            if ((await act('clearCalls')) !== undefined) calls.value = [];
          }}
        >
          clear
        </ConfirmButton>
      </p>
      <Rows rows={rows} />
    </main>
  );
}

/** The list of rows: only those that can be seen are in the page. */
function Rows({ rows }: { rows: readonly Row[] }) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setHeight(entry!.contentRect.height));
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(top / ROW) - 10);
  const visibleRows = rows.slice(first, first + Math.ceil(height / ROW) + 20);
  return (
    <div
      class="calls"
      ref={box}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      tabIndex={0}
      role="region"
      aria-label="calls, newest first"
    >
      {rows.length === 0 && <p>No calls yet. Calls of apps are listed here as they arrive.</p>}
      <ol style={{ height: `${rows.length * ROW}px` }}>
        {visibleRows.map(({ call, count, params }, i) => (
          <li key={call.id} style={{ top: `${(first + i) * ROW}px` }} class={`is-${call.outcome}`}>
            <a href={hrefOf('call', call.id)}>
              <span class="id">{call.id}</span>
              <b>{call.method}</b>
              {count > 1 && <span class="count">×{count}</span>}
              <span class="params">{params.length > 300 ? `${params.slice(0, 300)}…` : params}</span>
              <CallOutcome {...call} />
              <span class="dim">{call.durationMs} ms</span>
              <span class="dim client">{short(call.client ?? '')}</span>
              <span class="dim">{call.transport}</span>
            </a>
          </li>
        ))}
      </ol>
    </div>
  );
}
