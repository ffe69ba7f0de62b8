import { fileURLToPath } from 'node:url';
import type { JsonResult, JsonValue } from './codec/json.ts';
import type { Dialect, DialectName } from './dialect.ts';
import { warnOfDialect } from './dialectWarning.ts';
import type { AsyncClosable } from './disposable.ts';
import type { FixtureProblem } from './document/problem.ts';
import { type DispatchOptions, dispatchBody } from './jsonrpc/dispatch.ts';
import { assertBody, requestBody, resultOf, resultTextOf } from './jsonrpc/inProcess.ts';
import { replyText } from './jsonrpc/reply.ts';
import { cachedCall, ResultCache } from './jsonrpc/resultCache.ts';
import type { LedgerState } from './ledger/state.ts';
import type { FixtureSource } from './loading/input/input.ts';
import { type LedgerCounts, type LoadedLedger, loadLedger } from './loading/loadLedger.ts';
import { METHODS } from './methods/index.ts';
import type { MethodContext } from './methods/method.ts';
import { refusalOf } from './methods/notServed.ts';
import { checkOptions, dialectOf, type ListenOptions, listenOptionsOf, type NodeOptions } from './nodeOptions.ts';
import { readServerOptions } from './server/options.ts';
import type { Dispatch, Serving } from './server/serving.ts';

/** A node without a socket: answers within this process. */
export interface LedgerNode {
  readonly dialect: DialectName;
  readonly counts: LedgerCounts;
  readonly warnings: readonly FixtureProblem[];
  /**
   * Calls a method; floats come back as numbers, integers beyond 2^53 as bigints, which `JSON.stringify` throws on: the text of
   * the same result is what `requestText` gives.
   *
   * @throws RpcError with the code, message and data that a client would get
   */
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
  /**
   * Calls a method and gives the exact JSON text of its result, as it goes over the wire.
   *
   * @throws RpcError as `request`
   */
  requestText(method: string, params?: readonly unknown[]): Promise<string>;
  /** The exact text that a request body is answered with over HTTP; empty for notifications. */
  dispatch(body: string, dialect?: DialectName): Promise<string>;
  /**
   * The signature of a transaction that a scripted ledger names; of its first copy, unless `copy` says another, counted from 0.
   *
   * @throws RangeError where there is none
   */
  signature(name: string, copy?: number): string;
  /**
   * The ledger as fixtures, one way for whatever it was loaded from: loaded again they answer as this node does. Texts are made
   * as they are read.
   */
  dump(): Promise<Iterable<FixtureSource>>;
  /** Opens a port; a node may listen on several. */
  listen(options?: ListenOptions): Promise<Listener>;
}

export interface Listener extends AsyncClosable {
  /** e.g. `http://127.0.0.1:8899` */
  readonly url: string;
  /** Stops accepting, finishes what is in flight. */
  close(): Promise<void>;
}

export type RunningNode = LedgerNode & Listener;

/** MiB: thirty large blocks, or any number of small answers */
const DEFAULT_CACHE_MB = 64;

/** a dozen large blocks */
const DEFAULT_MAX_BATCH_REPLY_BYTES = 32 * 2 ** 20;

/** Shared by all copies of this module, because a package may hold it twice. */
const SERVING: unique symbol = Symbol.for('stillnode.serving');

/**
 * What a server needs of a node.
 *
 * @throws TypeError where `createNode` has not made it
 */
export function servingOf(node: LedgerNode): Serving {
  const { [SERVING]: serving } = (node ?? {}) as { readonly [SERVING]?: Serving };
  if (serving === undefined) throw new TypeError('node must be what createNode or startNode gives');
  return serving;
}

/** What is served when nothing is named. */
export const SAMPLE_LEDGER: string = fileURLToPath(new URL('../ledger-fixtures/default', import.meta.url));

/**
 * Loads a ledger and makes a node of it that has no socket yet.
 *
 * @throws FixtureError with every problem of every file
 * @throws TypeError for an option that there is not, or of another type
 */
export async function createNode(options: NodeOptions = {}): Promise<LedgerNode> {
  checkOptions('createNode', options);
  return nodeOver(await loadFor(options), options);
}

/** A node whose fixtures can be loaded anew while it answers. */
export interface ReloadableNode {
  readonly node: LedgerNode;
  /** of the first ledger, which is not held on to */
  readonly report: LoadReport;
  /**
   * Loads the fixtures again and answers from them from then on; requests in flight are answered from what was there before.
   *
   * @throws FixtureError where nothing was loaded, and all is as it was
   */
  reload(): Promise<LoadReport>;
}

/** What loading tells besides the ledger. */
export type LoadReport = Omit<LoadedLedger, 'state'>;

/** As `createNode`. */
export async function createReloadableNode(options: NodeOptions): Promise<ReloadableNode> {
  const first = await loadFor(options);
  const { node, replace } = replaceableNode(first, options);
  const { state: _, ...report } = first;
  const reload = async () => {
    const loaded = await loadFor(options);
    replace(loaded);
    return loaded;
  };
  return { node, report, reload };
}

function loadFor({ ledger, onProgress }: NodeOptions): Promise<LoadedLedger> {
  return loadLedger([ledger ?? SAMPLE_LEDGER].flat(), onProgress);
}

/** A node over a ledger that is in memory already. */
export function nodeOver(loaded: LoadedLedger, options: Omit<NodeOptions, 'ledger'>): LedgerNode {
  return replaceableNode(loaded, options).node;
}

/** What a node answers from. It is replaced as a whole: whoever has taken one answers from it to the end. */
interface Served {
  readonly loaded: LoadedLedger;
  readonly cache: ResultCache;
}

interface ReplaceableNode {
  readonly node: LedgerNode;
  /** Requests that come later are answered from this; those in flight from what was there when they came. */
  replace(loaded: LoadedLedger): void;
}

export function replaceableNode(first: LoadedLedger, options: Omit<NodeOptions, 'ledger'>): ReplaceableNode {
  const ownDialect = dialectOf(options.dialect ?? 'contract');
  const servedFrom = (loaded: LoadedLedger): Served => ({
    loaded,
    cache: new ResultCache((options.cacheMb ?? DEFAULT_CACHE_MB) * 2 ** 20),
  });
  const { maxBatchReplyBytes = DEFAULT_MAX_BATCH_REPLY_BYTES, onInternalError } = options;
  let served = servedFrom(first);
  const dispatch: Dispatch = (body, dialect) =>
    dispatchBody(body, { call: callOf(served, dialect), rules: dialect, maxBatchReplyBytes, onInternalError });
  const textOf = async (body: string, dialect: Dialect) => replyText((await dispatch(body, dialect)).reply);
  const serving: Serving = {
    dispatch,
    dialect: ownDialect.name,
    onSolanaClient: options.dialect === undefined ? warnOfDialect : undefined,
    health: () => healthOf(served.loaded.state),
  };
  const node: LedgerNode & { readonly [SERVING]: Serving } = {
    dialect: ownDialect.name,
    get counts() {
      return served.loaded.counts;
    },
    get warnings() {
      return served.loaded.warnings;
    },
    request: async (method, params) => resultOf(await textOf(requestBody(method, params), ownDialect)),
    requestText: async (method, params) => resultTextOf(await textOf(requestBody(method, params), ownDialect)),
    async dispatch(body, dialect = ownDialect.name) {
      assertBody(body);
      return textOf(body, dialectOf(dialect));
    },
    signature: (name, copy) => signatureOf(served.loaded, name, copy),
    async dump() {
      const { state } = served.loaded;
      // nodes that only answer never load what writes
      const { dumpLedger } = await import('./loading/dump/dumpLedger.ts');
      return dumpLedger(state);
    },
    listen: (listenOptions = {}) => listen(serving, listenOptions),
    [SERVING]: serving,
  };
  const replace = (loaded: LoadedLedger): void => {
    served = servedFrom(loaded);
  };
  return { node, replace };
}

function signatureOf({ signatures }: LoadedLedger, name: string, copy = 0): string {
  if (typeof name !== 'string') throw new TypeError(`\`name\` has to be a string, not ${typeof name}`);
  const copies = signatures?.get(name) ?? [];
  const signature = copies[copy];
  if (signature !== undefined) return signature;
  if (copies.length > 0) throw new RangeError(`there are ${copies.length} transactions "${name}", and none at ${copy}`);
  throw new RangeError(`no transaction of a scripted ledger has the name "${name}"`);
}

/** What every call of a request is answered by: one state of the ledger, in one dialect. */
function callOf({ cache, loaded }: Served, dialect: Dialect): DispatchOptions['call'] {
  const context = { ledger: loaded.state, dialect };
  return cachedCall(cache, dialect.name, (method, params) => answer(method, params, context));
}

/** Loads a ledger and serves it over HTTP: a node and its listener in one, closed together. */
export async function startNode(options: NodeOptions & ListenOptions = {}): Promise<RunningNode> {
  checkOptions('startNode', options);
  const node = nodeOver(await loadFor(options), options);
  const listener = await node.listen(listenOptionsOf(options));
  return { ...node, ...listener };
}

/** The method is looked up before its parameters are looked at. */
function answer(name: string, params: JsonValue | undefined, context: MethodContext): JsonResult | Promise<JsonResult> {
  const method = METHODS.get(name);
  if (method === undefined) throw refusalOf(name);
  return method.answer(method.readParams(params, context.dialect), context);
}

/** Source   agave 4.1 rpc_service.rs health_check */
function healthOf({ cluster }: LedgerState): string {
  return cluster.slotsBehind === undefined ? 'ok' : 'behind';
}

async function listen(serving: Serving, options: ListenOptions): Promise<Listener> {
  checkOptions('listen', options);
  const rules = readServerOptions(serving, options);
  // a node that only answers in process never loads the transport
  const { openPort } = await import('./server/listen.ts');
  const { close, url } = await openPort({
    ...rules,
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
  });
  return { url, close, [Symbol.asyncDispose]: close };
}
