/** Calls a listener. If it throws, the client still gets its reply. */
export function notify<T>(listener: ((value: T) => void) | undefined, value: T): void {
  try {
    listener?.(value);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}
