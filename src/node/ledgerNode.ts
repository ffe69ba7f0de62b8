import type { DialectName } from '../dialect.ts';
import type { FixtureProblem } from '../fixtures/document/problems.ts';
import type { FixtureSource } from '../fixtures/input/input.ts';
import type { LedgerCounts } from '../fixtures/loadLedger.ts';
import type { Key } from '../fixtures/script/building/keyBuilders.ts';
import type { OverrideAnswer } from '../rpc/control/newAccount.ts';
import type { Subscribe } from '../rpc/subscriptions/subscriptionTypes.ts';
import type { Serving } from '../server/serverOptions.ts';
import type { LedgerControls } from './controlTypes.ts';
import type { ListenOptions } from './nodeOptions.ts';

/** A node without a socket: answers within this process. */
export interface LedgerNode extends LedgerControls {
  readonly dialect: DialectName;
  /** of what was loaded */
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
   * The signature of a transaction that has a name in a script, also of one that was added. `copy` counts from 0; default is the
   * first copy.
   *
   * @throws RangeError if there is no such transaction
   */
  signature(name: string, copy?: number): string;
  /** The names that scripts use for accounts, with their dollar, as they are now: `names.get('$shop')`, `names.get('$ata(alice,usdc)')`. */
  readonly names: ReadonlyMap<string, string>;
  /**
   * The address that a name or a derivation stands for, with the keys and the token programs of the mints that the ledger has now:
   * `address('shop')`, `address('$ata(alice,usdc)')`. A name that the ledger does not know is a new key, as in scripts.
   *
   * @throws TypeError where there is none, and for an unknown name that resembles a known one
   */
  address(words: Key): string;
  /**
   * The ledger as fixtures, in one format whatever it was loaded from. A node that loads them gives the same answers. Each text is
   * made when it is read.
   */
  dump(): Promise<Iterable<FixtureSource>>;
  /**
   * Answers the next call of a method in place of this ledger, however it comes; several are used in the order in which they were made.
   * What the function throws is the error of the call. A fault that answers comes first. `reset` and `clearFaults` take overrides away.
   *
   * ```ts
   * node.override('getSlot', 5);
   * node.override('getBlockTime', async (slot: number) => slot * 2);
   * node.override('getHealth', () => { throw new RpcError(-32005, 'Node is unhealthy'); });
   * ```
   *
   * @param method also one that there is not
   * @param answer the result, or a function that makes it of the parameters
   * @throws TypeError for a control method
   */
  override(method: string, answer: OverrideAnswer): WaitingOverride;
  override(method: string, answer: unknown): WaitingOverride;
  /**
   * Makes a ledger of its own that starts as this one is now, and leaves this one as it is.
   *
   * @param name default: `fork-1`, `fork-2` and so on
   * @throws RpcError as stillnode_fork
   */
  fork(name?: string): Promise<ForkNode>;
  /**
   * What a socket would be told, without one. Begins at once, and ends when its loop is left, or the node that `startNode` gave closes.
   *
   * ```ts
   * for await (const { slot } of node.subscribe('slot')) break;
   * ```
   *
   * @throws RpcError for wrong parameters
   * @throws TypeError for a kind that there is not
   */
  readonly subscribe: Subscribe;
  /** Opens a port; a node may listen on several. */
  listen(options?: ListenOptions): Promise<Listener>;
}

/** An override that waits for its call. `using` takes it away at the end of a block. */
export interface WaitingOverride extends Disposing {
  /** Takes it away, if no call has used it yet. */
  remove(): void;
}

/** A fork of a node. It is also reached at `/fork/<name>` of every port that its node listens on. */
export interface ForkNode extends LedgerNode, AsyncClosable {
  readonly name: string;
  /** undefined while its node listens on no port */
  readonly url: string | undefined;
  readonly wsUrl: string | undefined;
  /** Drops the fork. */
  close(): Promise<void>;
}

export interface Listener extends AsyncClosable {
  /** e.g. `http://127.0.0.1:8899` */
  readonly url: string;
  /** of its WebSockets, e.g. `ws://127.0.0.1:8900` */
  readonly wsUrl: string;
  /** Stops accepting requests and finishes those in flight. WebSockets are closed once what their clients have sent is answered. */
  close(): Promise<void>;
}

/** A fork of a node that listens. */
export interface RunningFork extends ForkNode {
  readonly url: string;
  readonly wsUrl: string;
  fork(name?: string): Promise<RunningFork>;
}

export interface RunningNode extends LedgerNode, Listener {
  fork(name?: string): Promise<RunningFork>;
}

/** A shared symbol, because a package may contain this module twice. */
const SERVING: unique symbol = Symbol.for('stillnode.serving');

/** Lets `servingOf` find what a server needs. */
export function withServing<T extends object>(node: T, serving: Serving): T {
  return Object.defineProperty(node, SERVING, { value: serving, enumerable: true });
}

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

/** `Symbol.asyncDispose`, where the project that compiles this knows it: Node has it, older libraries of TypeScript do not. */
type AsyncDisposeKey = SymbolConstructor[Extract<keyof SymbolConstructor, 'asyncDispose'>];

type DisposeKey = SymbolConstructor[Extract<keyof SymbolConstructor, 'dispose'>];

/** What `await using` can close; elsewhere a type without members, so that the types stand alone. */
export type AsyncClosable = { readonly [Key in AsyncDisposeKey]: () => Promise<void> };

/** What `using` can close, likewise. */
export type Disposing = { readonly [Key in DisposeKey]: () => void };
