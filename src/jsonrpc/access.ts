/** Where a ledger can be reached. */
export interface LedgerUrls {
  readonly url: string;
  /** of its socket */
  readonly wsUrl: string;
}

/** Whether a request may control the ledger. */
export type ControlAccess =
  | {
      readonly kind: 'allowed';
      /** of a fork; undefined: nothing listens */
      readonly urlOf: (fork: string) => LedgerUrls | undefined;
    }
  /** control calls are unknown methods */
  | { readonly kind: 'off' }
  | {
      readonly kind: 'refused';
      /** why, and what to do */
      readonly message: string;
    };

export const CONTROL_OFF: ControlAccess = { kind: 'off' };
