import type { U64 } from '../model/meta.ts';

/** An account as getAccountInfo answers it with the encoding base64. */
export interface RpcAccount {
  readonly lamports: U64;
  readonly owner: string;
  readonly data: readonly [data: string, encoding: 'base64' | 'base58' | 'base64+zstd'] | string;
  readonly executable: boolean;
  readonly rentEpoch: U64;
  readonly space?: U64;
}
