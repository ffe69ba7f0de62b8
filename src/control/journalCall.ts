import { JsonFloat, JsonFragment, type JsonObject } from '../codec/jsonText.ts';
import type { JournaledCall } from '../live/journal.ts';
import { listOf, objectOf, type Schema, wordOf } from '../rpc/openrpc/schema.ts';
import { ADDRESS, BOOLEAN, FLOAT, TEXT, U64 as U64_SCHEMA } from '../rpc/openrpc/schemas.ts';
import type { U64 } from '../solana/meta.ts';

/** An answered call, as the journal of a ledger lists it. */
export interface JournalCall {
  /** text of the reply, if the filter has `id` and the text was kept */
  readonly answer?: string;
  /** programs of an accepted transaction whose effect is not known, so they did nothing */
  readonly assumed?: readonly string[];
  /** the header `solana-client`, or `user-agent` */
  readonly client?: string;
  /** code of an error, or HTTP status of a fault; absent for a result, and where a fault broke the connection without a status */
  readonly code?: number;
  /** time until the answer; while a fault delays it, the time so far */
  readonly durationMs: number;
  /** origin of the answer to a read, on a node with an upstream: the ledger, a recording of upstream, or upstream itself */
  readonly from?: 'ledger' | 'record' | 'upstream';
  /** later calls have higher ids */
  readonly id: number;
  /** signers of an accepted transaction that the ledger impersonates, so they needed no key */
  readonly impersonated?: readonly string[];
  /** the result is null, or its `value` is, or each item of its `value` is */
  readonly isNull?: true;
  readonly method: string;
  /** `fault`: a fault gave the answer */
  readonly outcome: 'result' | 'error' | 'fault';
  /** `[]` for a call without parameters */
  readonly params: unknown;
  /** the processed slot of the ledger that answered */
  readonly slot?: U64;
  /** Unix milliseconds at which the call came */
  readonly timeMs?: number;
  readonly transport: 'http' | 'socket' | 'process';
  /**
   * if the filter has `why` or `id`: the reasons of the answer as sentences, from the ledger of that moment; none where the answer is clear
   */
  readonly why?: readonly string[];
}

export const CALL: Schema = objectOf({
  'answer?': TEXT,
  'assumed?': listOf(ADDRESS),
  'client?': TEXT,
  'code?': { type: 'integer' },
  durationMs: FLOAT,
  'from?': wordOf('ledger', 'record', 'upstream'),
  id: U64_SCHEMA,
  'impersonated?': listOf(ADDRESS),
  'isNull?': BOOLEAN,
  method: TEXT,
  outcome: wordOf('result', 'error', 'fault'),
  params: {},
  'slot?': U64_SCHEMA,
  'timeMs?': U64_SCHEMA,
  transport: wordOf('http', 'socket', 'process'),
  'why?': listOf(TEXT),
});

/** The parameters of a call without any. */
export const NO_PARAMS = '[]';

export function callJson({ basis, durationMs, params, ...call }: JournaledCall): JsonObject {
  const { assumed, client, code, from, id, impersonated, isNull, method, outcome, timeMs, transport } = call;
  return {
    assumed,
    client,
    code,
    durationMs: new JsonFloat(Math.round(durationMs * 1000) / 1000),
    from,
    id,
    impersonated,
    isNull,
    method,
    outcome,
    params: new JsonFragment(params ?? NO_PARAMS),
    slot: basis?.keptMoment.slot,
    timeMs,
    transport,
  };
}
