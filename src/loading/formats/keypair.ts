import { isJsonArray } from '../../codec/json.ts';
import type { FixtureFormat } from './format.ts';

const KEYPAIR_BYTES = 64;
const HINT = 'the ledger signs nothing: leave keys out of fixtures, and do not share this file';

/** A `solana-keygen` file: recognised so that the error can name it. */
export const keypair: FixtureFormat = {
  name: 'keypair file',
  // the answer of getBlocks is such an array, too
  matches: (value, { isAnswer }) =>
    isAnswer !== true && isJsonArray(value) && value.length > 0 && value.every((item) => typeof item === 'number'),
  read(at) {
    const { length } = at.items();
    if (length === KEYPAIR_BYTES) at.refuse('a secret key, not a fixture', HINT);
    else at.refuse(`an array of ${length} numbers is not a fixture`);
  },
};
