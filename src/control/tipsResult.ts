import type { JsonObject } from '../codec/jsonText.ts';
import type { LedgerState } from '../ledger/state.ts';
import { tipsOf } from '../ledger/tips.ts';
import { objectOf, withName, withNote } from '../rpc/openrpc/schema.ts';
import { SLOT } from '../rpc/openrpc/schemas.ts';

/** The result of control methods that move tips. */
export const TIPS = withName(
  'LedgerTips',
  withNote(objectOf({ confirmed: SLOT, finalized: SLOT, processed: SLOT }), 'the newest slot at each commitment'),
);

export function tipsJson({ state }: { readonly state: LedgerState }): JsonObject {
  return { ...tipsOf(state) };
}
