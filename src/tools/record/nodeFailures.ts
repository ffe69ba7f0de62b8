/** A node that did not answer; `message` is one line, with the node's host and without its keys. */
export class RealNodeError extends Error {
  /** whether the node refused the question: the key is wrong, or its plan does not include the method; it may answer others */
  readonly isRefusal: boolean;

  constructor(message: string, isRefusal = false) {
    super(message);
    this.name = 'RealNodeError';
    this.isRefusal = isRefusal;
  }
}

/** `busy`: the node says that it may answer later; `broken`: no answer came, which may be an accident; `refused`, `final`: none will come. */
export type FailureKind = 'busy' | 'broken' | 'refused' | 'final';

/** One try that failed. */
export interface Failure {
  readonly kind: FailureKind;
  /** follows the host: `answered with HTTP 429` */
  readonly description: string;
  /** time that the node asks to wait */
  readonly waitMs?: number;
}

export function isFailure(value: object): value is Failure {
  return 'kind' in value && 'description' in value;
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

/** The failure behind an error of `fetch`. Texts of `fetch` are not shown: they may contain the URL. */
export function connectionFailure(error: unknown): Failure {
  const code = codeOf(error);
  if (code === 'ENOTFOUND') return { kind: 'final', description: 'cannot be found: its host does not exist' };
  const description = CONNECTION_FAILURES.get(code) ?? `broke the connection${code === undefined ? '' : `: ${code}`}`;
  return { kind: 'broken', description };
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}
