import type { JsonObject } from '../codec/jsonText.ts';
import type { LedgerState } from '../ledger/state.ts';
import { tipsOf } from '../ledger/tips.ts';
import { objectOf } from '../rpc/openrpc/schema.ts';
import { U64 as U64_SCHEMA } from '../rpc/openrpc/schemas.ts';
import type { U64 } from '../solana/meta.ts';
import type { ResultDescription } from './controlMethod.ts';

/** The newest slot at each commitment; bigints beyond 2^53. */
export interface LedgerTips {
  readonly processed: U64;
  readonly confirmed: U64;
  readonly finalized: U64;
}

/** The result of control methods that move tips. */
export const TIPS: ResultDescription = {
  result: 'tips: `{"confirmed":n,"finalized":n,"processed":n}`',
  schema: objectOf({ confirmed: U64_SCHEMA, finalized: U64_SCHEMA, processed: U64_SCHEMA }),
};

export function tipsJson({ state }: { readonly state: LedgerState }): JsonObject {
  return { ...tipsOf(state) };
}
