import type { LedgerNames, NamedKey } from '../../ledger/state.ts';
import type { KeyWord, Place } from '../format/types.ts';

/** Keys that were loaded were checked then. */
const CHECKED: Place = {
  refuse: (message) => {
    throw new TypeError(message);
  },
  warn: () => undefined,
};

/** The keys that the scripts of a ledger set. */
export function keysOf({ keys }: LedgerNames): readonly KeyWord[] {
  return Array.from(keys, keyWord);
}

function keyWord([name, key]: readonly [string, NamedKey]): KeyWord {
  return { name, at: CHECKED, key: 'address' in key ? { kind: 'address', ...key } : { kind: 'seed', ...key } };
}
