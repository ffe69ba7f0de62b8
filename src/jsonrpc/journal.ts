import { type JsonText, type JsonValue, stringifyJson } from '../codec/json.ts';
import { RpcError } from '../errors.ts';
import type { Transport } from '../faults/fault.ts';
import type { Source } from './upstream.ts';

/** Who called, and how. */
export interface Caller {
  readonly transport: Transport;
  /** as it calls itself; undefined: it does not */
  readonly client: string | undefined;
}

export const IN_PROCESS: Caller = { transport: 'process', client: undefined };

/** A call that has been answered. */
export interface AnsweredCall {
  readonly method: string;
  /** as they were sent; undefined: there were none */
  readonly params: JsonText | undefined;
  /** undefined: all answers of its node come from the ledger, or it was no read */
  readonly from: Source | undefined;
  readonly outcome: 'result' | 'error' | 'fault';
  /** of an error */
  readonly code: number | undefined;
  readonly durationMs: number;
  /** of the request, which its texts keep in memory */
  readonly characters: number;
}

/** Is told of every call. */
export interface CallJournal {
  /** milliseconds on a clock that only goes forward */
  readonly now: () => number;
  readonly add: (call: AnsweredCall) => void;
}

/** Tells of a call that is no message. */
export function journaled<T>(journal: CallJournal | undefined, method: string, params: JsonValue, run: () => T): T {
  if (journal === undefined) return run();
  const start = journal.now();
  const text = stringifyJson(params);
  const add = (outcome: 'result' | 'error', code?: number) => {
    const durationMs = journal.now() - start;
    journal.add({ method, params: text, from: undefined, outcome, code, durationMs, characters: text.length });
  };
  try {
    const result = run();
    add('result');
    return result;
  } catch (error) {
    if (error instanceof RpcError) add('error', error.code);
    throw error;
  }
}
