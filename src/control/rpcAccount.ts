import type { U64 } from '../model/meta.ts';

/** An account as getAccountInfo answers it with the encoding base64; integers may be text. */
export interface RpcAccount {
  readonly lamports: U64 | string;
  readonly owner: string;
  readonly data: readonly [data: string, encoding: 'base64' | 'base58' | 'base64+zstd'] | string;
  readonly executable: boolean;
  readonly rentEpoch: U64 | string;
  readonly space?: U64;
}
