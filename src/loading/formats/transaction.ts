import { readLooseTransaction } from '../history/looseTransaction.ts';
import { type FixtureFormat, hasMembers } from './format.ts';

/** What getTransaction answers. */
export const transaction: FixtureFormat = {
  name: 'transaction',
  matches: (value) => hasMembers(value, ['transaction', 'slot', 'meta'], 2),
  read(at, _origin, sink) {
    readLooseTransaction(at, sink);
  },
};
