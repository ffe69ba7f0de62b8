import { setImmediate } from 'node:timers/promises';
import { objectOf } from '../../codec/foreignJson.ts';
import { isJsonObject, type JsonObject, type JsonText } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { utf8Text } from '../../codec/text.ts';
import type { JsonOutcome } from '../../rpc/protocol/call.ts';
import { readLongList, readMember } from './longReply.ts';
import { errorWithoutSecrets, type NodeAddress } from './nodeAddress.ts';
import { connectionFailure, type Failure, isFailure } from './nodeFailures.ts';

/** The answer of a node: the exact text of `result` or of `error`. */
export type NodeAnswer =
  | { readonly kind: 'result'; readonly text: JsonText }
  | { readonly kind: 'error'; readonly text: JsonText; readonly code: number; readonly message: string };

/** The answer that was recorded as an outcome. An error without a code or a message was written by another program. */
export function answerOfOutcome({ kind, text }: JsonOutcome): NodeAnswer {
  if (kind === 'result') return { kind, text };
  const { code, message } = objectOf(parseJson(text)) ?? {};
  return { kind, text, code: Number(code ?? 0), message: String(message ?? '') };
}

/** The note about an error at the end of a line: `: error -32004 (Block not available for slot 5)`. */
export function errorNote(answer: NodeAnswer): string {
  return answer.kind === 'error' ? `: error ${answer.code} (${answer.message})` : '';
}

/**
 * Reads the body of a reply. What is not a reply to the request with this id is a failure.
 *
 * Source   JSON-RPC 2.0 §5
 */
async function readReply(body: Uint8Array, id: number): Promise<NodeAnswer | Failure> {
  if (body.length === 0) return broken('answered with nothing');
  const text = utf8Text(body);
  if (text === undefined) return broken('sent a response that is not UTF-8 text');
  const read = (await readLongList(text)) ?? readMember(text, 'result');
  if (read === undefined) return broken('sent a response that is not JSON');
  const { reply, member } = read;
  if (!isJsonObject(reply)) return broken('sent a response that is not JSON-RPC');
  if (isJsonObject(reply.error)) return readError(text, reply, reply.error, id);
  if (member === undefined) return broken('answered with neither a result nor an error');
  if (reply.id !== id) return broken('answered another request than it was sent');
  return { kind: 'result', text: member };
}

/** Reads an error. Its id may be null: a node that could not read the request does not know its id. */
function readError(text: JsonText, reply: JsonObject, { code, message }: JsonObject, id: number): NodeAnswer | Failure {
  const member = readMember(text, 'error')?.member;
  if (member === undefined || typeof code !== 'number' || typeof message !== 'string')
    return broken('answered with an error that has no code or no message');
  if (reply.id !== id && reply.id !== null) return broken('answered another request than it was sent');
  return { kind: 'error', text: member, code, message };
}

function broken(description: string): Failure {
  return { kind: 'broken', description };
}

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** The longest wait that a node may ask for; if it asks for more, the request fails. */
export const LONGEST_WANTED_WAIT_MS = 120_000;

/**
 * The time before the next try. It grows exponentially, and half of it is random, so that clients that were refused together do not ask
 * again at the same time; it is never less than the node asks for.
 *
 * @param failures how many tries have failed, from 1
 * @param wantedMs what the node asks for
 * @param random from 0 to 1, exclusive
 * @returns milliseconds
 */
export function waitAfter(failures: number, wantedMs: number | undefined, random: number): number {
  const maxMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1));
  const ownMs = Math.round(maxMs / 2 + (maxMs / 2) * random);
  return Math.max(ownMs, wantedMs ?? 0);
}

/**
 * Reads the header Retry-After: seconds, or a date.
 *
 * @param nowMs milliseconds since 1970
 * @returns milliseconds from now; undefined: the header cannot be read
 *
 * Source   RFC 9110 §10.2.3
 */
function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const date = /[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - nowMs);
}

export interface NodeRequest {
  readonly id: number;
  readonly method: string;
  /** a list */
  readonly params: JsonText;
}

const MAX_REDIRECTIONS = 3;
const REFUSALS: ReadonlyMap<number, string> = new Map([
  [401, 'refuses the request with HTTP 401: is the key in the URL right?'],
  [402, 'refuses the request with HTTP 402: it wants to be paid'],
  [403, 'refuses the request with HTTP 403: is the key in the URL right, and allowed to ask this?'],
]);
const BUSY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/**
 * Sends a request once. An error of the node is given without keys of the URL, a result as it was sent.
 *
 * @param maxReplyBytes limit for the body of the reply, unpacked
 */
export async function send(
  address: NodeAddress,
  request: NodeRequest,
  signal: AbortSignal,
  maxReplyBytes: number,
): Promise<NodeAnswer | Failure> {
  try {
    const response = await post(address, request, signal);
    return isFailure(response) ? response : await readResponse(address, response, request, maxReplyBytes);
  } catch (error) {
    return connectionFailure(error);
  }
}

async function post(address: NodeAddress, request: NodeRequest, signal: AbortSignal): Promise<Response | Failure> {
  const body = `{"jsonrpc":"2.0","id":${request.id},"method":${JSON.stringify(request.method)},"params":${request.params}}`;
  const contentHeaders = { 'content-type': 'application/json', accept: 'application/json' };
  let url = address.target;
  for (let redirections = 0; redirections <= MAX_REDIRECTIONS; redirections++) {
    const headers = { ...address.credentialsFor(url), ...contentHeaders };
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    const location = isRedirection(response) ? response.headers.get('location') : null;
    if (location === null) return response;
    await response.body?.cancel();
    const next = address.redirectionTarget(location);
    if (next === undefined) return { kind: 'final', description: 'redirects to another host, which is not asked' };
    url = next;
  }
  return { kind: 'final', description: `redirects more than ${MAX_REDIRECTIONS} times` };
}

function isRedirection({ status }: Response): boolean {
  return status >= 300 && status < 400;
}

/** Some nodes send errors of JSON-RPC with a status other than 200. */
async function readResponse(
  address: NodeAddress,
  response: Response,
  { id, method }: NodeRequest,
  maxReplyBytes: number,
): Promise<NodeAnswer | Failure> {
  const { headers, ok, status } = response;
  const failure = ok ? undefined : statusFailure(status, headers.get('retry-after'));
  if (failure !== undefined && failure.kind !== 'broken') {
    await response.body?.cancel();
    return failure;
  }
  const body = await readBody(response, maxReplyBytes);
  // a large body takes long to read: other clients are answered first
  await setImmediate();
  const answer = isFailure(body) ? body : await readReply(body, id);
  // and before the answer is kept and sent
  await setImmediate();
  if (isFailure(answer)) return failure ?? answer;
  if (answer.kind === 'result') return answer;
  const hide = (text: string) => address.withoutSecrets(text);
  const visible = { ...answer, text: errorWithoutSecrets(answer.text, hide), message: hide(answer.message) };
  if (!isBusy(answer, method)) return visible;
  return busy(`answered with error ${visible.code} (${visible.message})`, headers.get('retry-after'));
}

/** Reads a body as it comes, unpacked. Reading ends at the limit, so that neither an endless body nor a packed one fills the memory. */
async function readBody({ body }: Response, maxReplyBytes: number): Promise<Uint8Array | Failure> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    // this ends the connection too
    if (bytes > maxReplyBytes) return { kind: 'final', description: `sent more than ${maxReplyBytes} bytes` };
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function statusFailure(status: number, retryAfter: string | null): Failure {
  const refusal = REFUSALS.get(status);
  if (refusal !== undefined) return { kind: 'refused', description: refusal };
  const description = `answered with HTTP ${status}`;
  return BUSY_STATUSES.has(status) ? busy(description, retryAfter) : { kind: 'broken', description };
}

const NODE_UNHEALTHY = -32005;
/** The codes of a node that is behind its cluster, and those of providers that were asked too often. */
const BUSY_CODES: ReadonlySet<number> = new Set([NODE_UNHEALTHY, -32014, -32429, 429]);
const LIMIT_TEXT = /too many requests|(?:rate|requests?|request rate) limit/i;

/**
 * Whether the node may answer later what it cannot answer now. For getHealth, being behind is an answer.
 *
 * Source   agave 4.1 rpc-client-types custom_error.rs: -32005 node unhealthy, -32014 block status not available yet
 */
function isBusy({ code, message }: NodeAnswer & { readonly kind: 'error' }, method: string): boolean {
  if (code === NODE_UNHEALTHY && method === 'getHealth') return false;
  return BUSY_CODES.has(code) || LIMIT_TEXT.test(message);
}

function busy(description: string, retryAfter: string | null): Failure {
  const waitMs = retryAfterMs(retryAfter, Date.now());
  return { kind: 'busy', description, ...(waitMs !== undefined && { waitMs }) };
}
