import { controlsOf } from '../control/index.ts';
import type { LedgerControls } from '../control/ledgerControls.ts';
import type { LocalFaults } from '../control/nodeHandles.ts';
import { errorWithSuggestion } from '../control/suggestMethod.ts';
import { type Dialect, type DialectName, dialectOf } from '../dialect.ts';
import { ClosedError, RpcError, withStackOf } from '../errors.ts';
import type { FixtureProblem } from '../files/fixtureError.ts';
import { dumpLedger } from '../fixtures/dump/dumpLedger.ts';
import type { LedgerCounts, LoadedLedger } from '../fixtures/loadLedger.ts';
import type { LedgerState } from '../ledger/state.ts';
import { holdUntil } from '../live/processHold.ts';
import { now, type ServedLedger } from '../rpc/ledgerService.ts';
import { type Caller, CONTROL_OFF, type ControlAccess, IN_PROCESS } from '../rpc/protocol/call.ts';
import { type ReplyParts, replyText } from '../rpc/protocol/envelope.ts';
import { assertBody, jsonOf, plainOf, requestBody, resultTextIn } from '../rpc/protocol/inProcessCalls.ts';
import { runJournaled } from '../rpc/protocol/ledgerJournal.ts';
import { subscribeInProcess } from '../rpc/subscriptions/inProcessSubscriptions.ts';
import { namedLedger } from '../runtime/names/ledgerNames.ts';
import { addressIn, namedSignature } from '../script/building/keysInLedger.ts';
import { type Fetch, fetchOf, subscriptionsTransportOf, transportOf } from './clientTransports.ts';
import { type ForkNode, type LedgerNode, type Listener, type RunningNode, SERVED } from './ledgerNode.ts';
import type { Listeners } from './listeners.ts';

export type LoadReport = Omit<LoadedLedger, 'state'>;

/** The parts of a node that all its ledgers share. */
export interface NodeParts {
  readonly listeners: Listeners;
  /** ends the node */
  readonly close: () => Promise<void>;
  /** the counts and warnings of the last load, which may be a reload */
  readonly report: () => LoadReport;
}

/** A node with its control methods, each a call of `request`. */
const ControlledNode = class {
  constructor(request: LedgerNode['request'], faults: LocalFaults) {
    Object.assign(this, controlsOf(request, faults));
  }
} as new (
  request: LedgerNode['request'],
  faults: LocalFaults,
) => LedgerControls;

/** One ledger of a node, as users of the library have it: its calls are answered within this process. Its functions work without it, too: `const { advance, fork } = node`. */
export class InProcessNode extends ControlledNode implements LedgerNode {
  readonly dialect: DialectName;
  readonly request: LedgerNode['request'];
  readonly requestText: LedgerNode['requestText'];
  readonly subscribe: LedgerNode['subscribe'];
  readonly fetch: Fetch;
  readonly close: () => Promise<void>;
  readonly [SERVED]: ServedLedger;
  readonly #caller: Caller;
  readonly #parts: NodeParts;

  constructor(ledger: ServedLedger, parts: NodeParts) {
    const { listeners } = parts;
    const allowed: ControlAccess = { kind: 'allowed', urlOf: (fork) => listeners.urlOf(fork) };
    const access = ledger.service.isControllable ? allowed : CONTROL_OFF;
    const caller: Caller = { ...IN_PROCESS, access: () => access };
    const requestText = requestTextOf(ledger, caller);
    const request = requestOf(requestText);
    super(request, {
      add: (faultIn) => {
        assertOpen(ledger);
        const { fault, json } = faultIn(ledger.live.version.state);
        return ledger.live.faults.add(json, fault);
      },
      request: requestOf(requestTextOf(ledger, { ...IN_PROCESS, access: () => allowed })),
    });
    this.dialect = ledger.service.dialect;
    this.request = request;
    this.requestText = requestText;
    this.close = parts.close;
    this.subscribe = subscribeOf(ledger);
    this.fetch = whileOpen(ledger, fetchOf(ledger));
    this[SERVED] = ledger;
    this.#caller = caller;
    this.#parts = parts;
  }

  get counts(): LedgerCounts {
    return this.#parts.report().counts;
  }

  get warnings(): readonly FixtureProblem[] {
    return this.#parts.report().warnings;
  }

  get names(): ReadonlyMap<string, string> {
    return this.#state.names.addresses;
  }

  get #state(): LedgerState {
    return this[SERVED].live.version.state;
  }

  readonly dispatch: LedgerNode['dispatch'] = (body, dialect = this.dialect) =>
    this.#whileOpen(async () => {
      assertBody(body);
      return replyText(await replyTo(this[SERVED], body, dialectOf(dialect), this.#caller));
    });

  /** Answers while the ledger is there. @throws ClosedError */
  #whileOpen<T>(answer: () => Promise<T>): Promise<T> {
    return whileOpen(this[SERVED], answer)();
  }

  readonly signature: LedgerNode['signature'] = (name, copy) =>
    withStackOf(this.signature, () => namedSignature(this.#state, name, copy));

  readonly address: LedgerNode['address'] = (key) =>
    withStackOf(this.address, () => addressIn(namedLedger(this.#state), key));

  readonly dump: LedgerNode['dump'] = () => this.#whileOpen(async () => dumpLedger(this.#state));

  // an argument too many is refused, as everywhere on the wire
  readonly fork: LedgerNode['fork'] = async (...args: readonly unknown[]) => {
    const { name } = (await this.request('stillnode_fork', args)) as { readonly name: string };
    const { service } = this[SERVED];
    // the fork keeps the report of its creation: a reload does not change the fork
    const report = this.#parts.report();
    return new InProcessFork(name, service.serve(service.forks.get(name)!), { ...this.#parts, report: () => report });
  };

  readonly transport: LedgerNode['transport'] = () => transportOf(this.fetch);

  readonly subscriptionsTransport: LedgerNode['subscriptionsTransport'] = () => {
    const execute = subscriptionsTransportOf(this[SERVED], this.#caller.access());
    return async (config) => {
      assertOpen(this[SERVED]);
      return execute(config);
    };
  };

  readonly listen: LedgerNode['listen'] = (options = {}) =>
    this.#whileOpen(() => this.#parts.listeners.listen(this[SERVED], options));

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

class InProcessFork extends InProcessNode implements ForkNode {
  readonly name: string;
  readonly #listeners: Listeners;

  constructor(name: string, ledger: ServedLedger, parts: NodeParts) {
    super(ledger, parts);
    this.name = name;
    this.#listeners = parts.listeners;
  }

  get url(): string | undefined {
    return this.#listeners.urlOf(this.name)?.url;
  }

  get wsUrl(): string | undefined {
    return this.#listeners.urlOf(this.name)?.wsUrl;
  }

  override readonly close = async (): Promise<void> => {
    const { live, service } = this[SERVED];
    // another fork may have its name by now
    if (service.forks.get(this.name) === live) service.forks.drop(this.name);
    await this.#listeners.closeAll(live);
  };
}

/** A node that `startNode` has made. */
export class StartedNode extends InProcessNode implements RunningNode {
  declare readonly fork: RunningNode['fork'];
  readonly url: string;
  readonly wsUrl: string;

  constructor(ledger: ServedLedger, parts: NodeParts, { url, wsUrl }: Listener) {
    super(ledger, parts);
    this.url = url;
    this.wsUrl = wsUrl;
  }
}

/** @throws ClosedError if the node is closed, or the fork dropped */
function assertOpen({ live: { endedBecause } }: ServedLedger): void {
  if (endedBecause !== undefined) throw new ClosedError(endedBecause);
}

/** A function that answers while the ledger is there: it rejects with a ClosedError after that, and if the end cuts a wait short. */
function whileOpen<F extends (...args: never[]) => Promise<unknown>>(ledger: ServedLedger, answer: F): F {
  const answerOpen = async (...args: Parameters<F>) => {
    assertOpen(ledger);
    try {
      return await holdUntil(answer(...args));
    } catch (error) {
      const { endedBecause } = ledger.live;
      const isCutShort = endedBecause !== undefined && error instanceof RpcError && error.message === endedBecause;
      throw isCutShort ? new ClosedError(endedBecause) : error;
    }
  };
  return answerOpen as F;
}

function requestTextOf(ledger: ServedLedger, caller: Caller): LedgerNode['requestText'] {
  const dialect = dialectOf(ledger.service.dialect);
  return whileOpen(ledger, async (method: string, params?: readonly unknown[]) => {
    const reply = await replyTo(ledger, requestBody(method, params), dialect, caller);
    try {
      return resultTextIn(reply);
    } catch (error) {
      throw errorWithSuggestion(error, method);
    }
  });
}

function requestOf(requestText: LedgerNode['requestText']): LedgerNode['request'] {
  return async (method: string, params?: readonly unknown[]) => plainOf(await requestText(method, params));
}

async function replyTo(ledger: ServedLedger, body: string, rules: Dialect, caller: Caller): Promise<ReplyParts> {
  return (await ledger.dispatch(body, rules, caller)).reply;
}

function subscribeOf(ledger: ServedLedger): LedgerNode['subscribe'] {
  return (kind, ...values) => {
    assertOpen(ledger);
    const params = jsonOf(values, 'params');
    return runJournaled(ledger.journal, now, { method: `${kind}Subscribe`, params }, (onSubscribed) =>
      subscribeInProcess(
        (events) => ledger.connect(events, 0),
        ledger.live.version.state.protocol.version,
        kind,
        params,
        (text) => plainOf(text),
        onSubscribed,
      ),
    );
  };
}
