import { assertOptions } from '../../control/assertArguments.ts';
import type { AsyncClosable } from '../../control/asyncClosable.ts';
import { unlessGone } from '../../control/errorReason.ts';
import { controlsOf } from '../../control/index.ts';
import type { LedgerControls } from '../../control/ledgerControls.ts';
import { type DialectName, isDialectName } from '../../dialect.ts';
import { ClosedError, droppedText, RpcError, rpcErrors } from '../../errors.ts';
import type { FixtureSource } from '../../fixtures/input/input.ts';
import type { Subscribe } from '../../rpc/subscriptions/subscriptionTypes.ts';
import { addressText, type Key } from '../../script/building/keyBuilders.ts';
import type { Request, RequestText } from '../answers/requestTypes.ts';
import type { Fetch } from '../clientTransports.ts';
import { callsOfFork, forkUrl, HttpReplyError, httpCalls, realFetch, socketUrlOf, withoutKeys } from './httpCalls.ts';
import { SocketSubscriptions } from './socketSubscriptions.ts';

/** Where a node is, and how it is asked. Keys may stand in the URL too; options win. */
export interface ConnectOptions {
  /** key for control calls, as the node has it by `--control-key` */
  readonly controlKey?: string;
  /** key for all calls, one of those that the node has by `--api-key` */
  readonly apiKey?: string;
  /** URL of the WebSockets; default: that of HTTP, whose port takes WebSockets too */
  readonly wsUrl?: string;
  /** default: the `fetch` of the platform */
  readonly fetch?: Fetch;
  /** how long the node may take for its first answer; default: 10,000 */
  readonly timeoutMs?: number;
}

/** A node in another process: it has what a node of `createNode` has, over HTTP. */
export interface NodeConnection extends LedgerControls, AsyncClosable {
  /** the form of its answers */
  readonly dialect: DialectName;
  /** URL for the tested code, with the API key of the node but without its control key */
  readonly url: string;
  /** URL of its WebSockets, with the same key */
  readonly wsUrl: string;
  /** Calls a method, as `request` of a node in this process. @throws RpcError with the code, message and data of the node */
  readonly request: Request;
  /** Calls a method and returns the exact JSON text of its result. */
  readonly requestText: RequestText;
  /** The notifications of a subscription, over a WebSocket. It ends when its loop is left, or when the connection is closed. */
  readonly subscribe: Subscribe;
  /** The address of a name or a derivation: `await node.address('shop')`. @throws RpcError for an unknown name */
  address(key: Key): Promise<string>;
  /** The signature of a named transaction; `copy` counts from 0, the default. @throws RpcError for an unknown name */
  signature(name: string, copy?: number): Promise<string>;
  /** The ledger as fixtures in one format: a node that loads them gives the same answers. */
  dump(): Promise<readonly FixtureSource[]>;
  /** Creates a ledger fork, and connects to it. */
  fork(name?: string): Promise<ForkConnection>;
  /** Drops the forks that were made over this connection, and ends its sockets. The node goes on, with its faults and send rules. */
  close(): Promise<void>;
}

/** A ledger fork of a node in another process. */
export interface ForkConnection extends NodeConnection {
  readonly name: string;
  /** Drops the fork. */
  close(): Promise<void>;
}

const OPTIONS = ['controlKey', 'apiKey', 'wsUrl', 'fetch', 'timeoutMs'] as const;

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Connects to a node in another process, such as one in Docker. A URL with `/fork/NAME` connects to that fork, which `close` leaves as it is.
 *
 * @example
 * const node = await connect('http://127.0.0.1:8899');
 * await node.advance();
 * @throws TypeError for a URL or an option that is wrong
 * @throws Error whose sentence says why it is no node that can be controlled: nothing answers, it is no stillnode, control is off, a key is
 *   wrong, or there is no such fork. It has no key
 */
export async function connect(url: string, options: ConnectOptions = {}): Promise<NodeConnection> {
  assertOptions(options, OPTIONS, 'connect');
  const address = addressOf(url, options);
  const { fetch = realFetch, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  if (!(typeof timeoutMs === 'number' && timeoutMs > 0))
    throw new TypeError('`timeoutMs` has to be a number of milliseconds above 0');
  const dialect = await dialectAt(address.callUrl, fetch as typeof globalThis.fetch, timeoutMs);
  return connectionTo({ ...address, dialect, fetch });
}

/** The URLs of a node. */
interface NodeAddress {
  /** with all keys */
  readonly callUrl: string;
  readonly url: string;
  readonly wsUrl: string;
}

/** @throws TypeError */
function addressOf(url: string, { apiKey, controlKey, wsUrl }: ConnectOptions): NodeAddress {
  const callUrl = parsedUrl(url, 'url', /^https?:$/, 'http://127.0.0.1:8899');
  if (apiKey !== undefined) callUrl.searchParams.set('apikey', apiKey);
  if (controlKey !== undefined) callUrl.searchParams.set('controlKey', controlKey);
  const shownUrl = new URL(callUrl);
  shownUrl.searchParams.delete('controlKey');
  const sockets = wsUrl === undefined ? undefined : parsedUrl(wsUrl, 'wsUrl', /^wss?:$/, 'ws://127.0.0.1:8900').href;
  return { callUrl: callUrl.href, url: shownUrl.href, wsUrl: sockets ?? socketUrlOf(shownUrl.href) };
}

function parsedUrl(url: unknown, name: string, protocol: RegExp, example: string): URL {
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed !== undefined && protocol.test(parsed.protocol)) return parsed;
  throw new TypeError(`\`${name}\` has to be the address of a node, such as ${example}`);
}

/** The dialect of a node that can be controlled. @throws Error with the reason why it cannot */
async function dialectAt(url: string, fetch: typeof globalThis.fetch, timeoutMs: number): Promise<DialectName> {
  const shown = withoutKeys(url);
  const signal = AbortSignal.timeout(timeoutMs);
  const calls = httpCalls(url, ((input: string, init?: RequestInit) => fetch(input, { ...init, signal })) as Fetch);
  try {
    const tips = (await calls.request('stillnode_getTips')) as { readonly dialect?: unknown };
    if (typeof tips.dialect === 'string' && isDialectName(tips.dialect)) return tips.dialect;
  } catch (error) {
    if (signal.aborted) throw new Error(`no node answers at ${shown} within ${timeoutMs / 1000} s`);
    if (error instanceof HttpReplyError) throw new Error(httpReason(shown, error));
    if (error instanceof RpcError) throw new Error(await controlReason(shown, error, calls));
    if (error instanceof Error && error.message.startsWith('no node answers')) throw error;
  }
  throw new Error(`${shown} is no stillnode: what answers there does not speak its JSON-RPC`);
}

function httpReason(shown: string, { status }: HttpReplyError): string {
  if (status === 401) return `${shown} refuses the API key, or needs one: give it as \`apiKey\``;
  if (status === 404) return `${shown} is no ledger: there is no such fork, or nothing is served at this path`;
  return `${shown} is no stillnode: it answers HTTP ${status}`;
}

async function controlReason(shown: string, error: RpcError, { request }: Pick<NodeConnection, 'request'>) {
  if (error.code !== rpcErrors.methodNotFound().code) return `${shown} refuses control: ${error.message}`;
  // stillnode describes its methods, which no real node does
  const isStillnode = await request('rpc.discover').then(
    () => true,
    () => false,
  );
  return isStillnode
    ? `${shown} takes no control calls: start the node with --control`
    : `${shown} is no stillnode: it does not know stillnode_getTips`;
}

interface OpenConnection extends NodeAddress {
  readonly dialect: DialectName;
  readonly fetch: Fetch;
}

/** A fork that a connection has made. */
interface MadeFork {
  readonly name: string;
  /** drops it, if it is there */
  drop(): Promise<void>;
}

/** @param ownFork the fork that is dropped when the connection is closed; undefined: the ledger stays */
function connectionTo(at: OpenConnection, ownFork?: MadeFork): NodeConnection {
  const allCalls = httpCalls(at.callUrl, at.fetch);
  const calls = ownFork === undefined ? allCalls : callsOfFork(allCalls, ownFork.name);
  const because = ownFork === undefined ? 'the connection is closed' : droppedText(ownFork.name);
  const subscriptions = new SocketSubscriptions(at.wsUrl);
  const forks = new Set<ForkConnection>();
  let closing: Promise<void> | undefined;
  const whileOpen = <F extends (...args: never[]) => Promise<unknown>>(call: F): F =>
    (async (...args: Parameters<F>) => {
      if (closing !== undefined) throw new ClosedError(because);
      return call(...args);
    }) as F;
  const request = whileOpen(calls.request);
  const close = (): Promise<void> => {
    closing ??= (async () => {
      subscriptions.close();
      await Promise.all([...forks].map((fork) => fork.close()));
      await ownFork?.drop();
    })();
    return closing;
  };
  return {
    ...controlsOf(request),
    dialect: at.dialect,
    url: at.url,
    wsUrl: at.wsUrl,
    request,
    requestText: whileOpen(calls.requestText),
    subscribe: subscriptions.subscribe,
    address: async (key) => (await request('stillnode_address', [addressText(key)])) as string,
    signature: async (name, copy) =>
      (await request('stillnode_signature', copy === undefined ? [name] : [name, copy])) as string,
    dump: async () => (await request('stillnode_dump')) as readonly FixtureSource[],
    async fork(...args) {
      const { name } = (await request('stillnode_fork', args)) as { readonly name: string };
      const address = {
        callUrl: forkUrl(at.callUrl, name),
        url: forkUrl(at.url, name),
        wsUrl: forkUrl(at.wsUrl, name),
      };
      const drop = () => unlessGone(calls.request('stillnode_dropFork', [name]));
      const fork: ForkConnection = Object.assign(connectionTo({ ...at, ...address }, { name, drop }), { name });
      forks.add(fork);
      return fork;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
