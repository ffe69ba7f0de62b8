import type { LedgerState } from '../../../ledger/state.ts';
import { LedgerView } from '../../../ledger/view.ts';
import type { Address } from '../../../model/address.ts';
import { tokenProgramOf } from '../../../runtime/accounts/tokens.ts';
import { keysOf } from '../keysOf.ts';
import { MAX_NEW_ADDRESSES, Names } from './names.ts';

/** The names of a ledger: those that its scripts set, and the token programs of its mints at the processed tip. */
export function namesOf(state: LedgerState): Names {
  const view = new LedgerView(state, 'processed', { keepOrphan: true });
  const programOf = (mint: Address) => tokenProgramOf(view.account(mint));
  return new Names(keysOf(state.names), programOf, state.names.addresses, MAX_NEW_ADDRESSES);
}
