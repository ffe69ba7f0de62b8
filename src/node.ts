import { fileURLToPath } from 'node:url';
import type { LedgerJson } from './builder/json.ts';
import type { JsonResult, JsonValue } from './codec/json.ts';
import { DIALECTS, type Dialect, type DialectName, isDialectName } from './dialect.ts';
import type { OnProgress } from './fixtures/contents.ts';
import type { FixtureSource } from './fixtures/input.ts';
import { type LedgerCounts, type LoadedLedger, loadLedger } from './fixtures/loadLedger.ts';
import type { FixtureProblem } from './fixtures/problem.ts';
import { type Answering, dispatchBody } from './jsonrpc/dispatch.ts';
import { requestBody, resultOf } from './jsonrpc/inProcess.ts';
import { replyText } from './jsonrpc/reply.ts';
import { cachedCall, ResultCache } from './jsonrpc/resultCache.ts';
import type { LedgerState } from './ledger/state.ts';
import { METHODS } from './methods/index.ts';
import type { MethodContext } from './methods/method.ts';
import { refusalOf } from './methods/notServed.ts';
import { checkCount, readServerOptions, type ServerOptions } from './server/options.ts';
import type { Dispatch, Serving } from './server/serving.ts';

/** What `ledger()` builds, or an object in the words of a `*.ledger.json`. */
export type ScriptedLedger = LedgerJson | { toJSON(): LedgerJson };

export interface NodeOptions {
  /** fixture files and folders, and scripted ledgers; left out: the sample ledger */
  readonly ledger?: readonly (string | ScriptedLedger)[];
  /** default `contract` */
  readonly dialect?: DialectName;
  /** memory for results of calls, in MiB; default 64, 0 for none */
  readonly cacheMb?: number;
  /** of all results in the reply to a batch; calls beyond it are refused; default 33554432, which is 32 MiB */
  readonly maxBatchReplyBytes?: number;
  /** told of what a client only sees as -32603 */
  readonly onInternalError?: (error: unknown) => void;
  /** told of every block, account and transaction that is read: has to be quick */
  readonly onProgress?: OnProgress;
}

export interface ListenOptions extends ServerOptions {
  /** default 127.0.0.1 */
  readonly host?: string;
  /** 0, the default: a free one */
  readonly port?: number;
}

/** A node without a socket: answers within this process. */
export interface LedgerNode {
  readonly dialect: DialectName;
  readonly counts: LedgerCounts;
  readonly warnings: readonly FixtureProblem[];
  /**
   * Calls a method; floats come back as numbers, integers beyond 2^53 as bigints.
   *
   * @throws RpcError with the code, message and data that a client would get
   */
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
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

export interface Listener extends AsyncDisposable {
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
 */
export async function createNode(options: NodeOptions = {}): Promise<LedgerNode> {
  return nodeOver(await loadFor(options), options);
}

/** A node whose fixtures can be loaded anew while it answers. */
export interface ReloadableNode {
  readonly node: LedgerNode;
  /** of the first ledger, which is not held on to */
  readonly told: LoadReport;
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
  const { state: _, ...told } = first;
  const reload = async () => {
    const loaded = await loadFor(options);
    replace(loaded);
    return loaded;
  };
  return { node, told, reload };
}

function loadFor({ ledger, onProgress }: NodeOptions): Promise<LoadedLedger> {
  return loadLedger(ledger ?? [SAMPLE_LEDGER], onProgress);
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
  const dialectName = options.dialect ?? 'contract';
  if (!isDialectName(dialectName)) throw new RangeError(`unknown dialect "${dialectName}": use contract or agave`);
  const servedFrom = (loaded: LoadedLedger): Served => ({
    loaded,
    cache: new ResultCache((options.cacheMb ?? DEFAULT_CACHE_MB) * 2 ** 20),
  });
  const { maxBatchReplyBytes = DEFAULT_MAX_BATCH_REPLY_BYTES, onInternalError } = options;
  checkCount('maxBatchReplyBytes', maxBatchReplyBytes);
  let served = servedFrom(first);
  const dispatch: Dispatch = (body, dialect) =>
    dispatchBody(body, { call: callOf(served, dialect), rules: dialect, maxBatchReplyBytes, onInternalError });
  const serving: Serving = { dispatch, dialect: dialectName, health: () => healthOf(served.loaded.state) };
  const node: LedgerNode & { readonly [SERVING]: Serving } = {
    dialect: dialectName,
    get counts() {
      return served.loaded.counts;
    },
    get warnings() {
      return served.loaded.warnings;
    },
    async request(method, params) {
      const { reply } = await dispatch(requestBody(method, params), DIALECTS[dialectName]);
      return resultOf(replyText(reply));
    },
    async dispatch(body, dialect = dialectName) {
      return replyText((await dispatch(body, DIALECTS[dialect])).reply);
    },
    signature: (name, copy) => signatureOf(served.loaded, name, copy),
    async dump() {
      const { state } = served.loaded;
      // nodes that only answer never load what writes
      const { dumpLedger } = await import('./fixtures/dump/dumpLedger.ts');
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
  const copies = signatures?.get(name) ?? [];
  const signature = copies[copy];
  if (signature !== undefined) return signature;
  if (copies.length > 0) throw new RangeError(`there are ${copies.length} transactions "${name}", and none at ${copy}`);
  throw new RangeError(`no transaction of a scripted ledger has the name "${name}"`);
}

/** What every call of a request is answered by: one state of the ledger, in one dialect. */
function callOf({ cache, loaded }: Served, dialect: Dialect): Answering['call'] {
  const context = { ledger: loaded.state, dialect };
  return cachedCall(cache, dialect.name, (method, params) => answer(method, params, context));
}

/** Loads a ledger and serves it over HTTP: a node and its listener in one, closed together. */
export async function startNode(options: NodeOptions & ListenOptions = {}): Promise<RunningNode> {
  const node = await createNode(options);
  const listener = await node.listen(options);
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
  const rules = readServerOptions(options);
  // a node that only answers in process never loads the transport
  const { openPort } = await import('./server/listen.ts');
  const { close, url } = await openPort({
    ...serving,
    ...rules,
    host: options.host ?? '127.0.0.1',
    port: options.port ?? 0,
  });
  return { url, close, [Symbol.asyncDispose]: close };
}
