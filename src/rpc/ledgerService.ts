import { DEFAULT_DIALECT, DIALECTS, type Dialect, type DialectName } from '../dialect.ts';
import { MoveError } from '../ledger/moves/moveError.ts';
import { LedgerView } from '../ledger/view.ts';
import type { HandshakeFault } from '../live/faults/fault.ts';
import { FORK_NAME_RULE, Forks, isForkName } from '../live/forks.ts';
import { LiveError } from '../live/liveError.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import { executeTransaction } from '../runtime/execute.ts';
import type { Executor } from '../runtime/executor.ts';
import { UpstreamAccounts } from './asking/upstreamAccounts.ts';
import { solText, supplyIn } from './ledgerSupply.ts';
import type { NodeAddresses } from './methods/method.ts';
import type { Caller, Upstream } from './protocol/call.ts';
import { answerBody, type Dispatched, type DispatchOptions } from './protocol/dispatch.ts';
import { type CallJournal, ledgerJournal } from './protocol/ledgerJournal.ts';
import { notify } from './protocol/notify.ts';
import { ResultCache } from './protocol/resultCache.ts';
import type { Session, SessionEvents } from './protocol/session.ts';
import { routerOf } from './router.ts';
import { tick } from './sending/sendMoves.ts';
import { type ClientEvents, ClientSubscriptions } from './subscriptions/clientSubscriptions.ts';
import { LedgerSubscriptions } from './subscriptions/ledgerSubscriptions.ts';
import { openSession } from './subscriptions/socketSession.ts';
import { type AddedMethods, createTables, type MethodTables, type RoutedLedger } from './tables.ts';

/** The session itself knows when its client has gone. */
export type SocketCaller = Omit<Caller, 'whenGone'>;

/** `controls`: without them nothing controls the ledger. */
export interface ServiceOptions extends AddedMethods {
  /** the dialect of requests that name none; default `agave` */
  readonly dialect?: DialectName | undefined;
  /** whether callers may control the ledger at all; default: where there are `controls` */
  readonly isControllable?: boolean | undefined;
  /** carries out what is sent; default: the programs that are modelled */
  readonly execute?: Executor | undefined;
  /** answers what the ledger lacks; default: nothing does */
  readonly upstream?: Upstream | undefined;
  /** the addresses that the node listens on; default: none */
  readonly addresses?: (() => NodeAddresses | undefined) | undefined;
  /** memory for cached results, in MiB; default 64; 0: no cache */
  readonly cacheMb?: number | undefined;
  /** default 1000 */
  readonly maxForks?: number | undefined;
  /** whether the first call to a fork creates it; default false */
  readonly autoFork?: boolean | undefined;
  readonly maxBatchReplyBytes?: number | undefined;
  /** whether voteSubscribe is accepted, in silence, by every version; default: from 4.5 on */
  readonly takesVotes?: boolean | undefined;
  readonly onInternalError?: ((error: unknown) => void) | undefined;
}

/** MiB; enough for thirty large blocks */
export const DEFAULT_CACHE_MB = 64;

/** enough for a dozen large blocks */
export const DEFAULT_MAX_BATCH_REPLY_BYTES: number = 32 * 2 ** 20;

const DEFAULT_MAX_FORKS = 1000;

/** Answers for a ledger and its forks, which share methods, one cache and the ids of subscriptions: texts in, texts out. */
export class LedgerService {
  /** the dialect of requests that name none */
  readonly dialect: DialectName;
  /** false: whatever the options of a server are */
  readonly isControllable: boolean;
  readonly forks: Forks;
  readonly tables: MethodTables;
  readonly options: ServiceOptions;
  /** asks upstream for the accounts of sends; undefined: they see the ledger alone */
  readonly upstreamAccounts: UpstreamAccounts | undefined;
  readonly #main: LiveLedger;
  readonly #cache: ResultCache;
  readonly #served = new WeakMap<LiveLedger, ServedLedger>();
  #subscriptionIds = 0;

  constructor(main: LiveLedger, options: ServiceOptions = {}) {
    const { cacheMb = DEFAULT_CACHE_MB, controls, dialect = DEFAULT_DIALECT, extensions, maxForks } = options;
    this.dialect = dialect;
    this.isControllable = options.isControllable ?? controls !== undefined;
    this.options = options;
    this.tables = createTables({ controls, extensions });
    this.forks = new Forks(maxForks ?? DEFAULT_MAX_FORKS);
    this.#main = main;
    const source = options.upstream?.accounts;
    this.upstreamAccounts =
      source &&
      new UpstreamAccounts({
        source,
        runsPrograms: options.execute !== undefined,
        ledgers: () => [main, ...this.forks.names().map((name) => this.forks.get(name)!)],
      });
    this.#cache = new ResultCache(cacheMb * 2 ** 20);
  }

  /** The header that has the id of the bundle that was sent to this path; undefined: the path has none. */
  bundleHeaderAt(path: string): string | undefined {
    return this.tables.paths.get(path)?.bundleHeader;
  }

  /** The ledger with its methods and subscriptions: created once, not for each request. */
  serve(live: LiveLedger): ServedLedger {
    const served = this.#served.get(live) ?? new ServedLedger(live, this, this.#cache);
    this.#served.set(live, served);
    return served;
  }

  /** A ledger fork, or a sentence that says why there is none. @param options `mayCreate`: whether a node with `autoFork` creates it now */
  forkNamed(name: string, { mayCreate }: { readonly mayCreate: boolean }): ServedLedger | string {
    const fork = this.forks.get(name);
    if (fork !== undefined) return this.serve(fork);
    if (!isForkName(name)) return `no fork can have this name: names are ${FORK_NAME_RULE}`;
    const { autoFork = false } = this.options;
    if (!autoFork)
      return `there is no fork "${name}": make it with stillnode_fork, or start the node with --auto-fork (option autoFork)`;
    return mayCreate ? this.#createFork(name) : `there is no fork "${name}" yet: the first call to it makes it`;
  }

  /**
   * Keeps the texts of answers in the journal from now on. Only the page of the inspector and the traces of tests read them, so
   * that a request for the page turns this on.
   */
  keepAnswers(): void {
    this.#main.calls.settings.answers = true;
  }

  /** The id of a new subscription: no other one of this node has it. */
  readonly nextSubscriptionId = (): number => this.#subscriptionIds++;

  /** Ends every ledger. @param because the sentence that later calls get */
  end(because: string): void {
    this.#main.end(because);
    for (const name of this.forks.names()) this.forks.get(name)!.end(because);
  }

  #createFork(name: string): ServedLedger | string {
    const fork = this.#main.forkOfStart();
    try {
      this.forks.add(name, fork);
      return this.serve(fork);
    } catch (error) {
      if (error instanceof LiveError) return error.message;
      throw error;
    }
  }
}

/** The ledger of a node, or a ledger fork, with what answers for it. */
export class ServedLedger {
  readonly live: LiveLedger;
  readonly service: LedgerService;
  readonly #execute: Executor;
  readonly #subscriptions: LedgerSubscriptions;
  readonly #dispatch: Readonly<Record<DialectName, DispatchOptions>>;

  constructor(live: LiveLedger, service: LedgerService, cache: ResultCache) {
    this.live = live;
    this.service = service;
    const { addresses, execute = executeTransaction, onInternalError, upstream } = service.options;
    const { maxBatchReplyBytes = DEFAULT_MAX_BATCH_REPLY_BYTES } = service.options;
    const ledger: RoutedLedger = {
      live,
      forks: service.forks,
      cache,
      upstream,
      upstreamAccounts: service.upstreamAccounts,
      maxResultBytes: maxBatchReplyBytes,
      execute,
      advance: () => this.advance(),
      addresses,
    };
    const optionsOf = (rules: Dialect): DispatchOptions => ({
      ...routerOf(ledger, rules, service.tables),
      maxBatchReplyBytes,
      now,
      onInternalError,
      journal: this.#journalOf(rules),
      end: live,
      rules,
    });
    this.#execute = execute;
    this.#subscriptions = new LedgerSubscriptions(live, { nextId: service.nextSubscriptionId });
    this.#dispatch = { agave: optionsOf(DIALECTS.agave), contract: optionsOf(DIALECTS.contract) };
  }

  /** Answers a request body, at once where nothing has to be waited for. Never throws or rejects. */
  dispatch(body: string, dialect: Dialect, caller: Caller): Dispatched | Promise<Dispatched> {
    return answerBody(body, this.#dispatch[dialect.name], caller);
  }

  openSession(dialect: Dialect, caller: SocketCaller, { ended, failed, notified }: SessionEvents): Session {
    const { controls, takesVotes } = this.service.options;
    const client = this.connect({ ended, failed, notified: ({ bytes }) => notified(bytes) });
    const control = controls?.connect(this.live, this.service.nextSubscriptionId, notified);
    const hasEnded = this.live.sockets.add((fault) => {
      client.flush();
      failed(fault);
    });
    return openSession({ client, control, controls, takesVotes }, this.#dispatch[dialect.name], caller, hasEnded);
  }

  /** @param pauseMs milliseconds between the reply to a subscription and its first notification; 0 for a client that is sent no replies */
  connect(events: ClientEvents, pauseMs?: number): ClientSubscriptions {
    return new ClientSubscriptions(this.#subscriptions, events, pauseMs);
  }

  /** The journal of the calls in the dialect of the node. */
  get journal(): CallJournal | undefined {
    return this.#journalOf(DIALECTS[this.service.dialect]);
  }

  /** Lets one slot pass by itself. @throws MoveError at the end of the ledger; any other error is reported too */
  async advance(): Promise<void> {
    try {
      await this.live.moveWithSends((before) => tick(before, this.#execute));
      this.live.logMove();
    } catch (error) {
      if (!(error instanceof MoveError)) notify(this.service.options.onInternalError, error);
      throw error;
    }
  }

  /** The fault of the handshake of a WebSocket, which refuses it or cuts it off later; undefined: none happens. */
  takeHandshakeFault(): HandshakeFault | undefined {
    return this.live.faults.take(HANDSHAKE)?.then;
  }

  /** The answer of /health. Source   agave 4.1 rpc_service.rs health_check */
  health(): string {
    return this.live.version.state.clusterFacts.slotsBehind === undefined ? 'ok' : 'behind';
  }

  /** The answer of /v0/total-supply or /v0/circulating-supply: SOL. @throws RpcError `notInLedger` */
  supply(part: 'total' | 'circulating'): string {
    return solText(supplyIn(new LedgerView(this.live.version.state, 'finalized', { keepOrphan: false }))[part]);
  }

  #journalOf(dialect: Dialect): CallJournal | undefined {
    return ledgerJournal(this.live, dialect, this.service.options.controls);
  }
}

/** A handshake as faults see it: it has no method. */
const HANDSHAKE = { occasion: 'handshake', method: '', isRead: false, params: () => undefined } as const;

/** Milliseconds on a clock that only goes forward. */
export function now(): number {
  return performance.now();
}
