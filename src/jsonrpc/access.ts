/** Where a ledger can be reached. */
export interface LedgerUrls {
  readonly url: string;
  /** of its socket */
  readonly wsUrl: string;
}

/** @param base where the node is reached, without a slash behind it */
export function forkUrls(base: string, fork: string): LedgerUrls {
  const url = `${base}/fork/${fork}`;
  return { url, wsUrl: url.replace(/^http/, 'ws') };
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

/** Asked for calls that control something, so that no other call pays for it. */
export type AskAccess = () => ControlAccess;

export const CONTROL_OFF: ControlAccess = { kind: 'off' };
