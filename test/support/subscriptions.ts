import { DIALECTS, type Dialect } from '../../src/dialect.ts';
import { rpcErrors } from '../../src/errors.ts';
import type { LedgerState } from '../../src/ledger/state.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { type Caller, IN_PROCESS } from '../../src/rpc/protocol/call.ts';
import type { DispatchOptions } from '../../src/rpc/protocol/dispatch.ts';
import type { Session } from '../../src/rpc/protocol/session.ts';
import { type ClientEvents, ClientSubscriptions } from '../../src/rpc/subscriptions/clientSubscriptions.ts';
import { LedgerSubscriptions } from '../../src/rpc/subscriptions/ledgerSubscriptions.ts';
import { NotificationTurns, type TurnLimits } from '../../src/rpc/subscriptions/notificationTurns.ts';
import { openSession } from '../../src/rpc/subscriptions/socketSession.ts';
import { CONTROLS } from './controls.ts';

/** A connection without a socket: what a client sends and is sent, as text. */

export const NOW = 1_786_285_834_534;

export interface TestConnection {
  readonly session: Session;
  /** what has been sent without being asked, in order; `ended` where the ledger has ended */
  readonly told: string[];
  /** The text of the result, or of the error. */
  call(method: string, params?: string): Promise<string>;
  /** Subscribes, and waits until the pause is over. */
  subscribe(kind: string, params?: string): Promise<number>;
}

export interface TestHub {
  readonly live: LiveLedger;
  /** A client without a session. */
  client(events: ClientEvents): ClientSubscriptions;
  /** @param caller default: one that may not control the ledger */
  connect(ledger?: LiveLedger, caller?: Caller): TestConnection;
}

export function testHub(state: LedgerState, dialect: Dialect = DIALECTS.agave, limits?: TurnLimits): TestHub {
  const live = LiveLedger.create(state);
  let ids = 0;
  const nextId = () => ids++;
  const byLedger = new Map<LiveLedger, LedgerSubscriptions>();
  const subscriptionsOf = (ledger: LiveLedger) => {
    const turns = new NotificationTurns(limits);
    const subscriptions = byLedger.get(ledger) ?? new LedgerSubscriptions(ledger, { nextId, now: () => NOW, turns });
    byLedger.set(ledger, subscriptions);
    return subscriptions;
  };
  const clientOf = (ledger: LiveLedger, events: ClientEvents) =>
    new ClientSubscriptions(subscriptionsOf(ledger), events, 0);
  return {
    live,
    client: (events) => clientOf(live, events),
    connect: (ledger = live, caller = IN_PROCESS) => {
      const told: string[] = [];
      const client = clientOf(ledger, {
        notified: ({ bytes }) => told.push(bytes.toString()),
        ended: () => told.push('ended'),
      });
      const control = CONTROLS.connect(ledger, nextId, (message) => told.push(message.toString()));
      return connection({ client, control, controls: CONTROLS }, told, dialect, caller);
    },
  };
}

export function pause(): Promise<void> {
  // as long as the pause of its clients: of timers of one length, those that were set before run before
  return new Promise((resolve) => setTimeout(resolve, 0));
}

function connection(
  parts: Parameters<typeof openSession>[0],
  told: string[],
  dialect: Dialect,
  caller: Caller,
): TestConnection {
  const options: DispatchOptions = {
    call: () => {
      throw rpcErrors.methodNotFound();
    },
    scopeOf: () => undefined,
    isChange: () => false,
    rules: dialect,
    maxBatchReplyBytes: 1 << 20,
    now: () => 0,
    onInternalError: (error: unknown) => console.error(error),
  };
  const session = openSession(parts, options, caller, () => undefined);
  const call = async (method: string, params = '[]') => {
    const { text } = await session.answer(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`);
    session.replied();
    const match = /^\{"jsonrpc":"2\.0","(?:result|error)":(.*),"id":1\}$/s.exec(text);
    if (match === null) throw new Error(`unexpected reply: ${text}`);
    return match[1]!;
  };
  const subscribe = async (kind: string, params?: string) => {
    const id = Number(await call(`${kind}Subscribe`, params));
    if (Number.isNaN(id)) throw new Error(`${kind}Subscribe ${params} was refused`);
    await pause();
    return id;
  };
  return { session, told, call, subscribe };
}

/** The text of a notification. */
export function notice(kind: string, subscription: number, result: string): string {
  return `{"jsonrpc":"2.0","method":"${kind}Notification","params":{"result":${result},"subscription":${subscription}}}`;
}

export function inSlot(slot: number, value: string): string {
  return `{"context":{"slot":${slot}},"value":${value}}`;
}
