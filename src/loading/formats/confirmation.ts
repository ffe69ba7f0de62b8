import { readLooseTransaction } from '../history/looseTransaction.ts';
import { type FixtureFormat, hasMembers } from './format.ts';

/** What `solana confirm -v --output json` prints; it has no version and no index in the block. */
export const confirmation: FixtureFormat = {
  name: 'confirmed transaction',
  matches: (value) =>
    hasMembers(value, ['confirmationStatus']) &&
    (hasMembers(value, ['transaction']) ||
      Object.keys(value).every((key) => ['confirmationStatus', 'err'].includes(key))),
  read(at, _origin, sink) {
    if (at.member('confirmationStatus').value === null)
      return at.warn('the transaction was not found: nothing to load');
    if (at.member('transaction').isNothing)
      return at.expected('the confirmed transaction', 'record it with solana confirm -v');
    readLooseTransaction(at, sink);
  },
};
