import { batch, effect, signal, untracked } from '@preact/signals';
import { ask, CallError, controlKey, fork, refusal, urlOf } from './client.ts';
import { type Json, memberOf, parseJson } from './json.ts';

/**
 * Watches the node for changes: over a WebSocket, or by polling each second.
 * @module
 */

/** Counters that grow with each change of their kind. */
export const moves = signal(0);
export const resets = signal(0);
export const calls = signal(0);
export const rules = signal(0);
export const connection = signal<'socket' | 'polling'>('polling');
/** The reason why the ledger does not answer; empty: it does. */
export const absence = signal('');

const NO_NODE =
  'The node does not answer: it has ended, or it cannot be reached. This page shows the state before that.';

const KINDS = { move: moves, reset: resets, call: calls, rules } as const;
const POLL_MS = 1000;
const RETRY_MS = 5000;

let socket: WebSocket | undefined;
let polling: ReturnType<typeof setInterval> | undefined;
let lastAnswers = '';

/** Repeats all calls of the page. */
function refresh(): void {
  batch(() => {
    for (const kind of Object.values(KINDS)) kind.value++;
  });
}

export function startWatching(): void {
  effect(() => {
    // the URL depends on both
    void [fork.value, controlKey.value];
    untracked(() => {
      connect();
      refusal.value = '';
      refresh();
    });
  });
}

function connect(): void {
  socket?.close();
  const opened = new WebSocket(urlOf(location.protocol.replace('http', 'ws')));
  socket = opened;
  opened.onopen = () => opened.send('{"jsonrpc":"2.0","id":1,"method":"stillnode_watchSubscribe","params":[]}');
  opened.onmessage = ({ data }) => take(parseJson(String(data)));
  opened.onclose = () => {
    if (socket !== opened) return;
    poll();
    setTimeout(() => socket === opened && connect(), RETRY_MS);
  };
}

function take(message: Json): void {
  if (memberOf(message, 'id') !== undefined) {
    if (memberOf(message, 'error') !== undefined) return void socket?.close();
    connection.value = 'socket';
    absence.value = '';
    clearInterval(polling);
    polling = undefined;
    // changes before the subscription were not notified
    refresh();
    return;
  }
  const kind = String(memberOf(message, 'params', 'result', 'kind'));
  if (kind in KINDS) KINDS[kind as keyof typeof KINDS].value++;
}

function poll(): void {
  connection.value = 'polling';
  polling ??= setInterval(look, POLL_MS);
  void look();
}

/** Asks for the tips and the journal, and repeats all calls if they have changed. */
async function look(): Promise<void> {
  const askedFork = fork.value;
  const answers = await Promise.all([
    ask('stillnode_timeline', [{ from: 0, to: 0 }]),
    ask('stillnode_calls', [{ limit: 0 }]),
  ]).catch((error: Error) => error);
  if (askedFork !== fork.value) return;
  absence.value = answers instanceof Error ? absenceIn(answers) : '';
  if (answers instanceof Error) return;
  const now = String(JSON.stringify(answers, (_key, value) => (typeof value === 'bigint' ? String(value) : value)));
  if (now === lastAnswers) return;
  lastAnswers = now;
  refresh();
}

/** The reason why the ledger does not answer: the node does not, or it answers 404 because the ledger fork is gone. */
function absenceIn(error: Error): string {
  if (!(error instanceof CallError)) return NO_NODE;
  return error.code === 404 ? `This ledger is gone: ${error.message}` : '';
}
