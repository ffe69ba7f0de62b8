import { journalOf } from '../control/callMethods.ts';
import type { ShowThing } from '../control/controlMethod.ts';
import { createControls } from '../control/index.ts';
import { type AnswerMatch, answerOf } from '../control/newAnswer.ts';
import { errorWithMeant } from '../control/suggestMethod.ts';
import { DIALECTS, type Dialect, dialectOf } from '../dialect.ts';
import { dumpLedger } from '../fixtures/dump/dumpLedger.ts';
import type { LoadedLedger } from '../fixtures/loadLedger.ts';
import { MoveError } from '../ledger/moves/timeline.ts';
import { FORK_NAME_RULE, Forks, isForkName } from '../live/forks.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import { LiveError } from '../live/sends.ts';
import { type Caller, CONTROL_OFF, type ControlAccess, IN_PROCESS, type Upstream } from '../rpc/protocol/call.ts';
import { type DispatchOptions, dispatchBody, notify } from '../rpc/protocol/dispatch.ts';
import { replyText } from '../rpc/protocol/envelope.ts';
import { assertBody, jsonOf, plainOf, requestBody, resultTextIn } from '../rpc/protocol/inProcessCalls.ts';
import { journaled } from '../rpc/protocol/journal.ts';
import { ResultCache } from '../rpc/protocol/resultCache.ts';
import { callsOf } from '../rpc/router.ts';
import { tick } from '../rpc/sending/sendingSteps.ts';
import { SubscriptionHub } from '../rpc/subscriptions/hub.ts';
import { subscribeInProcess } from '../rpc/subscriptions/inProcessSubscriptions.ts';
import { openSession as openSocketSession } from '../rpc/subscriptions/subscriber.ts';
import { createTables, type MethodTables } from '../rpc/tables.ts';
import { executeTransaction } from '../runtime/execute.ts';
import { loadLiteSvm } from '../runtime/litesvm/litesvmExecutor.ts';
import type { Executor } from '../runtime/loadedTransaction.ts';
import { namedLedger } from '../runtime/names/ledgerNames.ts';
import { addressIn, namedSignature } from '../script/building/builtKeys.ts';
import type { Dispatch, OpenSession, ServedLedger, Serving } from '../server/serverOptions.ts';
import { controlsOf } from './ledgerControls.ts';
import { type ForkNode, type LedgerNode, withServing } from './ledgerNode.ts';
import { Listeners } from './listeners.ts';
import { DEFAULT_CACHE_MB, DEFAULT_MAX_BATCH_REPLY_BYTES, type NodeOptions } from './nodeOptions.ts';
import { fetchOf, subscriptionsTransportOf, transportOf } from './withoutPort.ts';

const DEFAULT_MAX_FORKS = 1000;

export type LoadReport = Omit<LoadedLedger, 'state'>;

/** What is opened or loaded before the node is created. */
export interface LoadedParts {
  /** executes what is sent; default: the programs that are modelled */
  readonly liteSvm?: Executor | undefined;
  readonly upstream?: Upstream | undefined;
}

/** A node: its ledgers share the options, one cache, the list of ledger forks and the ports. */
export class NodeRuntime {
  readonly #options: Omit<NodeOptions, 'ledger'>;
  readonly #dialect: Dialect;
  readonly #cache: ResultCache;
  readonly #forks: Forks;
  readonly #tables: MethodTables;
  readonly #hub: SubscriptionHub;
  readonly #execute: Executor;
  #liteSvm: Executor | undefined;
  readonly #listeners: Listeners;
  readonly #main: LiveLedger;
  readonly #upstream: Upstream | undefined;

  constructor(main: LiveLedger, options: Omit<NodeOptions, 'ledger'>, { liteSvm, upstream }: LoadedParts = {}) {
    this.#upstream = upstream;
    this.#main = main;
    this.#options = options;
    this.#dialect = dialectOf(options.dialect ?? 'contract');
    this.#cache = new ResultCache((options.cacheMb ?? DEFAULT_CACHE_MB) * 2 ** 20);
    const controls = createControls({ loadLiteSvm: () => this.#loadLiteSvm(), show: showThing });
    this.#tables = createTables(controls);
    this.#hub = new SubscriptionHub({ controls });
    this.#execute = liteSvm ?? executeTransaction;
    this.#liteSvm = liteSvm;
    this.#forks = new Forks(options.maxForks ?? DEFAULT_MAX_FORKS);
    const { autoAdvance = false, slotTime } = options;
    if (slotTime !== undefined) main.timer.setAtStart(slotTime, () => this.#advance(main));
    if (autoAdvance) main.autoAdvance.start(() => this.#advance(main));
    this.#listeners = new Listeners(main.timer, options.upstream?.url);
  }

  /** One slot that passes by itself. @throws MoveError at the end of the ledger; of any other error the owner of the node is told */
  async #advance(live: LiveLedger): Promise<void> {
    try {
      await live.moveSends((before) => tick(before, this.#execute));
    } catch (error) {
      if (!(error instanceof MoveError)) notify(this.#options.onInternalError, error);
      throw error;
    }
  }

  /** @throws LiteSvmMissingError; the next call tries again */
  async #loadLiteSvm(): Promise<Executor> {
    this.#liteSvm ??= await loadLiteSvm();
    return this.#liteSvm;
  }

  /** @param report called each time, because fixtures may be reloaded */
  nodeOf(live: LiveLedger, report: () => LoadReport): LedgerNode {
    const dialect = this.#dialect;
    const serving = this.#servingOf(live);
    const access = this.#accessInProcess();
    const ask = fetchOf(serving);
    const caller: Caller = { ...IN_PROCESS, access: () => access };
    const replyTo = async (body: string, rules: Dialect) => (await serving.dispatch(body, rules, caller)).reply;
    const requestText: LedgerNode['requestText'] = async (method: string, params?: readonly unknown[]) => {
      const reply = await replyTo(requestBody(method, params), dialect);
      try {
        return resultTextIn(reply);
      } catch (error) {
        throw errorWithMeant(error, method);
      }
    };
    const request: LedgerNode['request'] = async (method: string, params?: readonly unknown[]) =>
      plainOf(await requestText(method, params));
    const node: LedgerNode = {
      dialect: dialect.name,
      get counts() {
        return report().counts;
      },
      get warnings() {
        return report().warnings;
      },
      request,
      requestText,
      async dispatch(body, name = dialect.name) {
        assertBody(body);
        return replyText(await replyTo(body, dialectOf(name)));
      },
      signature: (name, copy) => namedSignature(live.version.state, name, copy),
      get names() {
        return live.version.state.names.addresses;
      },
      address: (words) => addressIn(namedLedger(live.version.state), words),
      dump: () => dumpOf(live),
      ...controlsOf(request),
      answer(method: string, answer: unknown, match?: AnswerMatch) {
        const { fault, json } = answerOf(method, answer, match);
        const id = live.faults.add(json, fault);
        const remove = () => void live.faults.remove(id);
        return { remove, [Symbol.dispose]: remove };
      },
      fork: (name) => this.#fork(request, name, report()),
      subscribe: (kind, ...params) =>
        journaled(
          journalOf(live, dialect),
          now,
          { method: `${kind}Subscribe`, params: jsonOf(params, 'params') },
          (onSubscribed) =>
            subscribeInProcess(
              (events) => this.#hub.connect(live, events, 0),
              live.version.state.protocol.version,
              kind,
              jsonOf(params, 'params'),
              (text) => plainOf(text),
              onSubscribed,
            ),
        ),
      fetch: ask,
      transport: () => transportOf(ask),
      subscriptionsTransport: () => subscriptionsTransportOf(serving, access),
      listen: (options = {}) => this.#listeners.listen(serving, options),
    };
    return withServing(node, serving);
  }

  /** Ends the subscriptions to every ledger. */
  end(): void {
    this.#main.end();
    for (const name of this.#forks.names()) this.#forks.get(name)!.end();
  }

  #accessInProcess(): ControlAccess {
    if (this.#options.control === false) return CONTROL_OFF;
    return { kind: 'allowed', urlOf: (fork) => this.#listeners.urlOf(fork) };
  }

  async #fork(request: LedgerNode['request'], wanted: string | undefined, report: LoadReport): Promise<ForkNode> {
    const { name } = (await request('stillnode_fork', [wanted])) as { readonly name: string };
    const forks = this.#forks;
    const live = forks.get(name)!;
    const urls = () => this.#listeners.urlOf(name);
    const close = async () => {
      // another fork may have its name by now
      if (forks.get(name) === live) forks.drop(name);
    };
    const fork = {
      name,
      get url() {
        return urls()?.url;
      },
      get wsUrl() {
        return urls()?.wsUrl;
      },
      close,
      [Symbol.asyncDispose]: close,
    };
    const node = this.nodeOf(live, () => report);
    return Object.defineProperties(node, Object.getOwnPropertyDescriptors(fork)) as ForkNode;
  }

  #servingOf(live: LiveLedger): Serving {
    return {
      ...this.#servedLedger(live),
      dialect: this.#dialect.name,
      isControllable: this.#options.control !== false,
      names: () => live.version.state.names,
      inspected: () => {
        this.#main.calls.keeping.answers = true;
      },
      forkNamed: (name, mayMake) => {
        const fork = this.#forkNamed(name, mayMake);
        return typeof fork === 'string' ? fork : this.#servedLedger(fork);
      },
    };
  }

  #forkNamed(name: string, mayMake: boolean): LiveLedger | string {
    const fork = this.#forks.get(name);
    if (fork !== undefined) return fork;
    if (!isForkName(name)) return `no fork can have this name: names are ${FORK_NAME_RULE}`;
    const { autoFork = false } = this.#options;
    if (!autoFork)
      return `there is no fork "${name}": make it with stillnode_fork, or start the node with --auto-fork (option autoFork)`;
    return mayMake ? this.#makeFork(name) : `there is no fork "${name}" yet: the first call to it makes it`;
  }

  #makeFork(name: string): LiveLedger | string {
    const fork = this.#main.forkOfStart();
    try {
      this.#forks.add(name, fork);
      return fork;
    } catch (error) {
      if (error instanceof LiveError) return error.message;
      throw error;
    }
  }

  #servedLedger(live: LiveLedger): ServedLedger {
    const { maxBatchReplyBytes = DEFAULT_MAX_BATCH_REPLY_BYTES, onInternalError } = this.#options;
    const ledger = {
      live,
      forks: this.#forks,
      cache: this.#cache,
      upstream: this.#upstream,
      execute: this.#execute,
      advance: () => this.#advance(live),
    };
    const common = { maxBatchReplyBytes, now, onInternalError };
    const optionsOf = (dialect: Dialect): DispatchOptions => {
      return {
        ...callsOf(ledger, dialect, this.#tables),
        ...common,
        journal: journalOf(live, dialect),
        rules: dialect,
      };
    };
    // created once, not for each request
    const options = { agave: optionsOf(DIALECTS.agave), contract: optionsOf(DIALECTS.contract) };
    const dispatch: Dispatch = (body, dialect, caller) => dispatchBody(body, options[dialect.name], caller);
    const openSession: OpenSession = (dialect, caller, { ended, failed, notified }) => {
      const subscriber = this.#hub.connect(live, { ended, failed, notified: ({ bytes }) => notified(bytes) });
      return openSocketSession(subscriber, options[dialect.name], caller);
    };
    return { dispatch, openSession, health: () => healthOf(live) };
  }
}

/** What it needs is loaded with the first call. */
const showThing: ShowThing = async (...args) => (await import('../control/show/showJson.ts')).showJson(...args);

function now(): number {
  return performance.now();
}

/** Source   agave 4.1 rpc_service.rs health_check */
function healthOf({ version }: LiveLedger): string {
  return version.state.cluster.slotsBehind === undefined ? 'ok' : 'behind';
}

async function dumpOf({ version }: LiveLedger): ReturnType<LedgerNode['dump']> {
  return dumpLedger(version.state);
}

let hasWarned = false;

/** Warns once per process that there are two dialects, if none was chosen. */
export function warnOfDialect(): void {
  if (hasWarned) return;
  hasWarned = true;
  process.emitWarning(
    "No `dialect` is set, so this node answers in the contract dialect: six read methods with a small, fixed set of fields. Use `dialect: 'agave'` for the answers of a real node, or set `dialect: 'contract'` to silence this warning.",
    { code: 'STILLNODE_DIALECT' },
  );
}
