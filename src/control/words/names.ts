import type { LedgerState, NamedKey } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import { tokenProgramOf } from '../../script/compiling/accounts/tokens.ts';
import { Names } from '../../script/compiling/names/names.ts';
import type { KeyWord, Place } from '../../script/format/types.ts';

/** Keys that were loaded were checked then. */
const CHECKED: Place = {
  refuse: (message) => {
    throw new TypeError(message);
  },
  warn: () => undefined,
};

/** The names of a ledger: those that its scripts set, and the token programs of its mints at the processed tip. */
export function namesOf(state: LedgerState): Names {
  const view = new LedgerView(state, 'processed', { keepOrphan: true });
  return new Names(Array.from(state.names.keys, keyWord), (mint) => tokenProgramOf(view.account(mint)));
}

function keyWord([name, key]: readonly [string, NamedKey]): KeyWord {
  return { name, at: CHECKED, key: 'address' in key ? { kind: 'address', ...key } : { kind: 'seed', ...key } };
}
