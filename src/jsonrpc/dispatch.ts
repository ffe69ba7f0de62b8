import { type JsonResult, type JsonText, type JsonValue, stringifyJson } from '../codec/json.ts';
import { RpcError, rpcErrors } from '../errors.ts';
import { type Envelope, type IdText, readBody } from './envelope.ts';

/** Gives the text of a call's result; throws RpcError for everything the client shall be told. */
export type RpcCall = (method: string, params: JsonValue | undefined) => JsonResult | Promise<JsonResult>;

export interface DispatchRules {
  /** the reply to a request without `jsonrpc` has that member itself */
  readonly versionlessReplyHasVersion: boolean;
  /** `["2.0", method, params, id]` is taken for a request */
  readonly acceptsPositionalRequests: boolean;
}

/** A whole reply: text, or pieces of it where the result is long; empty where nothing is to be answered. */
export type Reply = string | readonly Buffer[];

export interface Dispatched {
  readonly reply: Reply;
  /** of the calls, in order */
  readonly methods: readonly string[];
}

/**
 * Answers one request body: a call, a notification or a batch of them. Never throws: whatever goes wrong is an answer.
 *
 * @param onInternalError told what a client only sees as -32603
 */
export async function dispatchBody(
  body: string,
  call: RpcCall,
  rules: DispatchRules,
  onInternalError?: (error: unknown) => void,
): Promise<Dispatched> {
  try {
    const { isBatch, envelopes } = readBody(body, rules.acceptsPositionalRequests);
    const answer = (envelope: Envelope) => answerEnvelope(envelope, call, rules, onInternalError);
    const replies = (await Promise.all(envelopes.map(answer))).filter((reply) => reply !== undefined);
    const methods = envelopes.flatMap((envelope) => (envelope.kind === 'call' ? [envelope.method] : []));
    return { reply: isBatch ? batchReply(replies) : endLine(replies[0] ?? ''), methods };
  } catch (error) {
    return { reply: endLine(errorReply('null', asRpcError(error, onInternalError))), methods: [] };
  }
}

/** The text of a reply in one piece. */
export function replyText(reply: Reply): string {
  return typeof reply === 'string' ? reply : Buffer.concat(reply).toString();
}

function batchReply(replies: readonly Reply[]): Reply {
  return replies.length === 0 ? '' : `[${replies.map(replyText).join(',')}]\n`;
}

function endLine(reply: Reply): Reply {
  if (typeof reply === 'string') return reply === '' ? '' : `${reply}\n`;
  return [...reply, Buffer.from('\n')];
}

async function answerEnvelope(
  envelope: Envelope,
  call: RpcCall,
  rules: DispatchRules,
  onInternalError?: (error: unknown) => void,
): Promise<Reply | undefined> {
  if (envelope.kind === 'notification') return undefined;
  if (envelope.kind === 'invalid') return errorReply(envelope.id, rpcErrors.invalidRequest());
  const { hasVersion, id, method, params } = envelope;
  if (!hasVersion) return errorReply(id, rpcErrors.unsupportedProtocolVersion(), rules.versionlessReplyHasVersion);
  try {
    const result = await call(method, params);
    if (typeof result === 'string') return `{"jsonrpc":"2.0","result":${result},"id":${id}}`;
    return [Buffer.from('{"jsonrpc":"2.0","result":'), result, Buffer.from(`,"id":${id}}`)];
  } catch (error) {
    return errorReply(id, asRpcError(error, onInternalError));
  }
}

function asRpcError(error: unknown, onInternalError?: (error: unknown) => void): RpcError {
  if (error instanceof RpcError) return error;
  onInternalError?.(error);
  return rpcErrors.internalError();
}

/** An error as the reply to one request; `data` only where the error has some. */
export function errorReply(id: IdText, { code, data, message }: RpcError, hasVersion = true): JsonText {
  const version = hasVersion ? '"jsonrpc":"2.0",' : '';
  const dataMember = data === undefined ? '' : `,"data":${stringifyJson(data)}`;
  return `{${version}"error":{"code":${code},"message":${JSON.stringify(message)}${dataMember}},"id":${id}}`;
}
