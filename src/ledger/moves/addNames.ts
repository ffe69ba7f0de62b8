import type { LedgerNames, LedgerState } from '../state.ts';

/** What names stand for in what was added; a name that is there already gets its newest meaning. */
export function addNames(state: LedgerState, { addresses, keys, signatures }: LedgerNames): LedgerState {
  const { names } = state;
  const joined = {
    keys: withEntries(names.keys, keys),
    addresses: withEntries(names.addresses, addresses),
    signatures: withEntries(names.signatures, signatures),
  };
  return { ...state, names: joined };
}

/** The same map where nothing is new, as most blocks use names that are there. */
function withEntries<V>(before: ReadonlyMap<string, V>, added: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
  const news = [...added].filter(([name, value]) => before.get(name) !== value);
  return news.length === 0 ? before : new Map([...before, ...news]);
}
