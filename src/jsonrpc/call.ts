import type { JsonResult, JsonValue } from '../codec/json.ts';
import type { Transport } from '../faults/fault.ts';
import { type AskAccess, CONTROL_OFF } from './access.ts';
import type { Source } from './upstream.ts';

/** A call as it was sent. */
export interface Call {
  readonly method: string;
  readonly params: JsonValue | undefined;
  /** `params` as text; undefined: there are none, or their text is not known */
  readonly paramsText?: string | undefined;
}

/** Calls a listener once when the client has gone, at once where it has gone already. Returns what takes the listener away. */
export type WhenGone = (listener: () => void) => () => void;

/** Who calls, how, and what they may do: the same object for all calls of a request, and for no others. */
export interface Caller {
  readonly transport: Transport;
  /** as it calls itself; undefined: it does not */
  readonly client: string | undefined;
  readonly access: AskAccess;
  /** undefined: it stays until it is answered */
  readonly whenGone: WhenGone | undefined;
}

/** This process, with no control over the ledger. */
export const IN_PROCESS: Caller = {
  transport: 'process',
  client: undefined,
  access: () => CONTROL_OFF,
  whenGone: undefined,
};

/** What an answer depends on besides the call. */
export interface CallContext {
  readonly caller: Caller;
  /** slots that the answer is behind; such an answer is never used again */
  readonly staleBy?: bigint | undefined;
  /** told where the answer comes from, if that may be elsewhere than the ledger */
  readonly onSource?: ((from: Source) => void) | undefined;
  /** told the programs whose effect an accepted transaction assumes */
  readonly onAssumed?: ((programs: readonly string[]) => void) | undefined;
}

/** Returns the text of a call's result; throws RpcError for errors that are sent to the client. */
export type RpcCall = (call: Call, context: CallContext) => JsonResult | Promise<JsonResult>;
