/** What is known of a request once it is answered; never its URL, which may hold a key. */
export interface RequestRecord {
  readonly httpMethod: string;
  readonly status: number;
  readonly rpcMethods: readonly string[];
  readonly bytes: number;
  readonly milliseconds: number;
}

export type OnRequest = (record: RequestRecord) => void;

/** Calls a listener. One that throws costs no client its reply. */
export function notify<T>(listener: ((value: T) => void) | undefined, value: T): void {
  try {
    listener?.(value);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}
