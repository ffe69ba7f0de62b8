import type { AsyncClosable } from '../control/asyncClosable.ts';
import type { LedgerControls } from '../control/ledgerControls.ts';
import type { DialectName } from '../dialect.ts';
import type { FixtureProblem } from '../files/fixtureError.ts';
import type { FixtureSource } from '../fixtures/input/input.ts';
import type { LedgerCounts } from '../fixtures/loadLedger.ts';
import type { ServedLedger } from '../rpc/ledgerService.ts';
import type { Subscribe } from '../rpc/subscriptions/subscriptionTypes.ts';
import type { Key } from '../script/building/keyBuilders.ts';
import type { Request, RequestText } from './answers/requestTypes.ts';
import type { Fetch, SubscriptionsTransport, Transport } from './clientTransports.ts';
import type { ListenOptions } from './nodeOptions.ts';

/** A node that answers within this process. It ends with `close`, and not with its last port. */
export interface LedgerNode extends LedgerControls, AsyncClosable {
  /** the form of its answers */
  readonly dialect: DialectName;
  /** the numbers of blocks, transactions and accounts at the last load */
  readonly counts: LedgerCounts;
  /** the warnings of the last load */
  readonly warnings: readonly FixtureProblem[];
  /**
   * Calls a method; a known one is typed as in the agave dialect. Floats are numbers, integers beyond 2^53 are bigints, which
   * `JSON.stringify` throws on: use `requestText` for text.
   * @example
   * const { value } = await node.request('getAccountInfo', [address, { encoding: 'base64' }]);
   * value?.data[0]; // its bytes in base64
   * @throws RpcError with the code, message and data that a client would get
   */
  readonly request: Request;
  /** Calls a method and returns the exact JSON text of its result, as over HTTP. @throws RpcError as `request` */
  readonly requestText: RequestText;
  /** The exact reply to a request body over HTTP; empty for notifications. */
  dispatch(body: string, dialect?: DialectName): Promise<string>;
  /**
   * The signature of a named transaction, of a script or added. `copy` counts from 0, the default.
   *
   * @throws RpcError for a name without a transaction; its `data.reason` is `unknown`
   */
  signature(name: string, copy?: number): string;
  /** The address of each name that the ledger knows at this moment: `names.get('$shop')`, `names.get('$ata(alice,usdc)')`. */
  readonly names: ReadonlyMap<string, string>;
  /**
   * The address of a name or a derivation: `address('shop')`, `address('$ata(alice,usdc)')`. That of a new name is
   * `keypair('new').address`.
   *
   * @throws TypeError if the key has no address
   * @throws RpcError for a name that the ledger does not know; its `data.reason` is `unknown`
   */
  address(key: Key): string;
  /** The ledger as fixtures in one format: a node that loads them gives the same answers. Each text is made when it is read. */
  dump(): Promise<Iterable<FixtureSource>>;
  /**
   * Creates a ledger fork: a copy of this ledger in its current state.
   *
   * @param name default: `fork-1`, `fork-2` and so on
   * @throws RpcError as stillnode_fork
   */
  fork(name?: string): Promise<ForkNode>;
  /**
   * The notifications of a subscription, without a socket. It ends when its loop is left, or when the node or the fork is closed.
   * @example
   * for await (const { slot } of node.subscribe('slot')) break;
   * @throws RpcError for wrong parameters
   * @throws TypeError for an unknown kind
   */
  readonly subscribe: Subscribe;
  /**
   * A `fetch` for clients that take one: it reaches this node, whatever the host of the URL is, and no port is open.
   * @example
   * new Connection('http://stillnode', { fetch: node.fetch });
   */
  readonly fetch: Fetch;
  /**
   * A transport for Kit, without a port: its messages are the same as over HTTP.
   * @example
   * const rpc = createSolanaRpcFromTransport(node.transport());
   */
  transport(): Transport;
  /**
   * A transport for subscriptions of Kit, without a socket.
   * @example
   * const rpcSubscriptions = createSolanaRpcSubscriptionsFromTransport(node.subscriptionsTransport());
   */
  subscriptionsTransport(): SubscriptionsTransport;
  /** Opens a port; a node may listen on several. An error of this call does not end the node. */
  listen(options?: ListenOptions): Promise<Listener>;
  /**
   * Ends the node: its ports and sockets, its forks, its time and its upstream. Requests in flight are answered, waits and delays of faults
   * reject at once, loops over `subscribe` end. After that, everything that answers rejects with a ClosedError, `the node is closed`;
   * `address`, `signature` and `names` still work. A second call is the first one.
   */
  close(): Promise<void>;
}

/** A ledger fork. Every port of its node has it at `/fork/<name>`. */
export interface ForkNode extends LedgerNode {
  /** name in the URL */
  readonly name: string;
  /** URL; undefined while its node has no port */
  readonly url: string | undefined;
  /** URL of its WebSockets */
  readonly wsUrl: string | undefined;
  /**
   * Drops the fork, and ends the ports that it has opened. Forks that were made from it stay. After that, everything that answers rejects
   * with a ClosedError, `the fork a is dropped`; so it does after `dropFork`.
   */
  close(): Promise<void>;
}

/** An open port of a node. */
export interface Listener extends AsyncClosable {
  /** URL, e.g. `http://127.0.0.1:8899` */
  readonly url: string;
  /** URL of its WebSockets, e.g. `ws://127.0.0.1:8900` */
  readonly wsUrl: string;
  /**
   * Ends this port alone, not the node. Stops accepting requests and finishes those in flight. WebSockets are closed when all messages of
   * their clients are answered.
   */
  close(): Promise<void>;
}

/** A ledger fork with the URLs at which its node serves it. */
export interface RunningFork extends ForkNode {
  readonly url: string;
  readonly wsUrl: string;
  fork(name?: string): Promise<RunningFork>;
}

/** A node of `startNode`: the node and its first port. */
export interface RunningNode extends LedgerNode, Listener {
  fork(name?: string): Promise<RunningFork>;
  /** Ends the node, as that of `createNode` ends. */
  close(): Promise<void>;
}

/** A shared symbol, because a package may contain this module twice. */
export const SERVED: unique symbol = Symbol.for('stillnode.served');

/** The ledger of a node, as a server needs it. @throws TypeError if the node was not made by `createNode` */
export function servedBy(node: LedgerNode): ServedLedger {
  const { [SERVED]: ledger } = (node ?? {}) as { readonly [SERVED]?: ServedLedger };
  if (ledger === undefined) throw new TypeError('`node` must be a result of createNode or startNode');
  return ledger;
}
