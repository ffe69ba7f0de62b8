import { batch, effect, signal, untracked } from '@preact/signals';
import { ask, CallError, controlKey, fork, refusal, urlOf } from './client.ts';
import { type Json, memberOf, parseJson } from './json.ts';

/**
 * What changes on the node: told over a socket, or asked for each second where there is none.
 * @module
 */

/** Each counts up when something of its kind has happened. */
export const moves = signal(0);
export const resets = signal(0);
export const calls = signal(0);
export const rules = signal(0);
export const connection = signal<'socket' | 'polling'>('polling');
/** The reason why the ledger does not answer; empty: it does. */
export const absence = signal('');

const NO_NODE = 'The node does not answer: it has ended, or it cannot be reached. What is shown is from before.';

const KINDS = { move: moves, reset: resets, call: calls, rules } as const;
const POLL_MS = 1000;
const RETRY_MS = 5000;

let socket: WebSocket | undefined;
let polling: ReturnType<typeof setInterval> | undefined;
let seen = '';

/** Everything is asked for anew. */
function refresh(): void {
  batch(() => {
    for (const kind of Object.values(KINDS)) kind.value++;
  });
}

export function startWatching(): void {
  effect(() => {
    // the address depends on both
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

/** Asks what tells whether something has changed. */
async function look(): Promise<void> {
  const asked = fork.value;
  const answers = await Promise.all([
    ask('stillnode_timeline', [{ from: 0, to: 0 }]),
    ask('stillnode_calls', [{ limit: 0 }]),
  ]).catch((error: Error) => error);
  if (asked !== fork.value) return;
  absence.value = answers instanceof Error ? absenceIn(answers) : '';
  if (answers instanceof Error) return;
  const now = String(JSON.stringify(answers, (_key, value) => (typeof value === 'bigint' ? String(value) : value)));
  if (now === seen) return;
  seen = now;
  refresh();
}

/** An answer that is not 404, as of a ledger fork that is gone, comes from a node that is there. */
function absenceIn(error: Error): string {
  if (!(error instanceof CallError)) return NO_NODE;
  return error.code === 404 ? `This ledger is gone: ${error.message}` : '';
}
