import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { sha256 } from '../../codec/bytes.ts';
import type { LedgerNames, NamedKey } from '../../ledger/state.ts';
import { type Address, addressOf } from '../../solana/address.ts';
import { THROWING_PLACE } from '../../syntax/throwingPlace.ts';
import type { KeyNode } from '../../syntax/values.ts';

/** An ed25519 key pair that can sign. */
export interface KeyPair {
  readonly address: Address;
  /** 32 bytes: the secret that everything else follows from */
  readonly seed: Uint8Array;
  /** 64 bytes, the seed and the public key: what Solana's key files hold */
  readonly secretKey: Uint8Array;
  /** 64 bytes; the same message always gets the same signature */
  sign(message: Uint8Array): Uint8Array;
}

export function addressOfKey(key: KeyNode['key']): Address {
  return key.kind === 'address' ? key.address : keyPairOf(key.seed).address;
}

/** The bytes before the 32 of an ed25519 seed in a PKCS #8 file. Source   RFC 8410 7 */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

function readPkcs8(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
}

/** A JSON Web Key without its public key, which is what follows here. */
function readHalfKey(seed: Uint8Array): KeyObject {
  const key = { kty: 'OKP', crv: 'Ed25519', d: Buffer.from(seed).toString('base64url'), x: '' };
  return createPrivateKey({ key, format: 'jwk' });
}

function publicText(privateKey: KeyObject): string {
  return privateKey.export({ format: 'jwk' }).x!;
}

/** Node 20 reads a JSON Web Key in an eighth of the time that PKCS #8 takes it; Node 26 and other runtimes do not read half of one. */
const READS_HALF_KEYS = isHalfKeyRead(new Uint8Array(32));

function isHalfKeyRead(seed: Uint8Array): boolean {
  try {
    return publicText(readHalfKey(seed)) === publicText(readPkcs8(seed));
  } catch {
    return false;
  }
}

const MAX_REMEMBERED = 10_000;
const keyPairs = new Map<string, KeyPair>();

/** The key pair of `$name` in any script, with or without the `$`: always the same one. */
export function namedKeyPair(name: string): KeyPair {
  const bare = name.startsWith('$') ? name.slice(1) : name;
  return keyPairOf(sha256(`stillnode key ${bare}`));
}

/**
 * The key pair of a seed. Computing one is slow, so some are remembered.
 *
 * @param seed 32 bytes
 */
export function keyPairOf(seed: Uint8Array): KeyPair {
  const id = Buffer.from(seed).toString('base64url');
  const existing = keyPairs.get(id);
  if (existing !== undefined) return existing;
  const privateKey = READS_HALF_KEYS ? readHalfKey(seed) : readPkcs8(seed);
  const publicKey = Buffer.from(publicText(privateKey), 'base64url');
  const pair: KeyPair = {
    address: addressOf(publicKey),
    seed: Uint8Array.from(seed),
    secretKey: Uint8Array.from([...seed, ...publicKey]),
    sign: (message) => sign(null, message, privateKey),
  };
  if (keyPairs.size === MAX_REMEMBERED) keyPairs.clear();
  keyPairs.set(id, pair);
  return pair;
}

/** The keys that the scripts of a ledger set. */
export function keysOf({ keys }: LedgerNames): readonly KeyNode[] {
  return Array.from(keys, keyNode);
}

function keyNode([name, key]: readonly [string, NamedKey]): KeyNode {
  // keys of a ledger were checked when they were loaded
  return { name, at: THROWING_PLACE, key: 'address' in key ? { kind: 'address', ...key } : { kind: 'seed', ...key } };
}
