import type { JsonResult } from '../codec/json.ts';
import type { RpcError } from '../errors.ts';
import type { ConnectionFault } from '../faults/fault.ts';
import type { Call, Caller, WhenGone } from './call.ts';

/** What befalls one call. */
export interface CallFault {
  /** milliseconds for which the answer is held back */
  readonly delayMs: number;
  /** in place of the answer: the call is not carried out */
  readonly error: RpcError | undefined;
  /** made in place of carrying out the call */
  readonly answer?: (() => JsonResult | Promise<JsonResult>) | undefined;
  /** slots that the answer is behind */
  readonly staleBy: bigint | undefined;
  /** befalls all of the reply */
  readonly connection: ConnectionFault | undefined;
}

/** Asked once for each call. */
export type FaultFor = (call: Call, caller: Caller) => CallFault | undefined;

/**
 * Answers as the fault has it. The call is carried out at once, on the ledger as it is then; a delay holds the answer back, for as long
 * as there is a client.
 */
export async function answerUnderFault(
  { answer: given, delayMs, error, staleBy }: CallFault,
  answer: (staleBy: bigint | undefined) => JsonResult | Promise<JsonResult>,
  whenGone: WhenGone | undefined,
): Promise<JsonResult> {
  try {
    if (error !== undefined) throw error;
    return await (given ?? answer)(staleBy);
  } finally {
    if (delayMs > 0) await pause(delayMs, whenGone);
  }
}

function pause(milliseconds: number, whenGone: WhenGone | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      stopListening?.();
      resolve();
    }, milliseconds);
    const stopListening = whenGone?.(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
