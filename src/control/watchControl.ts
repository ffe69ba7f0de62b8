import { JsonFloat, type JsonText, stringifyJson } from '../codec/jsonText.ts';
import { rpcErrors } from '../errors.ts';
import { tipsOf } from '../ledger/tips.ts';
import type { JournaledCall } from '../live/journal.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import type { DescribedMethod } from '../rpc/openrpc/description.ts';
import { withNote } from '../rpc/openrpc/schema.ts';
import { BOOLEAN, U64 } from '../rpc/openrpc/schemas.ts';
import type { Call, Caller } from '../rpc/protocol/call.ts';
import { notificationBytes } from '../rpc/subscriptions/sharedSubscription.ts';
import { u64 } from '../syntax/syntax.ts';
import { readArguments } from './arguments.ts';

/**
 * The control subscription to all events of a ledger, for a page that shows it. It sends the number of events of each kind, and the page
 * asks for the parts that it shows.
 * @module
 */

const KIND = 'stillnode_watch';
const SUBSCRIBE = `${KIND}Subscribe`;
const UNSUBSCRIBE = `${KIND}Unsubscribe`;

/** The two methods for docs/control.md. They are for WebSockets only. */
export const WATCH_METHODS: readonly DescribedMethod[] = [
  {
    name: SUBSCRIBE,
    summary: 'over WebSockets: notifies the connection of changes of the ledger',
    params: { members: {} },
    result: withNote(U64, 'the id of the subscription'),
    errors: [],
  },
  {
    name: UNSUBSCRIBE,
    summary: 'over WebSockets: ends this subscription',
    params: { members: { id: U64 } },
    result: withNote(BOOLEAN, '`true`'),
    errors: ['unknownName'],
  },
];

/** The watch of a connection, if it has one. */
export class WatchControl {
  readonly #live: LiveLedger;
  readonly #nextId: () => number;
  readonly #notify: (message: Buffer) => void;
  #watch: Watch | undefined;
  #isClosed = false;

  constructor(live: LiveLedger, nextId: () => number, notify: (message: Buffer) => void) {
    this.#live = live;
    this.#nextId = nextId;
    this.#notify = notify;
  }

  get isOn(): boolean {
    return this.#watch !== undefined;
  }

  /**
   * Answers the calls of a watch. Undefined: another method.
   *
   * @throws RpcError
   */
  answer({ method, params }: Call, { access }: Caller): JsonText | undefined {
    if (method !== SUBSCRIBE && method !== UNSUBSCRIBE) return undefined;
    const permission = access();
    if (permission.kind === 'off') throw rpcErrors.methodNotFound();
    if (permission.kind === 'refused') throw rpcErrors.controlRefused(permission.message);
    if (method === UNSUBSCRIBE) return this.#end(readArguments(params, { id: u64 }).id);
    readArguments(params, {});
    if (this.#isClosed) throw rpcErrors.internalError();
    this.#watch ??= new Watch(this.#nextId(), this.#live, this.#notify);
    return `${this.#watch.id}`;
  }

  /** Called when all replies so far have been sent: notifications come after them. */
  replied(): void {
    this.#watch?.start();
  }

  close(): void {
    this.#isClosed = true;
    this.#watch?.close();
    this.#watch = undefined;
  }

  #end(id: bigint): JsonText {
    if (this.#watch === undefined || BigInt(this.#watch.id) !== id)
      throw rpcErrors.unknownName(`this connection has no watch ${id}: ${SUBSCRIBE} gives its id`);
    this.#watch.close();
    this.#watch = undefined;
    return 'true';
  }
}

type Kind = 'move' | 'call' | 'rules' | 'reset';

/** The shortest time between two notifications: a connection gets at most ten in any second, of all kinds together. */
const APART_MS = 100;

/** Counts events, and sends the counts: the first at once, then that of the kind that has waited longest. */
class Watch {
  readonly id: number;
  readonly #live: LiveLedger;
  readonly #notify: (message: Buffer) => void;
  readonly #stopWatching: () => void;
  /** number of events of each kind since its last notification; the kind that has waited longest comes first */
  readonly #counts = new Map<Kind, number>();
  #newestCall: JournaledCall | undefined;
  #isStarted = false;
  /** time of the last notification, on the clock of `performance` */
  #lastMs = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(id: number, live: LiveLedger, notify: (message: Buffer) => void) {
    this.id = id;
    this.#live = live;
    this.#notify = notify;
    this.#stopWatching = live.watch({
      moved: () => this.#count('move'),
      // counted in `restored`, which is also called where the version stays the same
      switched: () => {},
      restored: () => this.#count('reset'),
      called: (call) => {
        this.#newestCall = call;
        this.#count('call');
      },
      faultsOrRulesChanged: () => this.#count('rules'),
      ended: () => this.#drop(),
    });
  }

  start(): void {
    this.#isStarted = true;
    this.#notifyOrWait();
  }

  /** Stops watching, and drops the counts. */
  close(): void {
    this.#stopWatching();
    this.#drop();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#counts.clear();
  }

  #count(kind: Kind): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    this.#notifyOrWait();
  }

  /** Milliseconds until the next notification may be sent. */
  get #waitMs(): number {
    return this.#lastMs + APART_MS - performance.now();
  }

  /**
   * Sends one notification if it may be sent now, and waits to send the others. A timer may fire early, because it counts from when the loop woke up.
   */
  #notifyOrWait(): void {
    if (!this.#isStarted || this.#timer !== undefined) return;
    const [next] = this.#counts;
    if (next !== undefined && this.#waitMs <= 0) this.#send(...next);
    if (this.#counts.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#notifyOrWait();
    }, Math.ceil(this.#waitMs)).unref();
  }

  #send(kind: Kind, count: number): void {
    this.#counts.delete(kind);
    this.#lastMs = performance.now();
    const result = `{"kind":"${kind}","count":${count}${this.#detailsOf(kind)}}`;
    this.#notify(notificationBytes(KIND, this.id, result));
  }

  #detailsOf(kind: Kind): string {
    if (kind === 'move') return `,"slot":${tipsOf(this.#live.version.state).processed}`;
    if (kind !== 'call') return '';
    const { durationMs, id, method, outcome } = this.#newestCall!;
    const ms = stringifyJson(new JsonFloat(Math.round(durationMs * 1000) / 1000));
    return `,"id":${id},"method":${stringifyJson(method)},"outcome":"${outcome}","ms":${ms}`;
  }
}
