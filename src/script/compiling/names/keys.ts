import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { sha256 } from '../../../codec/sha256.ts';
import { ADDRESS_BYTES, type Address, addressOf } from '../../../model/address.ts';

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

const named = new Map<string, KeyPair>();

/** The key pair of `$name` in any script, with or without the `$`: always the same one. */
export function namedKeyPair(name: string): KeyPair {
  const bare = name.startsWith('$') ? name.slice(1) : name;
  const known = named.get(bare);
  if (known !== undefined) return known;
  const pair = keyPairOf(sha256(`stillnode key ${bare}`));
  named.set(bare, pair);
  return pair;
}

/** @param seed 32 bytes */
export function keyPairOf(seed: Uint8Array): KeyPair {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = publicKeyOf(privateKey);
  return {
    address: addressOf(publicKey),
    seed: Uint8Array.from(seed),
    secretKey: Uint8Array.from([...seed, ...publicKey]),
    sign: (message) => sign(null, message, privateKey),
  };
}

/** A PKCS #8 file of an ed25519 key, up to its 32 bytes. Source RFC 8410 §7 */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key is what an SPKI file ends with. Source RFC 8410 §4 */
function publicKeyOf(privateKey: KeyObject): Uint8Array {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-ADDRESS_BYTES);
}
