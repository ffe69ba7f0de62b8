import { controlsOf } from './control/controls.ts';
import { journalOf } from './control/journal.ts';
import { addOverride } from './control/newOverride.ts';
import { callsOf } from './control/requestCalls.ts';
import { errorWithMeant } from './control/words/meantMethod.ts';
import type { addressIn } from './control/words/names.ts';
import { signatureIn } from './control/words/signature.ts';
import { DIALECTS, type Dialect, dialectOf } from './dialect.ts';
import { createExecutors, type Executors } from './executors.ts';
import { CONTROL_OFF, type ControlAccess } from './jsonrpc/access.ts';
import { type Caller, IN_PROCESS } from './jsonrpc/call.ts';
import { type DispatchOptions, dispatchBody } from './jsonrpc/dispatch.ts';
import { assertBody, jsonOf, plainOf, requestBody, resultTextIn } from './jsonrpc/inProcess.ts';
import { journaled } from './jsonrpc/journal.ts';
import { notify } from './jsonrpc/notify.ts';
import { replyText } from './jsonrpc/reply.ts';
import { ResultCache } from './jsonrpc/resultCache.ts';
import type { Upstream } from './jsonrpc/upstream.ts';
import type { ForkNode, LedgerNode } from './ledgerNode.ts';
import { withServing } from './ledgerNode.ts';
import { Listeners } from './listeners.ts';
import { FORK_NAME_RULE, Forks, isForkName } from './live/forks.ts';
import { LiveError } from './live/liveError.ts';
import type { LiveLedger } from './live/liveLedger.ts';
import { SlotTimer } from './live/slotTimer.ts';
import type { LoadedLedger } from './loading/loadLedger.ts';
import type { NodeOptions } from './nodeOptions.ts';
import type { Dispatch, OpenSession, ServedLedger, Serving } from './server/serving.ts';
import { SubscriptionHub } from './subscriptions/hub.ts';
import { subscribeInProcess } from './subscriptions/inProcess.ts';
import { openSession as openSocketSession } from './subscriptions/session.ts';

/** MiB; enough for thirty large blocks */
const DEFAULT_CACHE_MB = 64;

/** enough for a dozen large blocks */
const DEFAULT_MAX_BATCH_REPLY_BYTES = 32 * 2 ** 20;

const DEFAULT_MAX_FORKS = 1000;

/** The result of loading, without the ledger itself. */
export type LoadReport = Omit<LoadedLedger, 'state'>;

export type AddressIn = typeof addressIn;

/** What is loaded only where it is needed. */
export interface LoadedParts {
  /** takes long, and the command needs none */
  readonly addressIn?: AddressIn;
  readonly upstream?: Upstream | undefined;
}

const notLoaded: AddressIn = () => {
  throw new TypeError('this node resolves no names: createNode and startNode make one that does');
};

/** What the ledgers of a node share: its options, one cache, the list of forks and the ports. */
export class NodeHost {
  readonly #options: Omit<NodeOptions, 'ledger'>;
  readonly #dialect: Dialect;
  readonly #cache: ResultCache;
  readonly #forks: Forks;
  readonly #hub = new SubscriptionHub();
  readonly #executors: Executors;
  readonly #listeners: Listeners;
  readonly #main: LiveLedger;
  readonly #addressIn: AddressIn;
  readonly #upstream: Upstream | undefined;

  constructor(main: LiveLedger, options: Omit<NodeOptions, 'ledger'>, { addressIn, upstream }: LoadedParts = {}) {
    this.#addressIn = addressIn ?? notLoaded;
    this.#upstream = upstream;
    this.#main = main;
    this.#options = options;
    this.#dialect = dialectOf(options.dialect ?? 'contract');
    this.#cache = new ResultCache((options.cacheMb ?? DEFAULT_CACHE_MB) * 2 ** 20);
    this.#executors = createExecutors(options.execute);
    this.#forks = new Forks(options.maxForks ?? DEFAULT_MAX_FORKS);
    const { onInternalError, slotTime } = options;
    const onError = (error: unknown) => notify(onInternalError, error);
    const timer = slotTime === undefined ? undefined : new SlotTimer(() => this.#goOn(main), slotTime, onError);
    timer?.start();
    this.#listeners = new Listeners(timer, options.upstream?.url);
  }

  async #goOn(live: LiveLedger): Promise<void> {
    const { tick } = await import('./sending/steps.ts');
    await live.moveSends((now) => tick(now, this.#executors.executor.execute));
  }

  /** @param report asked for each time, because fixtures may be loaded again */
  nodeOf(live: LiveLedger, report: () => LoadReport): LedgerNode {
    const dialect = this.#dialect;
    const serving = this.#servingOf(live);
    const access = this.#accessInProcess();
    const caller: Caller = { ...IN_PROCESS, access: () => access };
    const replyTo = async (body: string, rules: Dialect) => (await serving.dispatch(body, rules, caller)).reply;
    const requestText: LedgerNode['requestText'] = async (method, params) => {
      const reply = await replyTo(requestBody(method, params), dialect);
      try {
        return resultTextIn(reply);
      } catch (error) {
        throw errorWithMeant(error, method);
      }
    };
    const request: LedgerNode['request'] = async (method, params) => plainOf(await requestText(method, params));
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
      signature: (name, copy) => signatureOf(live, name, copy),
      get names() {
        return live.frame.state.names.addresses;
      },
      address: (words) => this.#addressIn(live.frame.state, words),
      dump: () => dumpOf(live),
      ...controlsOf(request),
      override(method: string, answer: unknown) {
        const remove = addOverride(live.overrides, method, answer);
        return { remove, [Symbol.dispose]: remove };
      },
      fork: (name) => this.#fork(request, name, report()),
      subscribe: (kind, ...params) =>
        journaled(journalOf(live), now, { method: `${kind}Subscribe`, params: jsonOf(params, 'params') }, () =>
          subscribeInProcess(
            (events) => this.#hub.connect(live, events, 0),
            kind,
            jsonOf(params, 'params'),
            (text) => plainOf(text),
          ),
        ),
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
      // it may have been dropped, and its name given to another one
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
    const ledger = { live, forks: this.#forks, cache: this.#cache, upstream: this.#upstream, ...this.#executors };
    const common = { maxBatchReplyBytes, now, onInternalError, journal: journalOf(live) };
    const optionsOf = (dialect: Dialect): DispatchOptions => {
      return { ...callsOf(ledger, dialect), ...common, rules: dialect };
    };
    // made once: every request would pay for it
    const options = { agave: optionsOf(DIALECTS.agave), contract: optionsOf(DIALECTS.contract) };
    const dispatch: Dispatch = (body, dialect, caller) => dispatchBody(body, options[dialect.name], caller);
    const openSession: OpenSession = (dialect, caller, { ended, failed, notified }) => {
      const subscriber = this.#hub.connect(live, { ended, failed, notified: ({ bytes }) => notified(bytes) });
      return openSocketSession(subscriber, options[dialect.name], caller);
    };
    return { dispatch, openSession, health: () => healthOf(live) };
  }
}

function now(): number {
  return performance.now();
}

/** Source   agave 4.1 rpc_service.rs health_check */
function healthOf({ frame }: LiveLedger): string {
  return frame.state.cluster.slotsBehind === undefined ? 'ok' : 'behind';
}

async function dumpOf({ frame }: LiveLedger): ReturnType<LedgerNode['dump']> {
  // loaded only when needed: most nodes never write a dump
  const { dumpLedger } = await import('./loading/dump/dumpLedger.ts');
  return dumpLedger(frame.state);
}

function signatureOf({ frame }: LiveLedger, name: string, copy = 0): string {
  if (typeof name !== 'string') throw new TypeError(`\`name\` has to be a string, not ${typeof name}`);
  const found = signatureIn(frame.state, name, copy);
  if (found instanceof RangeError) throw found;
  return found;
}
