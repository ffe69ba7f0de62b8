import { batch, effect, signal, untracked } from '@preact/signals';
import { ask, controlKey, fork, refusal, urlOf } from './client.ts';
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
  polling ??= setInterval(async () => {
    const answers = await Promise.all([
      ask('stillnode_timeline', [{ from: 0, to: 0 }]),
      ask('stillnode_calls', [{ limit: 0 }]),
    ]).catch(() => undefined);
    const now = String(JSON.stringify(answers, (_key, value) => (typeof value === 'bigint' ? String(value) : value)));
    if (answers === undefined || now === seen) return;
    seen = now;
    refresh();
  }, POLL_MS);
}
