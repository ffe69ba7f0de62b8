/** The target of a request: where its path leads within a node, and its query. @module */

export interface RequestTarget {
  /** name of the ledger fork, decoded; undefined: the main ledger */
  readonly fork: string | undefined;
  /** path within that ledger, decoded, without slashes at its end: empty, or as `/health` */
  readonly path: string;
  /** the query as browsers read it; Fastify reads it differently */
  readonly query: URLSearchParams;
}

const NO_QUERY = new URLSearchParams();

/** The target of most requests, which is not read anew each time. */
const ROOT: RequestTarget = { fork: undefined, path: '', query: NO_QUERY };

/**
 * Reads the target of a request, which may be a whole URL. The path is split before it is decoded: `a%2Fb` is one segment.
 *
 * Source   RFC 9112 3.2.2
 *
 * @param prefix of the app that the node is part of; its end has no slash
 */
export function readTarget(target: string, prefix = ''): RequestTarget {
  if (target === '/') return ROOT;
  const segments = pathOf(target).split('/').slice(prefix.split('/').length).map(decode);
  const [first, name, ...below] = segments;
  const fork = first === 'fork' ? name : undefined;
  const query = /\?.*/s.exec(target)?.[0];
  return {
    fork,
    path: (fork === undefined ? segments : below)
      .map((segment) => `/${segment}`)
      .join('')
      .replace(/\/+$/, ''),
    query: query === undefined ? NO_QUERY : new URLSearchParams(query),
  };
}

/** The path of a target as it was sent. */
export function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '');
}

/** A segment that cannot be decoded stays encoded. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
