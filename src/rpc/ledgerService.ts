import { DIALECTS, type Dialect, type DialectName } from '../dialect.ts';
import { MoveError } from '../ledger/moves/moveError.ts';
import type { LedgerNames } from '../ledger/state.ts';
import { LedgerView } from '../ledger/view.ts';
import type { HandshakeFault } from '../live/faults/fault.ts';
import { FORK_NAME_RULE, Forks, isForkName } from '../live/forks.ts';
import { LiveError } from '../live/liveError.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import { executeTransaction } from '../runtime/execute.ts';
import type { Executor } from '../runtime/executor.ts';
import { solText, supplyIn } from './ledgerSupply.ts';
import type { NodeAddresses } from './methods/method.ts';
import type { Caller, Upstream } from './protocol/call.ts';
import { answerBody, type Dispatched, type DispatchOptions } from './protocol/dispatch.ts';
import { type CallJournal, ledgerJournal } from './protocol/ledgerJournal.ts';
import { notify } from './protocol/notify.ts';
import { ResultCache } from './protocol/resultCache.ts';
import type { Session, SessionEvents } from './protocol/session.ts';
import { callsOf } from './router.ts';
import { tick } from './sending/sendMoves.ts';
import { openSession } from './subscriptions/socketSession.ts';
import type { Subscriber, SubscriberEvents } from './subscriptions/subscriber.ts';
import { SubscriptionHub } from './subscriptions/subscriptionHub.ts';
import { type AddedMethods, createTables, type MethodTables, type RoutedLedger } from './tables.ts';

/** Answers a request body, at once where nothing has to be waited for. Never throws or rejects. */
export type Dispatch = (body: string, dialect: Dialect, caller: Caller) => Dispatched | Promise<Dispatched>;

/** The session itself knows when its client has gone. */
export type SocketCaller = Omit<Caller, 'whenGone'>;

export type OpenSession = (dialect: Dialect, caller: SocketCaller, events: SessionEvents) => Session;

/** The ledger of a node, or a ledger fork, as a server needs it. */
export interface ServedLedger {
  readonly dispatch: Dispatch;
  readonly openSession: OpenSession;
  /** The fault of the handshake of a WebSocket, which refuses it or cuts it off later; undefined: none happens. */
  readonly handshakeFault: () => HandshakeFault | undefined;
  /** the answer of /health */
  readonly health: () => string;
  /** The answer of /v0/total-supply or /v0/circulating-supply: SOL. @throws RpcError `notInLedger` */
  readonly supply: (which: 'total' | 'circulating') => string;
}

/** A node as a server needs it. */
export interface Serving extends ServedLedger {
  /** the dialect of requests whose query has none */
  readonly dialect: DialectName;
  /** false: whatever the options of its server are */
  readonly isControllable: boolean;
  /** the header that has the id of the bundle that was sent, by path */
  readonly bundleHeaders: ReadonlyMap<string, string>;
  /** names of the ledger, with the secrets of its keys: never sent */
  readonly names: () => LedgerNames;
  /** Keeps answers from now on: the page of the inspector was asked for. */
  readonly inspected: () => void;
  /** A ledger fork, or a sentence that says why there is none. @param options `mayCreate`: whether a node with `autoFork` creates it now */
  readonly forkNamed: (name: string, options: { readonly mayCreate: boolean }) => ServedLedger | string;
}

/** `controls`: without them nothing controls the ledger. */
export interface ServiceOptions extends AddedMethods {
  /** the dialect of requests that name none; default `contract` */
  readonly dialect?: DialectName | undefined;
  /** whether callers may control the ledger at all; default: where there are `controls` */
  readonly isControllable?: boolean | undefined;
  /** carries out what is sent; default: the programs that are modelled */
  readonly execute?: Executor | undefined;
  /** answers what the ledger lacks; default: nothing does */
  readonly upstream?: Upstream | undefined;
  /** where the node listens; default: on no port */
  readonly addresses?: (() => NodeAddresses | undefined) | undefined;
  /** memory for cached results, in MiB; default 64; 0: no cache */
  readonly cacheMb?: number | undefined;
  /** default 1000 */
  readonly maxForks?: number | undefined;
  /** whether the first call to a fork creates it; default false */
  readonly autoFork?: boolean | undefined;
  readonly maxBatchReplyBytes?: number | undefined;
  readonly onInternalError?: ((error: unknown) => void) | undefined;
}

/** MiB; enough for thirty large blocks */
export const DEFAULT_CACHE_MB = 64;

/** enough for a dozen large blocks */
export const DEFAULT_MAX_BATCH_REPLY_BYTES: number = 32 * 2 ** 20;

const DEFAULT_MAX_FORKS = 1000;

/** Answers for a ledger and its forks, which share methods, one cache and the ids of subscriptions: texts in, texts out. */
export class LedgerService {
  readonly forks: Forks;
  readonly #main: LiveLedger;
  readonly #options: ServiceOptions;
  readonly #cache: ResultCache;
  readonly #tables: MethodTables;
  readonly #hub: SubscriptionHub;
  readonly #execute: Executor;
  readonly #servedLedgers = new WeakMap<LiveLedger, ServedLedger>();

  constructor(main: LiveLedger, options: ServiceOptions = {}) {
    const { cacheMb = DEFAULT_CACHE_MB, controls, execute = executeTransaction, extensions, maxForks } = options;
    this.#main = main;
    this.#options = options;
    this.#cache = new ResultCache(cacheMb * 2 ** 20);
    this.#tables = createTables({ controls, extensions });
    this.#hub = new SubscriptionHub({ controls });
    this.#execute = execute;
    this.forks = new Forks(maxForks ?? DEFAULT_MAX_FORKS);
  }

  /** A ledger of this node for a server. */
  serve(live: LiveLedger): Serving {
    const { controls, dialect = 'contract', isControllable = controls !== undefined } = this.#options;
    return {
      ...this.#served(live),
      dialect,
      isControllable,
      bundleHeaders: new Map(Array.from(this.#tables.paths, ([path, { bundleHeader }]) => [path, bundleHeader])),
      names: () => live.version.state.names,
      inspected: () => {
        this.#main.calls.settings.answers = true;
      },
      forkNamed: (name, { mayCreate }) => {
        const fork = this.#forkNamed(name, mayCreate);
        return typeof fork === 'string' ? fork : this.#served(fork);
      },
    };
  }

  /** @param pauseMs milliseconds between the reply to a subscription and its first notification; 0 for one that is not sent replies */
  connect(live: LiveLedger, events: SubscriberEvents, pauseMs?: number): Subscriber {
    return this.#hub.connect(live, events, pauseMs);
  }

  /** Lets one slot pass by itself. @throws MoveError at the end of the ledger; any other error is reported too */
  async advance(live: LiveLedger): Promise<void> {
    try {
      await live.moveSends((before) => tick(before, this.#execute));
    } catch (error) {
      if (!(error instanceof MoveError)) notify(this.#options.onInternalError, error);
      throw error;
    }
  }

  journalOf(live: LiveLedger, dialect: Dialect): CallJournal | undefined {
    return ledgerJournal(live, dialect, this.#options.controls);
  }

  /** Ends the subscriptions to every ledger. */
  end(): void {
    this.#main.end();
    for (const name of this.forks.names()) this.forks.get(name)!.end();
  }

  /** The answering side of a ledger: created once, not for each request. */
  #served(live: LiveLedger): ServedLedger {
    const served = this.#servedLedgers.get(live) ?? this.#createServed(live);
    this.#servedLedgers.set(live, served);
    return served;
  }

  #createServed(live: LiveLedger): ServedLedger {
    const { addresses, maxBatchReplyBytes = DEFAULT_MAX_BATCH_REPLY_BYTES, onInternalError, upstream } = this.#options;
    const ledger: RoutedLedger = {
      live,
      forks: this.forks,
      cache: this.#cache,
      upstream,
      maxResultBytes: maxBatchReplyBytes,
      execute: this.#execute,
      advance: () => this.advance(live),
      addresses,
    };
    const optionsOf = (rules: Dialect): DispatchOptions => ({
      ...callsOf(ledger, rules, this.#tables),
      maxBatchReplyBytes,
      now,
      onInternalError,
      journal: this.journalOf(live, rules),
      rules,
    });
    const options = { agave: optionsOf(DIALECTS.agave), contract: optionsOf(DIALECTS.contract) };
    return {
      dispatch: (body, dialect, caller) => answerBody(body, options[dialect.name], caller),
      openSession: (dialect, caller, { ended, failed, notified }) => {
        const subscriber = this.connect(live, { ended, failed, notified: ({ bytes }) => notified(bytes) });
        return openSession(subscriber, options[dialect.name], caller, live.sockets.add(failed));
      },
      handshakeFault: () => live.faults.take(HANDSHAKE)?.then,
      health: () => healthOf(live),
      supply: (which) =>
        solText(supplyIn(new LedgerView(live.version.state, 'finalized', { keepOrphan: false }))[which]),
    };
  }

  #forkNamed(name: string, mayCreate: boolean): LiveLedger | string {
    const fork = this.forks.get(name);
    if (fork !== undefined) return fork;
    if (!isForkName(name)) return `no fork can have this name: names are ${FORK_NAME_RULE}`;
    const { autoFork = false } = this.#options;
    if (!autoFork)
      return `there is no fork "${name}": make it with stillnode_fork, or start the node with --auto-fork (option autoFork)`;
    return mayCreate ? this.#createFork(name) : `there is no fork "${name}" yet: the first call to it makes it`;
  }

  #createFork(name: string): LiveLedger | string {
    const fork = this.#main.forkOfStart();
    try {
      this.forks.add(name, fork);
      return fork;
    } catch (error) {
      if (error instanceof LiveError) return error.message;
      throw error;
    }
  }
}

/** What faults see of a handshake: it has no method. */
const HANDSHAKE = { occasion: 'handshake', method: '', isRead: false, params: () => undefined } as const;

/** Milliseconds on a clock that only goes forward. */
export function now(): number {
  return performance.now();
}

/** Source   agave 4.1 rpc_service.rs health_check */
function healthOf({ version }: LiveLedger): string {
  return version.state.clusterFacts.slotsBehind === undefined ? 'ok' : 'behind';
}
