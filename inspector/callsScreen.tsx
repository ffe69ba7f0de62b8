import { useAnswer } from './answers.ts';
import { CallDetail } from './callDetail.tsx';
import { CallFilter, rowsOf, withMoves } from './callFilter.tsx';
import { CallList } from './callList.tsx';
import { act } from './client.ts';
import { ConfirmButton } from './dialogs.tsx';
import { calls, useCalls } from './journal.ts';
import { useKeys } from './keys.ts';
import { moves, calls as newCalls, resets } from './live.ts';
import { go } from './route.ts';
import { isReadOnly } from './trace.ts';

/** The list of the calls of apps, and the chosen call. @param id of the chosen call; empty: none */
export function CallsScreen({ id = '' }: { id?: string }) {
  useCalls();
  const { value: madeMoves } = useAnswer('stillnode_moves', [], newCalls, moves, resets);
  const rows = rowsOf(calls.value);
  const chosen = id === '' ? undefined : Number(id);
  const step = (change: 1 | -1) => {
    const at = rows.findIndex(({ call }) => call.id === chosen);
    const next = at < 0 ? rows[0] : rows[at + change];
    if (next !== undefined) go('call', next.call.id);
  };
  useKeys({ j: () => step(1), k: () => step(-1), Escape: () => go('calls') });
  return (
    <main class={id === '' ? 'wide' : 'wide split'}>
      <section class="list">
        {id === '' ? <h1>Calls</h1> : <h2 class="title">Calls</h2>}
        <p class="row">
          <CallFilter all={calls.value} />
          <span>
            {rows.length} of {calls.value.length}
          </span>
          {!isReadOnly && (
            <ConfirmButton
              question="Clear the journal? The calls until now are lost for the page and for tests."
              onConfirm={async () => {
                if ((await act('clearCalls')) !== undefined) calls.value = [];
              }}
            >
              clear
            </ConfirmButton>
          )}
        </p>
        <CallList rows={withMoves(rows, madeMoves ?? [])} chosen={chosen} />
      </section>
      {id !== '' && <CallDetail id={id} />}
    </main>
  );
}
