/**
 * `data.reason` of the error of a control call. The class of the error is not checked, because a project may have two copies of it.
 */
export function reasonOf(error: unknown): unknown {
  const data: unknown = typeof error === 'object' && error !== null && 'data' in error ? error.data : undefined;
  return typeof data === 'object' && data !== null && 'reason' in data ? data.reason : undefined;
}

/** Waits until something is removed, which may be gone already, also with its ledger. */
export async function unlessGone(removing: Promise<unknown>): Promise<void> {
  await removing.catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
}

/** Whether an error says that a thing, or its ledger, is not there. */
export function isGone(error: unknown): boolean {
  return reasonOf(error) === 'unknown' || (error instanceof Error && error.name === 'ClosedError');
}
