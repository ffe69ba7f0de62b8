import { decodeBase58 } from '../../codec/base58.ts';
import { type Address, address } from '../../model/address.ts';
import { Names } from '../compiling/names/names.ts';
import type { BytesJson, KeyJson, LedgerJson } from '../format/ledgerJson.ts';
import type { KeyWord, Place } from '../format/types.ts';

const AT: Place = {
  refuse: (message) => {
    throw new TypeError(message);
  },
  warn: () => undefined,
};

/**
 * Resolves a word of a script to its address, with the script's keys and the token programs of its mints.
 *
 * @throws TypeError where there is none
 */
export function addressIn({ keys = {}, accounts = {} }: LedgerJson, word: string): Address {
  const names = new Names(Object.entries(keys).map(keyWord));
  for (const [mint, account] of Object.entries(accounts)) {
    const program = 'mint' in account ? account.mint.program : undefined;
    if (program !== undefined) names.setTokenProgram(resolve(names, mint), resolve(names, program));
  }
  return resolve(names, word);
}

function resolve(names: Names, value: string): Address {
  // AT throws where there is none
  return names.resolve({ value, at: AT })!;
}

function keyWord([name, key]: readonly [string, KeyJson]): KeyWord {
  if (typeof key === 'string') return { name, at: AT, key: { kind: 'address', address: address(key) } };
  return { name, at: AT, key: { kind: 'seed', seed: bytesOf(key.seed) } };
}

function bytesOf(json: BytesJson): Uint8Array {
  if ('base58' in json) return decodeBase58(json.base58);
  if ('base64' in json) return Buffer.from(json.base64, 'base64');
  return 'hex' in json ? Buffer.from(json.hex, 'hex') : Buffer.from(json.utf8);
}
