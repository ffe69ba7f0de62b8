import { readUniqueAddress } from '../../document/readers.ts';
import { emptyAccount } from '../../model/account.ts';
import type { FixtureFormat } from './format.ts';

/** The answer for an item that does not exist: of an account, that it was not there in that slot. */
export const nothing: FixtureFormat = {
  name: 'null',
  matches: (value) => value === null,
  read(at, { address, slot }, sink) {
    const missing = address && readUniqueAddress(address);
    if (missing !== undefined && slot !== undefined) sink.account(emptyAccount(missing), at, slot);
    else at.warn('null: nothing to load');
  },
};
