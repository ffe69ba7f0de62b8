/** A call that was answered. */
export interface JournalCall {
  /** of a transaction that was accepted: the programs whose effect is not known, which did nothing */
  readonly assumed?: readonly string[];
  /** as it calls itself: the header `solana-client`, or `user-agent` */
  readonly client?: string;
  /** of an error, or the status of a reply that is a fault; where the connection failed otherwise there is none */
  readonly code?: number;
  readonly durationMs: number;
  /** of a read, on a node with an upstream: its ledger, what is recorded of upstream, or upstream itself */
  readonly from?: 'ledger' | 'record' | 'upstream';
  /** later calls have higher ones */
  readonly id: number;
  readonly method: string;
  /** `fault`: a fault that a test has added decided */
  readonly outcome: 'result' | 'error' | 'fault';
  /** `[]` where none were sent */
  readonly params: unknown;
  readonly transport: 'http' | 'socket' | 'process';
}

/** Which calls are listed; default: all. */
export interface CallFilter {
  readonly method?: string;
  /** only calls after the one with this id */
  readonly since?: number;
  /** only so many, the newest */
  readonly limit?: number;
}

/** What calls there should have been. */
export interface ExpectedCall {
  readonly method: string;
  /** what the parameters contain: members of objects, beginnings of lists; default: any */
  readonly params?: unknown;
  /** how many calls fit; default: at least one */
  readonly times?: number;
}

/** What a call is answered, and why. */
export interface Explanation {
  readonly answer:
    | { readonly result: unknown }
    | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };
  /** whole sentences; none where the answer speaks for itself */
  readonly why: readonly string[];
}
