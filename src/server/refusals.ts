import { rpcErrors } from '../errors.ts';
import { errorReply, replyText, singleReply } from '../rpc/protocol/envelope.ts';
import type { Headers } from './cors.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

export const HTML_TYPE = 'text/html; charset=utf-8';

export const TEXT_TYPE = 'text/plain; charset=utf-8';

interface RefusalDetails {
  readonly contentType?: string;
  readonly headers?: Headers;
}

/** A reply to a request that no method answers. */
export class Refusal extends Error {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Headers;

  /** @param message the body */
  constructor(status: number, message: string, details: RefusalDetails = {}) {
    super(message);
    this.status = status;
    this.contentType = details.contentType ?? TEXT_TYPE;
    this.headers = details.headers ?? {};
  }
}

/** A 426 must name an accepted protocol, and HTTP/1.1 is the only one. Source RFC 9110 7.8, 15.5.22 */
const REQUIRED_PROTOCOL: Headers = { upgrade: 'HTTP/1.1', connection: 'upgrade, close' };

/** Texts and line ends as Agave sends them. Source jsonrpc-http-server 18, executed */
export const refusals = {
  forbiddenOrigin: () =>
    new Refusal(
      403,
      'Origin of the request is not whitelisted. CORS headers would not be sent and any side-effects were cancelled as well.\n',
    ),
  methodNotAllowed: (headers: Headers = {}) =>
    new Refusal(405, 'Used HTTP Method is not allowed. POST or OPTIONS is required\n', { headers }),
  /** Ours, if a node of this program is part of another app: its own ports take WebSockets. */
  noWebSocket: () =>
    new Refusal(426, 'There are no WebSockets here: connect to a port that the node itself listens on\n', {
      headers: REQUIRED_PROTOCOL,
    }),
  /** Ours: Agave has no keys. */
  unauthorized: () =>
    new Refusal(401, replyText(singleReply(errorReply('null', rpcErrors.unauthorized()))), { contentType: JSON_TYPE }),
  /** Ours: the node of an app is closed while the app still runs. `why` is a sentence. */
  closed: (why: string) =>
    new Refusal(503, replyText(singleReply(errorReply('null', rpcErrors.unknownName(why)))), {
      contentType: JSON_TYPE,
    }),
  /** Ours: Agave has no dialects. */
  unknownDialect: (name: string) =>
    new Refusal(400, `unknown dialect ${JSON.stringify(name)}: use contract or agave\n`),
  /** Ours: Agave has no ledger forks. `why` is a sentence. */
  noFork: (why: string) => new Refusal(404, `${why}\n`),
  unsupportedContentType: () =>
    new Refusal(415, 'Supplied content type is not allowed. Content-Type: application/json is required\n'),
  bodyTooLarge: () => new Refusal(413, 'request body size exceeds allowed maximum'),
  notUtf8: (validBytes: number) => new Refusal(400, `utf-8 encoding error at byte ${validBytes} in request body`),
} as const;
