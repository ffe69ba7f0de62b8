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
   * Calls a method; floats come back as numbers, integers beyond 2^53 as bigints, which `JSON.stringify` throws on: use
   * `requestText` for the text of the same result.
   *
   * @throws RpcError with the code, message and data that a client would get
   */
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
  /**
   * Calls a method and returns the exact JSON text of its result, as it is sent over HTTP.
   *
   * @throws RpcError as `request`
   */
  requestText(method: string, params?: readonly unknown[]): Promise<string>;
  /** The exact text that a request body is answered with over HTTP; empty for notifications. */
  dispatch(body: string, dialect?: DialectName): Promise<string>;
  /**
   * The signature of a transaction that has a name in a scripted ledger. `copy` counts from 0; default is the first copy.
   *
   * @throws RangeError if there is no such transaction
   */
  signature(name: string, copy?: number): string;
  /**
   * The ledger as fixtures, in one format whatever it was loaded from. A node that loads them gives the same answers. Each text is
   * made when it is read.
   */
  dump(): Promise<Iterable<FixtureSource>>;
  /** Opens a port; a node may listen on several. */
  listen(options?: ListenOptions): Promise<Listener>;
}

export interface Listener extends AsyncClosable {
  /** e.g. `http://127.0.0.1:8899` */
  readonly url: string;
  /** Stops accepting requests and finishes those in flight. */
  close(): Promise<void>;
}

export type RunningNode = LedgerNode & Listener;

/** MiB; enough for thirty large blocks */
const DEFAULT_CACHE_MB = 64;

/** enough for a dozen large blocks */
const DEFAULT_MAX_BATCH_REPLY_BYTES = 32 * 2 ** 20;

/** A shared symbol, because a package may contain this module twice. */
const SERVING: unique symbol = Symbol.for('stillnode.serving');

/**
 * What a server needs from a node.
 *
 * @throws TypeError if the node was not made by `createNode`
 */
export function servingOf(node: LedgerNode): Serving {
  const { [SERVING]: serving } = (node ?? {}) as { readonly [SERVING]?: Serving };
  if (serving === undefined) throw new TypeError('node must be what createNode or startNode gives');
  return serving;
}

/** The ledger that is served by default. */
export const SAMPLE_LEDGER: string = fileURLToPath(new URL('../ledger-fixtures/default', import.meta.url));

/**
 * Loads a ledger and creates a node that does not listen on a port yet.
 *
 * @throws FixtureError with every problem of every file
 * @throws TypeError for an unknown option, or one of the wrong type
 */
export async function createNode(options: NodeOptions = {}): Promise<LedgerNode> {
  checkOptions('createNode', options);
  return nodeOver(await loadFor(options), options);
}

/** A node that can reload its fixtures while it answers requests. */
export interface ReloadableNode {
  readonly node: LedgerNode;
  /** of the first load; does not keep the first ledger in memory */
  readonly report: LoadReport;
  /**
   * Reloads the fixtures and uses them for later requests; requests in flight are answered from the previous ledger.
   *
   * @throws FixtureError if nothing was loaded; the previous ledger is kept
   */
  reload(): Promise<LoadReport>;
}

/** The result of loading, without the ledger itself. */
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

/** Creates a node for a ledger that is already in memory. */
export function nodeOver(loaded: LoadedLedger, options: Omit<NodeOptions, 'ledger'>): LedgerNode {
  return replaceableNode(loaded, options).node;
}

/** What a node answers from. It is replaced as a whole, so a request uses the same one from start to end. */
interface Served {
  readonly loaded: LoadedLedger;
  readonly cache: ResultCache;
}

interface ReplaceableNode {
  readonly node: LedgerNode;
  /** Later requests are answered from this ledger; requests in flight from the previous one. */
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
      // loaded only when needed: most nodes never write a dump
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

/** Answers the calls of one request: all of them from one state of the ledger, in one dialect. */
function callOf({ cache, loaded }: Served, dialect: Dialect): DispatchOptions['call'] {
  const context = { ledger: loaded.state, dialect };
  return cachedCall(cache, dialect.name, (method, params) => answer(method, params, context));
}

/** Loads a ledger and serves it over HTTP: the node and its listener are one object. */
export async function startNode(options: NodeOptions & ListenOptions = {}): Promise<RunningNode> {
  checkOptions('startNode', options);
  const node = nodeOver(await loadFor(options), options);
  const listener = await node.listen(listenOptionsOf(options));
  return { ...node, ...listener };
}

/** Looks up the method first: an unknown method is reported before wrong parameters. */
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
  // loaded only when needed: a node in process has no transport
  const { openPort } = await import('./server/listen.ts');
  const { close, url } = await openPort({
    ...rules,
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
  });
  return { url, close, [Symbol.asyncDispose]: close };
}
