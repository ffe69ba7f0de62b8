/**
 * Why a real node gave no answer that can be used.
 * @module
 */

/** A node that did not answer; `message` is one line, with the node's host and without its keys. */
export class RealNodeError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RealNodeError';
  }
}

/** `busy`: it says that it may answer later; `broken`: no answer came, which may be an accident; `final`: none will come. */
export type FailureKind = 'busy' | 'broken' | 'final';

/** One try that failed. */
export interface Failure {
  readonly kind: FailureKind;
  /** follows the host: `answered with HTTP 429` */
  readonly what: string;
  /** what the node asks to wait */
  readonly waitMs?: number;
}

export function isFailure(value: object): value is Failure {
  return 'kind' in value && 'what' in value;
}

const CLOSED = 'closed the connection before it had answered';
const SLOW = 'takes too long to answer';

const CONNECTION_FAILURES: ReadonlyMap<unknown, string> = new Map([
  ['ECONNREFUSED', 'does not accept connections'],
  ['ECONNRESET', CLOSED],
  ['EPIPE', CLOSED],
  ['UND_ERR_SOCKET', CLOSED],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', CLOSED],
  ['EAI_AGAIN', 'cannot be found at the moment: its name is not resolved'],
  ['ENETUNREACH', 'cannot be reached'],
  ['EHOSTUNREACH', 'cannot be reached'],
  ['ETIMEDOUT', 'takes too long to connect to'],
  ['UND_ERR_CONNECT_TIMEOUT', 'takes too long to connect to'],
  ['UND_ERR_HEADERS_TIMEOUT', SLOW],
  ['UND_ERR_BODY_TIMEOUT', SLOW],
  ['ERR_STRING_TOO_LONG', 'sent more than fits into one text'],
  ['Z_DATA_ERROR', 'sent a compressed body that cannot be decompressed'],
  ['Z_BUF_ERROR', 'sent a compressed body that ends too early'],
]);

/** What an error of `fetch` means. Its own texts are not shown: they may contain the URL. */
export function connectionFailure(error: unknown): Failure {
  const code = codeOf(error);
  if (code === 'ENOTFOUND') return { kind: 'final', what: 'cannot be found: there is no such host' };
  const what = CONNECTION_FAILURES.get(code) ?? `broke the connection${code === undefined ? '' : `: ${code}`}`;
  return { kind: 'broken', what };
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}
