import { type JsonResult, stringifyJson } from '../codec/json.ts';
import type { RpcError } from '../errors.ts';
import type { IdText } from './envelope.ts';

/** What a body is answered with: text, or UTF-8 where a part of it was bytes already; empty where there is nothing to say. */
export type Reply = string | Buffer;

/** One reply in the parts that it is put together from, without a line end. */
export type ReplyParts = readonly Reply[];

/** A result as the reply to one request. */
export function resultReply(id: IdText, result: JsonResult): ReplyParts {
  return ['{"jsonrpc":"2.0","result":', result, ',"id":', id, '}'];
}

/** An error as the reply to one request; `data` only where the error has some. */
export function errorReply(id: IdText, { code, data, message }: RpcError, hasVersion = true): ReplyParts {
  const version = hasVersion ? '"jsonrpc":"2.0",' : '';
  const dataMember = data === undefined ? '' : `,"data":${stringifyJson(data)}`;
  return [`{${version}"error":{"code":${code},"message":${JSON.stringify(message)}${dataMember}},"id":${id}}`];
}

/** A reply as it is sent. */
export function singleReply(parts: ReplyParts): Reply {
  return joinParts([...parts, '\n']);
}

/** Replies to a batch as they are sent. */
export function batchReply(replies: readonly ReplyParts[]): Reply {
  if (replies.length === 0) return '';
  const items = replies.flatMap((parts, i) => (i === 0 ? parts : [',', ...parts]));
  return joinParts(['[', ...items, ']\n']);
}

/** Every part is copied once, so that a large result costs no more than its own length. */
function joinParts(parts: ReplyParts): Reply {
  if (parts.every((part) => typeof part === 'string')) return parts.join('');
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) at += typeof part === 'string' ? bytes.write(part, at) : part.copy(bytes, at);
  return bytes;
}
