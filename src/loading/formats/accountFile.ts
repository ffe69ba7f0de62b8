import { readUniqueAddress } from '../../document/readers.ts';
import { readAccount, refuseSlice, warnOfSpace } from './accountValue.ts';
import { isBareAccount } from './bareAccount.ts';
import { type FixtureFormat, hasMembers } from './format.ts';

/** `{pubkey, account}`: what `solana account --output json` writes, and elements of getProgramAccounts and getTokenAccountsBy…. */
export const accountFile: FixtureFormat = {
  name: 'account file',
  matches: (value) =>
    hasMembers(value, ['pubkey', 'account']) ||
    (hasMembers(value, ['account']) && isBareAccount(value.account ?? null)),
  read(at, { isAnswer, params, slot }, sink) {
    if (refuseSlice(at, params)) return;
    const reading = isAnswer === true ? {} : { checkSpace: warnOfSpace };
    const account = readAccount(at.member('account'), readUniqueAddress(at.member('pubkey')), reading);
    if (account !== undefined) sink.account(account, at, slot);
  },
};
