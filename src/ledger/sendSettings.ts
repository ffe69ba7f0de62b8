/** What a ledger says of transactions that are sent to it: the member `send` of `ledger.json`. */
export interface SendSettings {
  /** whether a sent transaction is final at once, or only when the tips are moved */
  readonly confirm: 'auto' | 'manual';
  /** who pays for airdrops, in the words of scripts; undefined: a wallet that is there on every ledger */
  readonly faucet: string | undefined;
  /** whether a program has to be there to be called */
  readonly isStrict: boolean;
}

export const DEFAULT_SEND_SETTINGS: SendSettings = { confirm: 'auto', faucet: undefined, isStrict: false };
