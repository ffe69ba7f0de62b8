/** The word for programs that an error of a control call has; undefined: it has none. Looks at no class: a project may have two copies of it. */
export function reasonOf(error: unknown): unknown {
  const data: unknown = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  return typeof data === 'object' && data !== null && 'reason' in data ? data.reason : undefined;
}
