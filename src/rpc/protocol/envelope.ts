import {
  isJsonArray,
  isJsonInteger,
  isJsonObject,
  type JsonObject,
  type JsonResult,
  type JsonText,
  type JsonValue,
  stringifyJson,
} from '../../codec/jsonText.ts';
import { JsonSyntaxError, type MemberTexts, parseJson, type RepeatedKeys } from '../../codec/parseJson.ts';
import { type RpcError, rpcErrors } from '../../errors.ts';
import type { Call } from './call.ts';

/**
 * Splits a request body into calls, notifications and invalid requests.
 *
 * Source   jsonrpc-core 18 `Request`, `Call`, `Id`; executed against jsonrpc-http-server 18
 * @module
 */

/** JSON text of an id, as it was sent */
export type IdText = string;

export type CallEnvelope = Call & { readonly kind: 'call'; readonly id: IdText; readonly hasVersion: boolean };

export type Envelope =
  | CallEnvelope
  | { readonly kind: 'notification' }
  | { readonly kind: 'invalid'; readonly id: IdText };

export interface Body {
  readonly isBatch: boolean;
  readonly envelopes: readonly Envelope[];
}

/** Facts about the objects of a body besides their values. */
interface Notes {
  readonly repeated: RepeatedKeys;
  readonly params: MemberTexts;
}

const MEMBERS = ['jsonrpc', 'method', 'params', 'id'];

/** @throws RpcError parseError: the body does not contain requests */
export function readBody(text: string): Body {
  const notes: Notes = { repeated: new Map(), params: { key: 'params', byObject: new Map() } };
  const value = parseText(text, notes);
  if (!isJsonArray(value)) return { isBatch: false, envelopes: [readEnvelope(value, notes)] };
  return { isBatch: true, envelopes: value.map((item) => readEnvelope(item, notes)) };
}

function parseText(text: string, { params, repeated }: Notes): JsonValue {
  try {
    return parseJson(text, { repeated, texts: params });
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw rpcErrors.parseError();
    throw error;
  }
}

function readEnvelope(value: JsonValue, { params: texts, repeated }: Notes): Envelope {
  if (!isJsonObject(value)) throw rpcErrors.parseError();
  const duplicates = repeated.get(value);
  if (!isId(value.id) || duplicates?.has('id')) throw rpcErrors.parseError();
  if (!isWellFormed(value) || duplicates !== undefined) return { kind: 'invalid', id: idText(value.id) };
  if (value.id === undefined) return { kind: 'notification' };
  const hasVersion = value.jsonrpc === '2.0';
  const { id, method, params } = value;
  return {
    kind: 'call',
    id: idText(id),
    hasVersion,
    method: method as string,
    params,
    paramsText: texts.byObject.get(value),
  };
}

function isId(id: JsonValue | undefined): boolean {
  if (id === undefined || id === null || typeof id === 'string') return true;
  return isJsonInteger(id) && id >= 0;
}

function idText(id: JsonValue | undefined): IdText {
  return id === undefined ? 'null' : stringifyJson(id);
}

function isWellFormed(request: JsonObject): boolean {
  return (
    Object.keys(request).every((key) => MEMBERS.includes(key)) &&
    isVersion(request.jsonrpc) &&
    typeof request.method === 'string' &&
    isParams(request.params)
  );
}

function isVersion(version: JsonValue | undefined): boolean {
  return version === undefined || version === null || version === '2.0';
}

function isParams(params: JsonValue | undefined): boolean {
  return params === undefined || params === null || isJsonArray(params) || isJsonObject(params);
}

/** The parts of a reply, as text or as UTF-8 bytes. Empty if no reply is sent. */
export type ReplyParts = readonly (string | Buffer)[];

/** The beginning of nearly every reply, and of no error. */
export const BEFORE_RESULT = '{"jsonrpc":"2.0","result":';

/** A result as the reply to one request. */
export function resultReply(id: IdText, result: JsonResult): ReplyParts {
  return [BEFORE_RESULT, result, `,"id":${id}}`];
}

/** The result in the reply to one request, without a copy; undefined: the reply is an error, or nothing. */
export function resultIn(reply: ReplyParts): JsonResult | undefined {
  return reply[0] === BEFORE_RESULT ? reply[1] : undefined;
}

/** An error as the reply to one request. */
export function errorReply(id: IdText, error: RpcError, hasVersion = true): ReplyParts {
  const version = hasVersion ? '"jsonrpc":"2.0",' : '';
  return [`{${version}"error":${errorText(error)},"id":${id}}`];
}

/** `data` only if the error has it. */
export function errorText({ code, data, message }: RpcError): JsonText {
  const dataMember = data === undefined ? '' : `,"data":${stringifyJson(data)}`;
  return `{"code":${code},"message":${JSON.stringify(message)}${dataMember}}`;
}

/** Completes the reply to a single call. */
export function singleReply(parts: ReplyParts): ReplyParts {
  return [...parts, '\n'];
}

/** Completes the replies to a batch. */
export function batchReply(replies: readonly ReplyParts[]): ReplyParts {
  if (replies.length === 0) return [];
  return ['[', ...replies.flatMap((parts, i) => (i === 0 ? parts : [',', ...parts])), ']\n'];
}

/** Text as UTF-8; bytes stay where they are. */
export function replyBytes(parts: ReplyParts): readonly Buffer[] {
  return parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
}

/** The parts of a reply as one text. */
export function replyText(parts: ReplyParts): string {
  let text = '';
  for (const part of parts) text += part;
  return text;
}
