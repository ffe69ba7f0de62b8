import { type JsonText, type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import type { Dialect } from '../dialect.ts';
import { type ErrorName, type RpcError, rpcErrors } from '../errors.ts';
import type { Pace } from '../fixtures/scripts.ts';
import { MoveError } from '../ledger/moves/timeline.ts';
import type { LedgerState } from '../ledger/state.ts';
import type { Moment } from '../live/checkpoint.ts';
import type { Forks } from '../live/forks.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import { LiveError } from '../live/sends.ts';
import type { Method } from '../rpc/methods/method.ts';
import type { DescribedMethod, MethodDescription } from '../rpc/openrpc/description.ts';
import { BOOLEAN, U64 } from '../rpc/openrpc/schemas.ts';
import type { Caller, LedgerUrls } from '../rpc/protocol/call.ts';
import type { Executor } from '../runtime/loadedTransaction.ts';
import { type Arguments, readArguments, schemasOf, type Values } from './arguments.ts';

/**
 * @param word undefined: the whole ledger
 * @param options whether a slot or a transaction is there as a script too; what is done between two slices of work
 */
export type ShowThing = (
  state: LedgerState,
  word: string | undefined,
  options: { readonly script: boolean; readonly turn: Pace['turn'] },
) => Promise<{ readonly json: JsonText } | { readonly missing: string }>;

/** What a control call acts on. */
export interface ControlContext {
  readonly live: LiveLedger;
  /** when the call started; a change of the ledger starts from its state then */
  readonly now: Moment;
  readonly forks: Forks;
  /** of transactions that wait for a block */
  readonly execute: Executor;
  /** lets one slot pass by itself; throws MoveError at the end of the ledger */
  readonly advance: () => Promise<void>;
  /** of scripted transactions that ask for LiteSVM; throws LiteSvmMissingError */
  readonly loadLiteSvm: () => Promise<Executor>;
  /** of the call */
  readonly dialect: Dialect;
  readonly caller: Pick<Caller, 'onWaiting' | 'transport' | 'whenGone'>;
  /** a method that reads */
  readonly methodOf: (name: string) => Method | undefined;
  /** of a fork; undefined: nothing listens */
  readonly urlOf: (fork: string) => LedgerUrls | undefined;
  /** what `stillnode show --json` says of a word */
  readonly show: ShowThing;
  /** whether another node, or a recording of it, answers what the ledger lacks */
  readonly hasUpstream: boolean;
}

/** A `stillnode_*` method. */
export interface ControlMethod extends DescribedMethod {
  /** @throws RpcError invalidArgument */
  readParams(params: JsonValue | undefined): unknown;
  /**
   * @param args what `readParams` returned
   * @throws RpcError, MoveError or LiveError; nothing has changed then
   */
  run(args: unknown, context: ControlContext): JsonValue | Promise<JsonValue>;
}

/** From `params` follow the reading of arguments, their types in `run`, the OpenRPC document and docs/control.md. */
interface Definition<A extends Arguments> extends Omit<MethodDescription, 'params' | 'errors'> {
  /** with the prefix `stillnode_` */
  readonly name: string;
  /** default: none */
  readonly params?: A;
  /** besides invalidArgument; default: none */
  readonly errors?: readonly ErrorName[];
  run(args: Values<A>, context: ControlContext): JsonValue | Promise<JsonValue>;
}

export function controlMethod<A extends Arguments>(definition: Definition<A>): ControlMethod {
  const { errors = [], name, params = {} as A, run, ...description } = definition;
  return {
    name,
    paramErrors: ['invalidArgument'],
    describe: () => ({ ...description, params: schemasOf(params), errors }),
    readParams: (values) => readArguments(values, params),
    // `readParams` made them
    run: (args, context) => run(args as Values<A>, context),
  };
}

/** How a result is described. */
export type ResultDescription = Pick<MethodDescription, 'result' | 'schema'>;

export const TRUE: ResultDescription = { result: '`true`', schema: BOOLEAN };
export const COUNT: ResultDescription = { result: 'how many there were', schema: U64 };

/** @throws RpcError */
export async function runControlMethod(
  method: ControlMethod,
  params: JsonValue | undefined,
  context: ControlContext,
): Promise<JsonText> {
  try {
    return stringifyJson(await method.run(method.readParams(params), context));
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

/** Of every control method, and of no other. */
const PREFIX = 'stillnode_';

export function isControl(name: string): boolean {
  return name.startsWith(PREFIX);
}
