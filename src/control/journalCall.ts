import { JsonFloat, JsonFragment, type JsonObject } from '../codec/jsonText.ts';
import type { JournaledCall } from '../live/journal.ts';
import { listOf, objectOf, type Schema, withName, withNote, withType, wordOf } from '../rpc/openrpc/schema.ts';
import { ADDRESS, BOOLEAN, COUNT, FLOAT, SLOT, TEXT } from '../rpc/openrpc/schemas.ts';

/** An answered call, as the journal of a ledger lists it. */
export const CALL: Schema = withName(
  'JournalCall',
  objectOf({
    'answer?': withNote(TEXT, 'text of the reply, if the filter has `id` and the text was kept'),
    'assumed?': withNote(
      listOf(ADDRESS),
      'programs of an accepted transaction whose effect is not known, so they did nothing',
    ),
    'client?': withNote(TEXT, 'the header `solana-client`, or `user-agent`'),
    'code?': withNote(
      { type: 'integer' },
      'code of an error, or HTTP status of a fault; absent for a result, and where a fault broke the connection without a status',
    ),
    durationMs: withNote(FLOAT, 'time until the answer; while a fault delays it, the time so far'),
    'from?': withNote(
      wordOf('ledger', 'record', 'upstream'),
      'origin of the answer to a read, on a node with an upstream: the ledger, a recording of upstream, or upstream itself',
    ),
    id: withNote(COUNT, 'later calls have higher ids'),
    'impersonated?': withNote(
      listOf(ADDRESS),
      'signers of an accepted transaction that the ledger impersonates, so they needed no key',
    ),
    'isNull?': withNote(
      withType('true', BOOLEAN),
      'the result is null, or its `value` is, or each item of its `value` is',
    ),
    method: TEXT,
    outcome: withNote(wordOf('result', 'error', 'fault'), '`fault`: a fault gave the answer'),
    params: withNote({}, '`[]` for a call without parameters'),
    'slot?': withNote(SLOT, 'the processed slot of the ledger that answered'),
    'timeMs?': withNote(COUNT, 'Unix milliseconds at which the call came'),
    transport: wordOf('http', 'socket', 'process'),
    'why?': withNote(
      listOf(TEXT),
      'the reasons of the answer as sentences, from the ledger of that moment, if the filter has `why` or `id`; none where the answer is clear',
    ),
  }),
  'a call that the ledger was asked: docs/control.md, "What was called"',
);

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
