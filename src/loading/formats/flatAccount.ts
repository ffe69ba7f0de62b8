import { readUniqueAddress } from '../../document/readers.ts';
import { readAccount, warnOfSpace } from './accountValue.ts';
import { type FixtureFormat, hasMembers } from './format.ts';

/** `{pubkey, lamports, …}`: an account with its address among its members, as custom tools write it. */
export const flatAccount: FixtureFormat = {
  name: 'flat account',
  matches: (value) => hasMembers(value, ['pubkey']) && hasMembers(value, ['lamports', 'owner', 'data'], 2),
  read(at, _origin, sink) {
    const account = readAccount(at, readUniqueAddress(at.member('pubkey')), { checkSpace: warnOfSpace });
    if (account !== undefined) sink.account(account, at);
  },
};
