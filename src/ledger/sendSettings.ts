/** What a ledger says of transactions that are sent to it. */
export interface SendSettings {
  /**
   * auto: the block of a transaction is final at once; manual: it is processed, and the other tips follow when they are moved, or with
   * time; undefined: manual where the ledger moves by itself, auto elsewhere
   */
  readonly confirm: 'auto' | 'manual' | undefined;
  /** who pays for airdrops: an address or a name with its dollar, as it was written; undefined: the key that every ledger has */
  readonly faucet: string | 'none' | undefined;
  /** whether a program has to be in the ledger to be called */
  readonly isStrict: boolean;
}

export const DEFAULT_SEND_SETTINGS: SendSettings = { confirm: undefined, faucet: undefined, isStrict: false };
