import { ByteReader } from '../../../codec/byteReader.ts';
import type { Account } from '../../../model/account.ts';
import { ADDRESS_BYTES, type Address, SYSTEM_PROGRAM } from '../../../model/address.ts';
import { readAddress } from '../../../model/wireParts.ts';
import { inFile } from '../../format/hints.ts';
import { ScriptError } from '../scriptError.ts';
import type { Changes } from './accounts.ts';

export interface Nonce {
  readonly account: Account;
  readonly authority: Address;
  /** 32 bytes, which transactions use in place of a blockhash */
  readonly value: Uint8Array;
}

const NONCE_BYTES = 80;
const AUTHORITY_OFFSET = 8;

/** @throws ScriptError where there is no nonce account */
export function nonceOf(accounts: Changes, address: Address): Nonce {
  const account = accounts.get(address);
  if (account === undefined || account.owner !== SYSTEM_PROGRAM || account.data.length !== NONCE_BYTES)
    throw new ScriptError(
      `there is no nonce account ${accounts.names.show(address)} at slot ${accounts.moment.slot}`,
      `add it ${inFile('nonce')}`,
    );
  const reader = new ByteReader(account.data, AUTHORITY_OFFSET);
  return { account, authority: readAddress(reader), value: reader.take(ADDRESS_BYTES) };
}
