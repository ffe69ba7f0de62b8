/**
 * One try to ask a real node.
 * @module
 */
import type { JsonText } from '../codec/json.ts';
import type { NodeAddress } from './nodeAddress.ts';
import { connectionFailure, type Failure, isFailure } from './nodeFailure.ts';
import { type Answer, readReply } from './reply.ts';
import { retryAfterMs } from './waiting.ts';
import { errorWithoutSecrets } from './withoutSecrets.ts';

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

/** Sends a request once. An error of the node is given without keys of the URL, a result as it was sent. */
export async function send(address: NodeAddress, request: NodeRequest, signal: AbortSignal): Promise<Answer | Failure> {
  try {
    const response = await post(address, request, signal);
    return isFailure(response) ? response : await readResponse(address, response, request);
  } catch (error) {
    return connectionFailure(error);
  }
}

async function post(address: NodeAddress, request: NodeRequest, signal: AbortSignal): Promise<Response | Failure> {
  const body = `{"jsonrpc":"2.0","id":${request.id},"method":${JSON.stringify(request.method)},"params":${request.params}}`;
  const headers = { ...address.headers, 'content-type': 'application/json', accept: 'application/json' };
  let url = address.target;
  for (let redirections = 0; redirections <= MAX_REDIRECTIONS; redirections++) {
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    const location = isRedirection(response) ? response.headers.get('location') : null;
    if (location === null) return response;
    await response.body?.cancel();
    const next = address.redirectedTo(location);
    if (next === undefined) return { kind: 'final', what: 'redirects to another host, which is not asked' };
    url = next;
  }
  return { kind: 'final', what: `redirects more than ${MAX_REDIRECTIONS} times` };
}

function isRedirection({ status }: Response): boolean {
  return status >= 300 && status < 400;
}

/** Some nodes send errors of JSON-RPC with a status other than 200. */
async function readResponse(
  address: NodeAddress,
  response: Response,
  { id, method }: NodeRequest,
): Promise<Answer | Failure> {
  const { headers, ok, status } = response;
  const failure = ok ? undefined : statusFailure(status, headers.get('retry-after'));
  if (failure !== undefined && failure.kind !== 'broken') {
    await response.body?.cancel();
    return failure;
  }
  const answer = readReply(new Uint8Array(await response.arrayBuffer()), id);
  if (isFailure(answer)) return failure ?? answer;
  if (answer.kind === 'result') return answer;
  const hide = (text: string) => address.withoutSecrets(text);
  const shown = { ...answer, text: errorWithoutSecrets(answer.text, hide), message: hide(answer.message) };
  if (!isBusy(answer, method)) return shown;
  return busy(`answered with error ${shown.code} (${shown.message})`, headers.get('retry-after'));
}

function statusFailure(status: number, retryAfter: string | null): Failure {
  const refusal = REFUSALS.get(status);
  if (refusal !== undefined) return { kind: 'final', what: refusal };
  const what = `answered with HTTP ${status}`;
  return BUSY_STATUSES.has(status) ? busy(what, retryAfter) : { kind: 'broken', what };
}

const NODE_UNHEALTHY = -32005;
/** The node is behind its cluster, or, with codes of providers, has been asked too often. */
const BUSY_CODES: ReadonlySet<number> = new Set([NODE_UNHEALTHY, -32014, -32429, 429]);
const LIMIT_TEXT = /too many requests|(?:rate|requests?|request rate) limit/i;

/**
 * Whether the node may answer later what it cannot answer now. Being behind is what getHealth answers.
 *
 * Source   agave 4.1 rpc-client-types custom_error.rs: -32005 node unhealthy, -32014 block status not available yet
 */
function isBusy({ code, message }: Answer & { readonly kind: 'error' }, method: string): boolean {
  if (code === NODE_UNHEALTHY && method === 'getHealth') return false;
  return BUSY_CODES.has(code) || LIMIT_TEXT.test(message);
}

function busy(what: string, retryAfter: string | null): Failure {
  const waitMs = retryAfterMs(retryAfter, Date.now());
  return { kind: 'busy', what, ...(waitMs !== undefined && { waitMs }) };
}
