import type { AnswerSource, CallEnd, CallOutcome } from '../live/journal.ts';

/** A call of an answered request, without its parameters. */
export interface RecordedCall {
  readonly method: string;
  /** `fault`: a fault replaced the answer */
  readonly outcome: CallEnd;
  /** code of an error, or status of a reply that is a fault */
  readonly code?: number;
  /** source of a read, on a node with an upstream */
  readonly from?: AnswerSource;
  readonly milliseconds: number;
}

/** The record of an answered request, or of an answered message over a WebSocket. It has no URL, because that may contain a key. */
export interface RequestRecord {
  /** `WS`: a message over a WebSocket */
  readonly httpMethod: string;
  /** 101 over a WebSocket */
  readonly status: number;
  readonly rpcMethods: readonly string[];
  /** the calls, in order */
  readonly calls: readonly RecordedCall[];
  readonly fork?: string;
  readonly bytes: number;
  readonly milliseconds: number;
}

/** @param address of the client; undefined for a message over a WebSocket */
export type OnRequest = (record: RequestRecord, address?: string) => void;

export function recordOf(
  calls: readonly CallOutcome[],
  fork: string | undefined,
): Pick<RequestRecord, 'rpcMethods' | 'calls' | 'fork'> {
  return {
    rpcMethods: calls.map(({ method }) => method),
    calls: calls.map(({ code, durationMs, from, method, outcome }) => ({
      method,
      outcome,
      ...(code !== undefined && { code }),
      ...(from !== undefined && { from }),
      milliseconds: durationMs,
    })),
    ...(fork !== undefined && { fork }),
  };
}
