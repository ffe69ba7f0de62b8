import type { Dialect } from '../dialect.ts';
import type { Forks } from '../live/forks.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import type { Executor } from '../runtime/executor.ts';
import type { UpstreamAccounts } from './asking/upstreamAccounts.ts';
import { METHODS } from './methods/index.ts';
import { type Method, type NodeAddresses, withNodeRules } from './methods/method.ts';
import { createRpcDiscover } from './methods/rpcDiscover.ts';
import type { DescribedMethod } from './openrpc/description.ts';
import type { Call, Caller, RpcCall, Upstream } from './protocol/call.ts';
import type { ResultCache } from './protocol/resultCache.ts';
import { SEND_METHODS } from './sending/index.ts';
import type { SendMethod } from './sending/sendMethod.ts';

/** A ledger that is served, and what it shares with the others of its node. */
export interface RoutedLedger {
  readonly live: LiveLedger;
  readonly forks: Forks;
  readonly cache: ResultCache;
  readonly execute: Executor;
  /** lets one slot pass by itself; throws MoveError at the end of the ledger */
  readonly advance: () => Promise<void>;
  /** answers what the ledger lacks; undefined: none */
  readonly upstream: Upstream | undefined;
  /** asks upstream for the accounts of sends and simulations; undefined: they see the ledger alone */
  readonly upstreamAccounts?: UpstreamAccounts | undefined;
  /** the addresses that the node listens on; undefined: no port is open */
  readonly addresses?: (() => NodeAddresses | undefined) | undefined;
  /** limit for the accounts of one result; undefined: none */
  readonly maxResultBytes?: number | undefined;
}

/** The methods that a router serves, table by table. */
export interface MethodTables {
  readonly reads: ReadonlyMap<string, Method>;
  readonly sends: ReadonlyMap<string, SendMethod>;
  /** undefined: a node that cannot be controlled */
  readonly controls: ControlTable | undefined;
  /** `rpc.discover` of callers without control, and of those that may control the ledger */
  readonly discovery: { readonly plain: Method; readonly underControl: Method };
  readonly paths: ReadonlyMap<string, ExtensionPath>;
  /** the names of extensions that are off */
  readonly offNames: ReadonlySet<string>;
}

/** Methods that no node of Agave has. They read the ledger, or take transactions, as those of the node do. */
export interface Extensions {
  readonly reads: readonly Method[];
  readonly sends: readonly SendMethod[];
  readonly paths?: readonly ExtensionPath[];
  /** the names of others that are off: their error says which option turns them on */
  readonly offNames?: readonly string[];
}

/** A path of another server, where methods answer in another way than at the path of the node. */
export interface ExtensionPath {
  readonly path: string;
  /** the header of replies with the id of the bundle that was sent */
  readonly bundleHeader: string;
  readonly methodsFor: (query: URLSearchParams) => readonly SendMethod[];
}

/** Methods that a node does not have: they control the ledger. No fault matches their calls. */
export interface ControlTable {
  readonly methods: Iterable<DescribedMethod>;
  /** Whether a call belongs to this table: every name with its prefix does, also an unknown one. */
  owns(name: string): boolean;
  callsOf(ledger: RoutedLedger, dialect: Dialect, served: ServedMethods): RpcCall;
  /**
   * @param nextId the id of a new subscription
   * @param notify sends a message, as UTF-8
   */
  connect(live: LiveLedger, nextId: () => number, notify: (message: Buffer) => void): ConnectionControl;
}

export type FindMethod = (name: string, caller: Caller) => Method | undefined;

/** The methods of a node but those of control. */
export interface ServedMethods {
  /** finds a method that reads the ledger */
  readonly methodOf: FindMethod;
  readonly sends: MethodTables['sends'];
}

/** The control subscription of one connection. No fault applies to it, and it waits for no other subscription. */
export interface ConnectionControl {
  readonly isOn: boolean;
  /**
   * Answers a call; undefined: the call is not for this subscription.
   *
   * @throws RpcError
   */
  answer(call: Call, caller: Caller): string | undefined;
  /** Called when every reply so far has been sent: notifications come after that. */
  replied(): void;
  close(): void;
}

/** The methods beside those of Agave; default: none. */
export interface AddedMethods {
  readonly controls?: ControlTable | undefined;
  readonly extensions?: Extensions | undefined;
}

/** The tables of a node with Agave's methods, and others. */
export function createTables({ controls, extensions }: AddedMethods = {}): MethodTables {
  const plain: Method = createRpcDiscover(() => listMethods(tables));
  const underControl = createRpcDiscover(() => [...listMethods(tables), ...(controls?.methods ?? [])]);
  const tables = {
    // the contract describes no extension
    reads: withAdded(METHODS, extensions?.reads.map(withNodeRules)),
    sends: withAdded(SEND_METHODS, extensions?.sends),
    controls,
    discovery: { plain, underControl },
    paths: new Map(extensions?.paths?.map((path) => [path.path, path])),
    offNames: new Set(extensions?.offNames),
  };
  return tables;
}

function withAdded<M extends DescribedMethod>(
  methods: ReadonlyMap<string, M>,
  added: readonly M[] = [],
): ReadonlyMap<string, M> {
  return new Map([...methods, ...added.map((method) => [method.name, method] as const)]);
}

/** Every method but those of control, in the order of the OpenRPC document. */
export function listMethods({ discovery, reads, sends }: MethodTables): readonly DescribedMethod[] {
  return [...reads.values(), ...sends.values(), discovery.plain];
}
