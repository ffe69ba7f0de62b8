import { controlsOf } from '../control/index.ts';
import { type AnswerMatch, answerFault } from '../control/newAnswer.ts';
import { errorWithSuggestion } from '../control/suggestMethod.ts';
import { type Dialect, dialectOf } from '../dialect.ts';
import { withStackOf } from '../errors.ts';
import { dumpLedger } from '../fixtures/dump/dumpLedger.ts';
import type { LoadedLedger } from '../fixtures/loadLedger.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import { type LedgerService, now } from '../rpc/ledgerService.ts';
import { type Caller, CONTROL_OFF, type ControlAccess, IN_PROCESS } from '../rpc/protocol/call.ts';
import { replyText } from '../rpc/protocol/envelope.ts';
import { assertBody, jsonOf, plainOf, requestBody, resultTextIn } from '../rpc/protocol/inProcessCalls.ts';
import { runJournaled } from '../rpc/protocol/ledgerJournal.ts';
import { subscribeInProcess } from '../rpc/subscriptions/inProcessSubscriptions.ts';
import { namedLedger } from '../runtime/names/ledgerNames.ts';
import { addressIn, namedSignature } from '../script/building/keysInLedger.ts';
import { fetchOf, subscriptionsTransportOf, transportOf } from './clientTransports.ts';
import { type ForkNode, type LedgerNode, withServing } from './ledgerNode.ts';
import type { Listeners } from './listeners.ts';

export type LoadReport = Omit<LoadedLedger, 'state'>;

/** The parts that the ledgers of a node share. */
interface Shared {
  readonly service: LedgerService;
  readonly listeners: Listeners;
  /** the counts and warnings of the last load, which may be a reload */
  readonly report: () => LoadReport;
}

/** Creates the public object of one ledger of a node: its calls are answered within this process. */
export function createLedgerNode(live: LiveLedger, shared: Shared): LedgerNode {
  const { listeners, report, service } = shared;
  const serving = service.serve(live);
  const dialect = dialectOf(serving.dialect);
  const access: ControlAccess = serving.isControllable
    ? { kind: 'allowed', urlOf: (fork) => listeners.urlOf(fork) }
    : CONTROL_OFF;
  const caller: Caller = { ...IN_PROCESS, access: () => access };
  const fetch = fetchOf(serving);
  const replyTo = async (body: string, rules: Dialect) => (await serving.dispatch(body, rules, caller)).reply;
  const requestText: LedgerNode['requestText'] = async (method: string, params?: readonly unknown[]) => {
    const reply = await replyTo(requestBody(method, params), dialect);
    try {
      return resultTextIn(reply);
    } catch (error) {
      throw errorWithSuggestion(error, method);
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
    signature: function signature(name, copy): string {
      return withStackOf(signature, () => namedSignature(live.version.state, name, copy));
    },
    get names() {
      return live.version.state.names.addresses;
    },
    address: function address(key): string {
      return withStackOf(address, () => addressIn(namedLedger(live.version.state), key));
    },
    dump: async () => dumpLedger(live.version.state),
    ...controlsOf(request),
    answer(method: string, answer: unknown, match?: AnswerMatch) {
      const { fault, json } = answerFault(method, answer, match);
      const id = live.faults.add(json, fault);
      const remove = () => void live.faults.remove(id);
      return { id, remove, [Symbol.dispose]: remove };
    },
    // an argument too many is refused, as everywhere on the wire
    fork: (...args: readonly unknown[]) => createFork(request, args, shared),
    subscribe: (kind, ...params) =>
      runJournaled(
        service.journalOf(live, dialect),
        now,
        { method: `${kind}Subscribe`, params: jsonOf(params, 'params') },
        (onSubscribed) =>
          subscribeInProcess(
            (events) => service.connect(live, events, 0),
            live.version.state.protocol.version,
            kind,
            jsonOf(params, 'params'),
            (text) => plainOf(text),
            onSubscribed,
          ),
      ),
    fetch,
    transport: () => transportOf(fetch),
    subscriptionsTransport: () => subscriptionsTransportOf(serving, access),
    listen: (options = {}) => listeners.listen(serving, live.timer, options),
  };
  return withServing(node, serving);
}

async function createFork(request: LedgerNode['request'], args: readonly unknown[], shared: Shared): Promise<ForkNode> {
  const { name } = (await request('stillnode_fork', args)) as { readonly name: string };
  const { listeners, report: reportNow, service } = shared;
  const live = service.forks.get(name)!;
  // the fork keeps the report of its creation: a reload does not change the fork
  const report = reportNow();
  const close = async () => {
    // another fork may have its name by now
    if (service.forks.get(name) === live) service.forks.drop(name);
  };
  const fork = {
    name,
    get url() {
      return listeners.urlOf(name)?.url;
    },
    get wsUrl() {
      return listeners.urlOf(name)?.wsUrl;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  const node = createLedgerNode(live, { ...shared, report: () => report });
  // a spread would copy the current values of getters
  return Object.defineProperties(node, Object.getOwnPropertyDescriptors(fork)) as ForkNode;
}
