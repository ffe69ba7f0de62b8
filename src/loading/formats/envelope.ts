/**
 * Takes the answer out of its envelope: `{request, response}`, `{method, params, result}`, a JSON-RPC response,
 * `{context, value}`; and a list out of `{accounts}`.
 * @module
 */
import { isJsonArray, isJsonObject, type JsonObject } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import { readU64 } from '../../document/readers.ts';
import type { Origin, Sink } from './format.ts';

export interface Unwrapped {
  readonly at: Cursor;
  readonly origin: Origin;
}

/** undefined: the envelope is empty, which has been reported. */
export function unwrap(at: Cursor, origin: Origin, sink: Sink): Unwrapped | undefined {
  const { value } = at;
  if (!isJsonObject(value)) return { at, origin };
  if (Object.hasOwn(value, 'request') && Object.hasOwn(value, 'response'))
    return unwrap(at.member('response'), { ...origin, ...requestOf(at.member('request')), isAnswer: true }, sink);
  if (isAnswer(value, 'result'))
    return unwrap(at.member('result'), { ...origin, ...requestOf(at), isAnswer: true }, sink);
  if (isAnswer(value, 'error')) return at.warn('a recorded error: nothing to load');
  if (isInContext(value)) {
    const slot = readU64(at.member('context').member('slot'));
    if (slot !== undefined) sink.contextSlot(slot);
    return unwrap(at.member('value'), { ...origin, ...(slot !== undefined && { slot }), isAnswer: true }, sink);
  }
  if (origin.isAnswer !== true && isJsonArray(value.accounts)) return { at: at.member('accounts'), origin };
  return { at, origin };
}

/** Whether the value is an answer of a node, with or without its request. */
export function isEnvelope(value: JsonObject): boolean {
  const isExchange = Object.hasOwn(value, 'request') && Object.hasOwn(value, 'response');
  return isExchange || isAnswer(value, 'result') || isAnswer(value, 'error') || isInContext(value);
}

function isAnswer(value: JsonObject, outcome: 'result' | 'error'): boolean {
  return (
    Object.hasOwn(value, outcome) &&
    (['jsonrpc', 'method', 'id'].some((name) => Object.hasOwn(value, name)) || Object.keys(value).length === 1)
  );
}

function isInContext(value: JsonObject): boolean {
  return isJsonObject(value.context) && Object.hasOwn(value, 'value');
}

/** Empty for a response without its own request, so that what is already known is kept. */
function requestOf(at: Cursor): Pick<Origin, 'method' | 'params' | 'address'> {
  const method = at.member('method').value;
  if (typeof method !== 'string') return {};
  const params = at.member('params');
  return { method, params, ...(method === 'getAccountInfo' && !params.isNothing && { address: params.item(0) }) };
}
