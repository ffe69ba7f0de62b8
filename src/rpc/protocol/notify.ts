/** Calls a listener. If it throws, or its promise rejects, that is a warning: the client still gets its reply. */
export function notify<T>(listener: ((value: T) => unknown) | undefined, value: T): void {
  try {
    const returned = listener?.(value);
    if (returned instanceof Promise) returned.catch(warn);
  } catch (error) {
    warn(error);
  }
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
