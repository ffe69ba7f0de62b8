import { type JsonText, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import { type RpcError, rpcErrors } from '../../errors.ts';
import { MoveError } from '../../ledger/moves/timeline.ts';
import type { Moment } from '../../live/checkpoint.ts';
import type { Forks } from '../../live/forks.ts';
import type { LiveLedger } from '../../live/liveLedger.ts';
import { LiveError } from '../../live/sends.ts';
import type { Executor } from '../../runtime/loadedTransaction.ts';
import type { Method } from '../methods/method.ts';
import type { DescribedMethod } from '../openrpc/description.ts';
import type { Caller, LedgerUrls } from '../protocol/call.ts';

/** What a control call acts on. */
export interface ControlContext {
  readonly live: LiveLedger;
  /** when the call started; what changes the ledger starts from what it is then */
  readonly now: Moment;
  readonly forks: Forks;
  /** of transactions that wait for a block */
  readonly execute: Executor;
  /** of transactions in the words of scripts that ask for LiteSVM; throws LiteSvmMissingError */
  readonly loadLiteSvm: () => Promise<Executor>;
  /** of the call */
  readonly dialect: Dialect;
  readonly caller: Pick<Caller, 'transport' | 'whenGone'>;
  /** one that reads */
  readonly methodOf: (name: string) => Method | undefined;
  /** of a fork; undefined: nothing listens */
  readonly urlOf: (fork: string) => LedgerUrls | undefined;
  /** whether what the ledger lacks is answered by another node, or from what is kept of it */
  readonly hasUpstream: boolean;
}

/** A control method. Its description is beside its code; the OpenRPC document and docs/control.md are made from it. */
export interface Verb<P = unknown> extends DescribedMethod {
  /** @throws RpcError invalidArgument */
  readParams(params: JsonValue | undefined): P;
  /** @throws RpcError, MoveError or LiveError; nothing has changed then */
  run(params: P, context: ControlContext): JsonValue | Promise<JsonValue>;
}

/** @throws RpcError */
export async function runVerb(verb: Verb, params: JsonValue | undefined, context: ControlContext): Promise<JsonText> {
  try {
    return stringifyJson(await verb.run(verb.readParams(params), context));
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
