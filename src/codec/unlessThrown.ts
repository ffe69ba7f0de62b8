type ErrorClass = abstract new (...args: never[]) => Error;

/** Calls `read`; undefined where it threw one of these errors. */
export function unlessThrown<T>(errors: readonly ErrorClass[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (errors.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}
