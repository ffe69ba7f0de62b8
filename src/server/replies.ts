/** The replies that are no JSON-RPC, texts and line ends as the node sends them. Source jsonrpc-http-server 18, executed */
export interface PlainReply {
  readonly status: number;
  readonly body: string;
}

export const FORBIDDEN_ORIGIN: PlainReply = {
  status: 403,
  body: 'Origin of the request is not whitelisted. CORS headers would not be sent and any side-effects were cancelled as well.\n',
};
export const METHOD_NOT_ALLOWED: PlainReply = {
  status: 405,
  body: 'Used HTTP Method is not allowed. POST or OPTIONS is required\n',
};
/** Ours: a node has its subscriptions on another port. */
export const NO_WEBSOCKET: PlainReply = {
  status: 426,
  body: 'There are no subscriptions here, because no slot ever passes: ask over HTTP with POST\n',
};
export const BODY_TOO_LARGE: PlainReply = { status: 413, body: 'request body size exceeds allowed maximum' };
export const UNSUPPORTED_CONTENT_TYPE: PlainReply = {
  status: 415,
  body: 'Supplied content type is not allowed. Content-Type: application/json is required\n',
};

export function notUtf8(validBytes: number): PlainReply {
  return { status: 400, body: `utf-8 encoding error at byte ${validBytes} in request body` };
}

/** Ours: the node has no dialects. */
export function unknownDialect(name: string): PlainReply {
  return { status: 400, body: `unknown dialect ${JSON.stringify(name)}: use contract or agave\n` };
}

/** Paths that the node answers without JSON-RPC; what we do not model is answered as a node does that lacks it. */
export function pathReplies(health: () => string): ReadonlyMap<string, PlainReply> {
  const healthReply: PlainReply = {
    status: 200,
    get body() {
      return health();
    },
  };
  return new Map([
    ['/health', healthReply],
    ['/genesis.tar.bz2', { status: 404, body: '' }],
    ['/v0/circulating-supply', { status: 404, body: '' }],
    ['/v0/total-supply', { status: 404, body: '' }],
  ]);
}
