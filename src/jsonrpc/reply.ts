import { type JsonResult, type JsonText, stringifyJson } from '../codec/json.ts';
import type { RpcError } from '../errors.ts';
import type { IdText } from './envelope.ts';

/**
 * A whole reply: text, or pieces of it where some are bytes already. It knows its length, as counting the bytes of a text that
 * was just put together costs as much as sending it.
 */
export interface Reply {
  /** empty where nothing is to be answered */
  readonly content: string | readonly [...Buffer[], string];
  /** of the content in UTF-8 */
  readonly bytes: number;
}

export const NO_REPLY: Reply = { content: '', bytes: 0 };

const START = '{"jsonrpc":"2.0","result":';
const START_BYTES = Buffer.from(START);
const ID_MEMBER = ',"id":';
const ID_MEMBER_BYTES = Buffer.from(ID_MEMBER);
const END = '}\n';
const FRAME = START.length + ID_MEMBER.length + END.length;

export function textReply(content: string): Reply {
  return { content, bytes: Buffer.byteLength(content) };
}

/** A result as the reply to one request. */
export function resultReply(id: IdText, result: JsonResult): Reply {
  const frame = FRAME + Buffer.byteLength(id);
  if (typeof result === 'string')
    return { content: `${START}${result}${ID_MEMBER}${id}${END}`, bytes: frame + Buffer.byteLength(result) };
  return { content: [START_BYTES, result, `${ID_MEMBER}${id}${END}`], bytes: frame + result.length };
}

/** All of a reply up to the id, in bytes that can be sent again and again. */
export function replyHead(result: JsonResult): Buffer {
  return Buffer.concat([START_BYTES, typeof result === 'string' ? Buffer.from(result) : result, ID_MEMBER_BYTES]);
}

export function headedReply(head: Buffer, id: IdText): Reply {
  return { content: [head, `${id}${END}`], bytes: head.length + Buffer.byteLength(id) + END.length };
}

/** An error as the reply to one request; `data` only where the error has some. */
export function errorReply(id: IdText, { code, data, message }: RpcError, hasVersion = true): Reply {
  const version = hasVersion ? '"jsonrpc":"2.0",' : '';
  const dataMember: JsonText = data === undefined ? '' : `,"data":${stringifyJson(data)}`;
  return textReply(
    `{${version}"error":{"code":${code},"message":${JSON.stringify(message)}${dataMember}}${ID_MEMBER}${id}${END}`,
  );
}

/** Replies to a batch; those that are empty are left out, and so is the whole if all are. */
export function batchReply(replies: readonly Reply[]): Reply {
  const items = replies.filter(({ bytes }) => bytes > 0).map((reply) => replyText(reply).trimEnd());
  return items.length === 0 ? NO_REPLY : textReply(`[${items.join(',')}]\n`);
}

/** The text of a reply in one piece. */
export function replyText({ content }: Reply): string {
  return typeof content === 'string' ? content : content.map(String).join('');
}
