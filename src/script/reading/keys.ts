import type { Cursor } from '../../document/cursor.ts';
import { readMembers } from '../../document/members.ts';
import { isObject, readAddress } from '../../document/readers.ts';
import type { KeyWord } from '../format/types.ts';
import { checkName, readBytes } from './values.ts';

const SEED_BYTES = 32;

export const KEY_MEMBERS = { seed: readSeed };

/** `{name: address}` or `{name: {seed: bytes}}` */
export function readKeys(at: Cursor): readonly KeyWord[] | undefined {
  if (!isObject(at)) return undefined;
  return at.members().flatMap((entry) => readKey(entry) ?? []);
}

function readKey(at: Cursor): KeyWord | undefined {
  const name = checkName(at, at.key);
  const key = readSecretOrAddress(at);
  return name === undefined || key === undefined ? undefined : { name, at, key };
}

function readSecretOrAddress(at: Cursor): KeyWord['key'] | undefined {
  if (typeof at.value !== 'string') {
    const seed = readMembers(at, KEY_MEMBERS, ['seed'])?.seed;
    return seed && { kind: 'seed', seed };
  }
  const address = readAddress(at);
  return address && { kind: 'address', address };
}

function readSeed(at: Cursor): Uint8Array | undefined {
  const seed = readBytes(at);
  if (seed === undefined || seed.length === SEED_BYTES) return seed;
  return at.refuse(`expected ${SEED_BYTES} bytes, found ${seed.length}`);
}
