import { isJsonObject, type JsonObject, type JsonText, type JsonValue } from '../codec/json.ts';
import { parseJson } from '../codec/parseJson.ts';
import type { MemberTexts } from '../codec/parseOptions.ts';
import { utf8Text } from '../codec/utf8.ts';
import type { Failure } from './nodeFailure.ts';

/** What a node answered: the text of `result` or of `error`, exactly as it was sent. */
export type Answer =
  | { readonly kind: 'result'; readonly text: JsonText }
  | { readonly kind: 'error'; readonly text: JsonText; readonly code: number; readonly message: string };

/**
 * Reads the body of a reply. What is not a reply to the request with this id is a failure.
 *
 * Source   JSON-RPC 2.0 §5
 */
export function readReply(body: Uint8Array, id: number): Answer | Failure {
  if (body.length === 0) return broken('answered with nothing');
  const text = utf8Text(body);
  if (text === undefined) return broken('answered with bytes that are no text');
  const read = parseMember(text, 'result');
  if (read === undefined) return broken('answered with what is no JSON');
  const { reply, member } = read;
  if (!isJsonObject(reply)) return broken('answered with what is no reply of JSON-RPC');
  if (isJsonObject(reply.error)) return readError(text, reply, reply.error, id);
  if (member === undefined) return broken('answered with neither a result nor an error');
  if (reply.id !== id) return broken('answered another request than it was sent');
  return { kind: 'result', text: member };
}

/** A node that could not read a request has no id to answer with. */
function readError(text: JsonText, reply: JsonObject, { code, message }: JsonObject, id: number): Answer | Failure {
  const member = parseMember(text, 'error')?.member;
  if (member === undefined || typeof code !== 'number' || typeof message !== 'string')
    return broken('answered with an error that has no code or no message');
  if (reply.id !== id && reply.id !== null) return broken('answered another request than it was sent');
  return { kind: 'error', text: member, code, message };
}

function parseMember(text: string, key: string): { readonly reply: JsonValue; readonly member?: JsonText } | undefined {
  const texts: MemberTexts = { key, of: new Map() };
  try {
    const reply = parseJson(text, { texts });
    const member = isJsonObject(reply) ? texts.of.get(reply) : undefined;
    return { reply, ...(member !== undefined && { member: member.trimStart() }) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

function broken(what: string): Failure {
  return { kind: 'broken', what };
}
