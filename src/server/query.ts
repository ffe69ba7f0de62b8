const NO_QUERY = new URLSearchParams();

/** As a browser reads it, which Fastify's own reading of a query does not do. */
export function queryOf({ originalUrl }: { readonly originalUrl: string }): URLSearchParams {
  const at = originalUrl.indexOf('?');
  return at < 0 ? NO_QUERY : new URLSearchParams(originalUrl.slice(at));
}
