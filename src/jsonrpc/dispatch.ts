import type { JsonResult, JsonValue } from '../codec/json.ts';
import { RpcError, rpcErrors } from '../errors.ts';
import { type Envelope, readBody } from './envelope.ts';
import { batchReply, errorReply, NO_REPLY, type Reply, resultReply } from './reply.ts';

/** Gives the text of a call's result; throws RpcError for everything the client shall be told. */
export type RpcCall = (method: string, params: JsonValue | undefined) => JsonResult | Promise<JsonResult>;

export interface DispatchRules {
  /** the reply to a request without `jsonrpc` has that member itself */
  readonly versionlessReplyHasVersion: boolean;
  /** `["2.0", method, params, id]` is taken for a request */
  readonly acceptsPositionalRequests: boolean;
}

export interface Dispatched {
  readonly reply: Reply;
  /** of the calls, in order */
  readonly methods: readonly string[];
  /** of the only call, where it has one */
  readonly single?: { readonly method: string; readonly result: JsonResult };
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
    const answers = await Promise.all(envelopes.map(answer));
    const methods = envelopes.flatMap((envelope) => (envelope.kind === 'call' ? [envelope.method] : []));
    if (isBatch) return { reply: batchReply(answers.map(({ reply }) => reply)), methods };
    const [{ reply, result } = NO_ANSWER] = answers;
    const [method] = methods;
    if (method === undefined || result === undefined) return { reply, methods };
    return { reply, methods, single: { method, result } };
  } catch (error) {
    return { reply: errorReply('null', asRpcError(error, onInternalError)), methods: [] };
  }
}

/** What one envelope is answered with, and the result in it if it is one. */
interface Answer {
  readonly reply: Reply;
  readonly result?: JsonResult;
}

const NO_ANSWER: Answer = { reply: NO_REPLY };

async function answerEnvelope(
  envelope: Envelope,
  call: RpcCall,
  rules: DispatchRules,
  onInternalError?: (error: unknown) => void,
): Promise<Answer> {
  if (envelope.kind === 'notification') return NO_ANSWER;
  if (envelope.kind === 'invalid') return { reply: errorReply(envelope.id, rpcErrors.invalidRequest()) };
  const { hasVersion, id, method, params } = envelope;
  const refuse = (error: RpcError, withVersion = true) => ({ reply: errorReply(id, error, withVersion) });
  if (!hasVersion) return refuse(rpcErrors.unsupportedProtocolVersion(), rules.versionlessReplyHasVersion);
  try {
    const result = await call(method, params);
    return { reply: resultReply(id, result), result };
  } catch (error) {
    return refuse(asRpcError(error, onInternalError));
  }
}

function asRpcError(error: unknown, onInternalError?: (error: unknown) => void): RpcError {
  if (error instanceof RpcError) return error;
  onInternalError?.(error);
  return rpcErrors.internalError();
}
