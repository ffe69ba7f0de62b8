import { useAnswer } from './answers.ts';
import { chooseFork, failure, fork } from './client.ts';
import { newest, tipOf } from './history.ts';
import { absence, connection, moves, resets } from './live.ts';
import { MovesMenu } from './movesMenu.tsx';
import { Failed } from './parts.tsx';
import { hrefOf } from './route.ts';
import { SCREENS, screenName } from './screens.ts';
import { Search } from './search.tsx';
import { isReadOnly } from './trace.ts';

/** The bar above every screen: links to the screens and the search, and below them the state of the ledger and the menu of moves. */
export function Bar() {
  return (
    <header>
      <nav aria-label="screens">
        <a class="home" href="#/">
          stillnode
        </a>
        {SCREENS.map((name) => (
          <a
            key={name}
            href={name === 'timeline' ? '#/' : hrefOf(name)}
            aria-current={screenName() === name ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
        <Search />
      </nav>
      {absence.value !== '' && <Failed>{absence.value}</Failed>}
      {failure.value !== '' && (
        <p class="error toast" role="alert">
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
      <State />
    </header>
  );
}

/** The state of the ledger in one row, and what moves it. */
function State() {
  const slotTime = newest.value?.slotTimeMs ?? null;
  return (
    <div class="row state">
      <span class="currentTips">
        processed <b>{tipOf('processed')}</b> confirmed <b>{tipOf('confirmed')}</b> finalized{' '}
        <b>{tipOf('finalized')}</b>
      </span>
      <span class="dim">{slotTime === null ? 'time is stopped' : `a slot each ${String(slotTime)} ms`}</span>
      {!isReadOnly && <LedgerChoice />}
      {!isReadOnly && <MovesMenu />}
      <Connection />
    </div>
  );
}

function Connection() {
  if (isReadOnly) return <span class="dim">trace of a test</span>;
  const isSocket = connection.value === 'socket';
  if (absence.value !== '') return <span class="is-failed">○ gone</span>;
  return (
    <span class="dim" title={isSocket ? 'changes arrive over a WebSocket' : 'changes are polled each second'}>
      {isSocket ? <span class="goodText">●</span> : '○'} {isSocket ? 'live' : 'polling'}
    </span>
  );
}

function LedgerChoice() {
  const forks = newest.value?.forks ?? [];
  const { value } = useAnswer('stillnode_listForks', [], moves, resets);
  const all = [...new Set([...forks, ...(value ?? []).map(({ name }) => name)])];
  return (
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
    </label>
  );
}
