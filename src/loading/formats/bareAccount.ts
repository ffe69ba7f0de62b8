import type { JsonValue } from '../../codec/json.ts';
import { uniqueAddress } from '../../document/addressTable.ts';
import type { Cursor } from '../../document/cursor.ts';
import { readUniqueAddress } from '../../document/readers.ts';
import type { Address } from '../../model/address.ts';
import { readAccount, refuseSlice } from './accountValue.ts';
import { type FixtureFormat, hasMembers, type Origin } from './format.ts';

const STEM = /^(?:account-)?(.*)$/s;

/** An account without its address: what getAccountInfo and getMultipleAccounts answer. */
export const bareAccount: FixtureFormat = {
  name: 'bare account',
  matches: isBareAccount,
  read(at, origin, sink) {
    if (refuseSlice(at, origin.params)) return;
    const account = readAccount(at, readAddressOf(at, origin));
    if (account !== undefined) sink.account(account, at, origin.slot);
  },
};

export function isBareAccount(value: JsonValue): boolean {
  return hasMembers(value, ['lamports', 'owner', 'data'], 2) && !Object.hasOwn(value, 'pubkey');
}

function readAddressOf(at: Cursor, { address, stem }: Origin): Address | undefined {
  if (address !== undefined) return readUniqueAddress(address);
  return (
    uniqueAddress(STEM.exec(stem ?? '')![1]!) ??
    at.refuse(
      'an account without its address',
      'record the request with it, name the file ADDRESS.json, or write {"pubkey": …, "account": …}',
    )
  );
}
