import { useState } from 'preact/hooks';
import { useAnswer } from './answers.ts';
import { act, ask, chooseFork, failure, fork } from './client.ts';
import { ConfirmButton } from './dialogs.tsx';
import { newest, tipOf } from './history.ts';
import { type Json, listOf, memberOf } from './json.ts';
import { absence, connection, moves, resets, rules } from './live.ts';
import { Failed } from './parts.tsx';
import { go, route } from './route.ts';

/** The bar above every screen: links to the screens, search, the choice of the ledger, and the buttons that move it. */

const SCREENS = [
  ['timeline', '#/'],
  ['calls', '#/calls'],
  ['rules', '#/rules'],
  ['session', '#/session'],
] as const;

export function Bar() {
  const [screen = ''] = route.value;
  return (
    <header>
      <nav aria-label="screens">
        <a class="home" href="#/">
          stillnode
        </a>
        {SCREENS.map(([name, href]) => (
          <a
            key={name}
            href={href}
            aria-current={(screen || 'timeline').startsWith(name.slice(0, 4)) ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
        <Search />
        <LedgerChoice />
        <Connection />
      </nav>
      <LedgerButtons />
      {absence.value !== '' && <Failed>{absence.value}</Failed>}
      {failure.value !== '' && (
        <p class="error" role="alert">
          {failure.value}{' '}
          <button
            type="button"
            onClick={() => {
              failure.value = '';
            }}
          >
            close
          </button>
        </p>
      )}
    </header>
  );
}

function Connection() {
  const isSocket = connection.value === 'socket';
  if (absence.value !== '') return <span class="is-failed">○ gone</span>;
  return (
    <span class="dim" title={isSocket ? 'changes arrive over a WebSocket' : 'changes are polled each second'}>
      {isSocket ? '● live' : '○ polling'}
    </span>
  );
}

function Search() {
  const [text, setText] = useState('');
  const find = async (event: Event) => {
    event.preventDefault();
    const trimmed = text.trim();
    if (trimmed === '') return;
    try {
      const item = await ask('stillnode_show', [trimmed]);
      failure.value = '';
      if (memberOf(item, 'transaction') !== undefined) go('tx', String(memberOf(item, 'signature')));
      else if (memberOf(item, 'states') !== undefined) go('account', String(memberOf(item, 'address')));
      else go('slot', String(memberOf(item, 'slot')));
    } catch (error) {
      failure.value = (error as Error).message;
    }
  };
  return (
    <form role="search" onSubmit={find}>
      <input
        type="search"
        aria-label="slot, signature, address or name"
        placeholder="slot, signature, address, $name"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}

function LedgerChoice() {
  const forks = listOf(memberOf(newest.value, 'forks')).map(String);
  const { value } = useAnswer('stillnode_listForks', [], moves, resets);
  const all = [...new Set([...forks, ...listOf(value).map((item) => String(memberOf(item, 'name')))])];
  const make = async () => {
    const newFork = await act('fork');
    if (newFork !== undefined) chooseFork(String(memberOf(newFork, 'name')));
  };
  return (
    <span>
      <label>
        ledger{' '}
        <select value={fork.value ?? ''} onChange={(event) => chooseFork(event.currentTarget.value || undefined)}>
          <option value="">main</option>
          {all.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>{' '}
      <button type="button" onClick={make}>
        fork
      </button>
    </span>
  );
}

/** The tips, and the buttons that move the ledger. */
function LedgerButtons() {
  const snapshots = listOf(memberOf(newest.value, 'snapshots')).map(String);
  const [slots, setSlots] = useState('1');
  const [seconds, setSeconds] = useState('3600');
  const slotTime = memberOf(newest.value, 'slotTimeMs') ?? null;
  return (
    <p class="row ledgerButtons">
      <span class="currentTips">
        processed <b>{tipOf('processed')}</b> confirmed <b>{tipOf('confirmed')}</b> finalized{' '}
        <b>{tipOf('finalized')}</b>
      </span>
      <label>
        <input
          type="number"
          aria-label="slots"
          min={1}
          step={1}
          value={slots}
          onInput={(event) => setSlots(event.currentTarget.value)}
        />
      </label>
      <button type="button" onClick={() => withCount('slots', slots, (count) => act('advance', [count]))}>
        advance
      </button>
      <button
        type="button"
        onClick={() => withCount('slots', slots, (count) => act('advance', [count, { skip: true }]))}
      >
        skip
      </button>
      <button type="button" onClick={() => act('snapshot').then(() => void moves.value++)}>
        snapshot
      </button>
      <select
        aria-label="revert to a snapshot"
        value=""
        disabled={snapshots.length === 0}
        onChange={(event) => void (event.currentTarget.value !== '' && act('revert', [event.currentTarget.value]))}
      >
        <option value="">revert…</option>
        {snapshots.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
      <label>
        <input
          type="number"
          aria-label="seconds to warp"
          min={1}
          step={1}
          value={seconds}
          onInput={(event) => setSeconds(event.currentTarget.value)}
        />
      </label>
      <button
        type="button"
        onClick={() => withCount('seconds to warp', seconds, (count) => act('warp', [{ seconds: count }]))}
      >
        warp seconds
      </button>
      <SlotTime slotTime={slotTime} />
      <ConfirmButton
        question="Reset the ledger to what was loaded? Its moves, calls, rules and snapshots are lost."
        onConfirm={() => act('reset').then(() => void rules.value++)}
      >
        reset
      </ConfirmButton>
    </p>
  );
}

/** Uses a whole number from 1 on; the page reports any other text. */
function withCount(name: string, text: string, use: (count: number) => void): void {
  const count = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(count) && count >= 1) use(count);
  else failure.value = `${name}: expected a whole number from 1 on, found ${text === '' ? 'none' : text}`;
}

function SlotTime({ slotTime }: { slotTime: Json }) {
  const set = (milliseconds: number | null) => act('setSlotTime', [milliseconds]).then(() => void moves.value++);
  return slotTime === null ? (
    <button type="button" onClick={() => set(400)}>
      start time
    </button>
  ) : (
    <button type="button" onClick={() => set(null)}>
      stop time ({String(slotTime)} ms)
    </button>
  );
}
