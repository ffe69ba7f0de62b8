import type { JsonObject } from '../codec/json.ts';
import type { LedgerState } from '../ledger/state.ts';
import { tipsOf } from '../ledger/tips.ts';
import type { Vocabulary } from '../openrpc/description.ts';
import type { Schema } from '../openrpc/schema.ts';

/** What verbs that move tips answer. */
export function tipsJson(state: LedgerState): JsonObject {
  return { ...tipsOf(state) };
}

export const TIPS = 'tips: `{"confirmed":n,"finalized":n,"processed":n}`';

export function tipsSchema({ objectOf, U64 }: Vocabulary): Schema {
  return objectOf({ confirmed: U64, finalized: U64, processed: U64 });
}
