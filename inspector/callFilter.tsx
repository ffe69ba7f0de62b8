import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { JournalCall, LoggedMove } from './journal.ts';
import { compactJson } from './json.ts';
import { names, transactionNames } from './names.ts';
import { callKindOf, callOutcomeText } from './outcomes.tsx';
import { Checkbox } from './parts.tsx';
import { loadReasons, reasonOf } from './reasons.ts';

/** The filter of the calls: by text, outcome and method. */

export interface Row {
  readonly call: JournalCall;
  readonly count: number;
  readonly params: string;
}

/** A row of the list: calls, or a move of the ledger between two calls. */
export type ListRow = Row | { readonly move: LoggedMove };

const text = signal('');
const isGrouped = signal(false);
/** The outcome and the method that are shown; empty: all. */
const outcome = signal('');
const method = signal('');

const KINDS = ['result', 'null', 'error', 'fault'] as const;

/** The rows of the calls that match the filter, newest first. Grouped, calls with the same parameters and outcome are one row. */
export function rowsOf(all: readonly JournalCall[]): readonly Row[] {
  const matches = matcherOf(text.value.trim());
  const rows = new Map<string, { call: JournalCall; count: number; params: string }>();
  for (let i = all.length - 1; i >= 0; i--) {
    const call = all[i]!;
    if (outcome.value !== '' && callKindOf(call) !== outcome.value) continue;
    if (method.value !== '' && call.method !== method.value) continue;
    const params = compactJson(call.params);
    if (!matches(call, params)) continue;
    const key = isGrouped.value ? `${call.method} ${params} ${callOutcomeText(call)}` : String(call.id);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { call, count: 1, params });
    else row.count++;
  }
  return [...rows.values()];
}

/** The rows with the moves of the ledger in between. A filter hides moves: they are not calls. */
export function withMoves(rows: readonly Row[], moves: readonly LoggedMove[]): readonly ListRow[] {
  const isFiltered = [text.value.trim(), outcome.value, method.value].some((value) => value !== '');
  if (isFiltered || isGrouped.value || rows.length === 0) return rows;
  const movesLeft = [...moves];
  const listed: ListRow[] = [];
  for (const row of rows) {
    while (movesLeft.length > 0 && movesLeft.at(-1)!.afterCall >= row.call.id) listed.push({ move: movesLeft.pop()! });
    listed.push(row);
  }
  return [...listed, ...movesLeft.reverse().map((move) => ({ move }))];
}

/** Matches calls by `null`, for a result that is null; by a name, for its address or signature; or by a part of the row. */
function matcherOf(filterText: string): (call: JournalCall, params: string) => boolean {
  if (filterText.toLowerCase() === 'null') return ({ isNull }) => isNull === true;
  const keys = keysNamed(filterText);
  const part = filterText.toLowerCase();
  return (call, params) => {
    if (keys.some((key) => params.includes(key))) return true;
    const row = `${call.method} ${params} ${callOutcomeText(call)} ${call.client ?? ''} ${call.transport} ${reasonOf(call)}`;
    return row.toLowerCase().includes(part);
  };
}

/** The addresses and signatures of a name, with its `$` or without, or else of all names that begin with the text. */
function keysNamed(filterText: string): readonly string[] {
  if (filterText === '') return [];
  const allNames = [...names.value, ...transactionNames.value];
  const isName = (name: string) => name === filterText || name === `$${filterText}`;
  const exact = allNames.filter(([, name]) => isName(name));
  const isBeginning = (name: string) => name.startsWith(filterText) || name.startsWith(`$${filterText}`);
  return (exact.length > 0 ? exact : allNames.filter(([, name]) => isBeginning(name))).map(([key]) => key);
}

/** The most calls whose reasons are loaded for the filter. */
const MAX_REASONS = 500;

export function CallFilter({ all }: { all: readonly JournalCall[] }) {
  const methods = countsOf(all.map((call) => call.method));
  const outcomes = countsOf(all.map(callKindOf));
  const isFiltered = text.value.trim() !== '';
  useEffect(() => void (isFiltered && loadReasons(all.slice(-MAX_REASONS))), [isFiltered, all]);
  return (
    <>
      <label>
        filter{' '}
        <input
          type="search"
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
          placeholder="name, text, reason"
        />
      </label>
      <span class="choices" role="group" aria-label="outcome">
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            class={`is-${kind}`}
            aria-pressed={outcome.value === kind}
            onClick={() => {
              outcome.value = outcome.value === kind ? '' : kind;
            }}
          >
            {kind} {outcomes.get(kind) ?? 0}
          </button>
        ))}
      </span>
      <label>
        method{' '}
        <select
          value={method.value}
          onChange={(event) => {
            method.value = event.currentTarget.value;
          }}
        >
          <option value="">all</option>
          {[...methods].sort().map(([name, count]) => (
            <option key={name} value={name}>
              {name} ({count})
            </option>
          ))}
        </select>
      </label>
      <Checkbox choice={isGrouped}>equal calls as one</Checkbox>
    </>
  );
}

function countsOf<T>(items: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
