import { type JsonResult, type JsonText, stringifyJson } from '../codec/json.ts';
import type { RpcError } from '../errors.ts';
import type { IdText } from './envelope.ts';

/** The parts of a reply, as text or as UTF-8 bytes. Empty if no reply is sent. */
export type ReplyParts = readonly (string | Buffer)[];

/** In nearly every reply: its bytes are known. */
const BEFORE_RESULT = Buffer.from('{"jsonrpc":"2.0","result":');
const NEWLINE = Buffer.from('\n');

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

/** A reply as it is sent. */
export function singleReply(parts: ReplyParts): ReplyParts {
  return [...parts, NEWLINE];
}

/** Replies to a batch as they are sent. */
export function batchReply(replies: readonly ReplyParts[]): ReplyParts {
  if (replies.length === 0) return [];
  return ['[', ...replies.flatMap((parts, i) => (i === 0 ? parts : [',', ...parts])), ']\n'];
}

/** Text as UTF-8; bytes stay where they are. */
export function replyBytes(parts: ReplyParts): readonly Buffer[] {
  return parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
}

export function replyText(parts: ReplyParts): string {
  return parts.map(String).join('');
}
