import { type JsonText, type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import { withZstd } from '../codec/unzstd.ts';
import type { Dialect } from '../dialect.ts';
import { type ErrorName, type RpcError, rpcErrors } from '../errors.ts';
import type { Pace } from '../fixtures/compileScripts.ts';
import { MoveError } from '../ledger/moves/moveError.ts';
import type { LedgerState } from '../ledger/state.ts';
import type { Forks } from '../live/forks.ts';
import { LiveError } from '../live/liveError.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import type { Moment } from '../live/move.ts';
import type { UpstreamAccounts } from '../rpc/asking/upstreamAccounts.ts';
import type { Method, NodeAddresses } from '../rpc/methods/method.ts';
import type { DescribedMethod } from '../rpc/openrpc/description.ts';
import { type Schema, withNote, withType } from '../rpc/openrpc/schema.ts';
import { BOOLEAN, COUNT } from '../rpc/openrpc/schemas.ts';
import type { Caller, LedgerUrls } from '../rpc/protocol/call.ts';
import type { SendFates } from '../rpc/sending/fates.ts';
import type { MethodTables } from '../rpc/tables.ts';
import type { Executor } from '../runtime/executor.ts';
import type { Members, ObjectOf } from '../syntax/syntax.ts';
import { readArguments, schemasOf } from './arguments.ts';
import { argumentJson } from './codeArgument.ts';
import type { LibraryCall } from './libraryCall.ts';

/**
 * Shows a ledger, or a part of it.
 *
 * @param subject undefined: the whole ledger
 * @param options `script`: whether to add the script of a slot or a transaction; `fates`: the transactions that were sent to the ledger, with
 *   their fates; `turn` is called between two slices of work
 */
export type ShowJson = (
  state: LedgerState,
  subject: string | undefined,
  options: {
    /** items of each list */
    readonly maxItems: number;
    readonly script: boolean;
    readonly fates: SendFates;
    readonly summaries: boolean;
    readonly turn: Pace['turn'];
  },
) => Promise<{ readonly json: JsonText } | { readonly missing: string }>;

/** The ledger and the node of a control call. */
export interface ControlContext {
  readonly live: LiveLedger;
  /** the ledger when the call started; a change starts from this state */
  readonly now: Moment;
  readonly forks: Forks;
  /** executes transactions that wait for a block */
  readonly execute: Executor;
  /** advances one slot as time does; throws MoveError at the end of the ledger */
  readonly advance: () => Promise<void>;
  /** loads the executor of scripted transactions that ask for LiteSVM; throws LiteSvmMissingError */
  readonly loadLiteSvm: () => Promise<Executor>;
  readonly dialect: Dialect;
  /** the URLs of the node; undefined: it does not listen */
  readonly addresses?: NodeAddresses | undefined;
  readonly caller: Pick<Caller, 'onWaiting' | 'transport' | 'whenGone'>;
  /** the read method of a name */
  readonly methodOf: (name: string) => Method | undefined;
  /** the methods that take transactions, by name */
  readonly sends: MethodTables['sends'];
  /** URLs of a fork; undefined: nothing listens */
  readonly urlOf: (fork: string) => LedgerUrls | undefined;
  /** limit for the accounts of one result of a read call; undefined: none */
  readonly maxResultBytes?: number | undefined;
  /** the output of `stillnode show --json` */
  readonly show: ShowJson;
  /** called with a ledger and its state before its dump is answered */
  readonly onDump?: ((live: LiveLedger, state: LedgerState) => Promise<unknown>) | undefined;
  /** whether another node, or a recording of it, answers what the ledger lacks */
  readonly hasUpstream: boolean;
  /** asks another node for the accounts of sends and simulations; undefined: they see the ledger alone */
  readonly upstreamAccounts?: UpstreamAccounts | undefined;
}

/** The effect of a control method: `names`: the ledger may have other names after it. */
export type Effect = 'reads' | 'changes' | 'names';

/** A `stillnode_*` method. */
export interface ControlMethod extends DescribedMethod {
  readonly effect: Effect;
  /** the arguments that `params` describes */
  readonly arguments: Members;
  /** lines of the TSDoc of the method of a node, after the summary */
  readonly doc: readonly string[];
  /** @throws RpcError invalidArgument */
  readParams(params: JsonValue | undefined): unknown;
  /**
   * @param args what `readParams` returned
   * @throws RpcError, MoveError or LiveError; nothing has changed then
   */
  run(args: unknown, context: ControlContext): JsonValue | Promise<JsonValue>;
  /** makes its methods of a node, such as `node.advance`; undefined: a node has none */
  readonly library: LibraryMethods | undefined;
}

/**
 * Makes the methods of a node: `call` sends arguments to a control method.
 *
 * @param wireCall as `call`, but hints in warnings and errors are those for the wire
 */
export type LibraryMethods = (call: LibraryCall, wireCall: LibraryCall) => object;

/**
 * A control method as its file describes it; `params` is for reading arguments, for their types in `run`, for the documents and for the
 * method of a node.
 */
export interface Definition<P extends Members> extends Pick<DescribedMethod, 'result' | 'summary'> {
  /** name without `stillnode_` */
  readonly name: string;
  readonly effect: Effect;
  /** positional arguments, in their order; default: none. TypeScript needs them as a constant, to know their types in `run` */
  readonly params?: P;
  /** errors other than invalidArgument; default: none */
  readonly errors?: readonly ErrorName[];
  run(args: ObjectOf<P>, context: ControlContext): JsonValue | Promise<JsonValue>;
  /** lines of the TSDoc of the method of a node, after the summary; default: none */
  readonly doc?: readonly string[];
  /**
   * Methods of a node beside the one with the same name and arguments, or in its place, with their types as `<Name>Method`; false: a node
   * has no method
   */
  readonly library?: LibraryMethods | false;
}

export function controlMethod<P extends Members>(definition: Definition<P>): ControlMethod {
  const { doc = [], effect, errors = [], library, name, params = {} as P, result, run, summary } = definition;
  const methodOfNode = (call: LibraryCall) => ({ [name]: libraryMethod(call, params, result === TRUE) });
  return {
    name: `${PREFIX}${name}`,
    summary,
    paramErrors: ['invalidArgument'],
    result,
    params: { members: schemasOf(params) },
    arguments: params,
    effect,
    errors,
    doc,
    readParams: (values) => readArguments(values, params),
    // `args` are the result of `readParams`
    run: (args, context) => run(args as ObjectOf<P>, context),
    library:
      library === false ? undefined : (call, wireCall) => ({ ...methodOfNode(call), ...library?.(call, wireCall) }),
  };
}

/** The method of a node that has the arguments and the result of its control method. */
function libraryMethod(call: LibraryCall, params: Members, isVoid: boolean) {
  const args = Object.values(params);
  return async (...values: readonly unknown[]): Promise<unknown> => {
    const described = args.map((argument, i) => argumentJson(argument, values[i]));
    // an argument too many is refused, as on the wire
    const jsonArguments = [...described, ...values.slice(args.length)];
    const result = await call(
      ...jsonArguments.slice(0, jsonArguments.findLastIndex((value) => value !== undefined) + 1),
    );
    return isVoid ? undefined : result;
  };
}

/** The result of a method that only changes something: a method of a node gives nothing. */
export const TRUE: Schema = withType('void', withNote(BOOLEAN, '`true`'));
/** The result of a method that removes several things. */
export const REMOVED: Schema = withNote(COUNT, 'the number of what was removed');

/** @throws RpcError */
export async function runControlMethod(
  method: ControlMethod,
  params: JsonValue | undefined,
  context: ControlContext,
): Promise<JsonText> {
  const { live } = context;
  const { version } = live;
  try {
    const result = await withZstd(() => method.run(method.readParams(params), context));
    if (method.effect !== 'reads' && live.version !== version)
      live.logMove(method.name, params === undefined ? undefined : stringifyJson(params));
    return stringifyJson(result);
  } catch (error) {
    throw rpcErrorOf(error) ?? error;
  }
}

function rpcErrorOf(error: unknown): RpcError | undefined {
  if (!(error instanceof MoveError || error instanceof LiveError)) return undefined;
  switch (error.reason) {
    case 'invalid':
      return rpcErrors.invalidArgument(error.message);
    case 'unknown':
      return rpcErrors.unknownName(error.message);
    case 'outOfRange':
      return rpcErrors.outOfRange(error.message);
  }
}

/** The prefix of control methods. */
const PREFIX = 'stillnode_';

/** Whether a name is one of a control method, known or not: only they have the prefix. */
export function isControl(name: string): boolean {
  return name.startsWith(PREFIX);
}
