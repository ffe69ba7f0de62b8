import { type JsonText, stringifyJson } from '../../codec/jsonText.ts';
import { RpcError } from '../../errors.ts';
import { type Call, type Caller, IN_PROCESS, type Source } from './call.ts';

/** What became of a call. */
export interface CallOutcome {
  readonly method: string;
  /** undefined: all answers of the node come from the ledger, or it was not a read */
  readonly from?: Source | undefined;
  /** `fault`: something that a test has added decided */
  readonly outcome: 'result' | 'error' | 'fault';
  /** of an error, or the status of a reply that is a fault; undefined where the client saw neither */
  readonly code: number | undefined;
  readonly durationMs: number;
  /** programs whose effect an accepted transaction assumes; undefined: there are none */
  readonly assumed?: readonly string[] | undefined;
}

/** Receives every answered call. */
export interface CallJournal {
  /**
   * @param params as they were sent; undefined: there were none
   * @param answer the text of the reply
   */
  readonly add: (call: CallOutcome, params: JsonText | undefined, caller: Caller, answer?: () => string) => void;
}

/**
 * Records a call of this process without a message.
 *
 * @param now milliseconds on a clock that only goes forward
 */
export function journaled<T>(
  journal: CallJournal | undefined,
  now: () => number,
  { method, params = null }: Call,
  run: () => T,
): T {
  if (journal === undefined) return run();
  const start = now();
  const text = stringifyJson(params);
  const add = (outcome: 'result' | 'error', code?: number) =>
    journal.add({ method, outcome, code, durationMs: now() - start }, text, IN_PROCESS);
  try {
    const result = run();
    add('result');
    return result;
  } catch (error) {
    if (error instanceof RpcError) add('error', error.code);
    throw error;
  }
}
