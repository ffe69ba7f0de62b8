import { isJsonArray, type JsonValue } from '../../codec/json.ts';
import { JsonSyntaxError, parseJson } from '../../codec/parseJson.ts';
import { isAddressMap, readKeyAddress } from '../../document/addressMap.ts';
import type { Cursor } from '../../document/cursor.ts';
import { readAddress, readBase64, readBoolean, readU64, whole } from '../../document/readers.ts';
import type { Account } from '../../model/account.ts';
import { type Address, addressOf } from '../../model/address.ts';
import { type FixtureFormat, hasMembers } from './format.ts';
import { readWholly } from './wholly.ts';

const KEYPAIR_BYTES = 64;
const SECRET_BYTES = 32;

/**
 * A map from addresses to `{balance, owner, data, executable}`: a file for `--primordial-accounts-file`, written as JSON.
 * Data is base64 text, `~` or null for none.
 *
 * Source   agave 4.1 genesis load_genesis_accounts
 */
export const genesisAccounts: FixtureFormat = {
  name: 'genesis accounts',
  matches: (value) => isAddressMap(value, isGenesisAccount) && Object.values(value ?? {}).some(isGenesisAccount),
  read(at, _origin, sink) {
    for (const entry of at.members())
      readWholly(at.reading, sink, (held) => {
        const account = readGenesisAccount(entry);
        if (account !== undefined) held.account(account, entry);
      });
  },
};

function isGenesisAccount(value: JsonValue): boolean {
  return hasMembers(value, ['balance']) && hasMembers(value, ['owner', 'data', 'executable'], 1);
}

function readGenesisAccount(at: Cursor): Account | undefined {
  return whole({
    address: keypairAddress(at.key) ?? readKeyAddress(at),
    lamports: readU64(at.member('balance')),
    owner: readAddress(at.member('owner')),
    data: readGenesisData(at.member('data')),
    executable: readBoolean(at.member('executable')),
    rentEpoch: 0n,
  });
}

function readGenesisData(at: Cursor): Uint8Array | undefined {
  return at.value === null || at.value === '~' ? new Uint8Array() : readBase64(at);
}

/** A key may be a whole keypair as text: its second half is the address. */
function keypairAddress(key: string): Address | undefined {
  if (!key.startsWith('[')) return undefined;
  try {
    const bytes = parseJson(key);
    const isKeypair = isJsonArray(bytes) && bytes.length === KEYPAIR_BYTES && bytes.every(isByte);
    return isKeypair ? addressOf(Uint8Array.from(bytes.slice(SECRET_BYTES))) : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

function isByte(value: JsonValue): value is number {
  return typeof value === 'number' && value >= 0 && value <= 0xff;
}
