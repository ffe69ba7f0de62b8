import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { decodeBase58 } from '../codec/base58.ts';
import { ADDRESS_BYTES, type Address } from '../solana/address.ts';

/**
 * Verifies a signature of a message.
 *
 * @param signature 64 bytes
 * Source   ed25519-dalek verify_strict
 */
export function isSignedBy(signer: Address, message: Uint8Array, signature: Uint8Array): boolean {
  const key = publicKeyOf(signer);
  if (key === undefined || isSmallOrder(signature.subarray(0, ADDRESS_BYTES))) return false;
  return verify(null, message, key, signature);
}

/** keys of recent signers, which usually sign again */
const publicKeys = new Map<Address, KeyObject>();
const MAX_PUBLIC_KEYS = 1000;

/**
 * The public key of an address; undefined: it is not usable. A JSON Web Key is read in a tenth of the time of DER. Source RFC 8037
 */
function publicKeyOf(signer: Address): KeyObject | undefined {
  const rememberedKey = publicKeys.get(signer);
  if (rememberedKey !== undefined) return rememberedKey;
  const bytes = decodeBase58(signer);
  if (isSmallOrder(bytes)) return undefined;
  const x = Buffer.from(bytes).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  if (publicKeys.size >= MAX_PUBLIC_KEYS) publicKeys.clear();
  publicKeys.set(signer, key);
  return key;
}

/** Points of order 8 and less, without the sign of x: 32 zeros, the address of the system program, are one of them. */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

const FIRST_BYTES: ReadonlySet<number> = new Set(
  [...SMALL_ORDER].map((point) => Number.parseInt(point.slice(0, 2), 16)),
);

/**
 * Whether a point has a small order. A key, or the first half of a signature, must not: it would verify some messages by chance.
 */
function isSmallOrder(point: Uint8Array): boolean {
  if (!FIRST_BYTES.has(point[0]!)) return false;
  const y = Buffer.from(point);
  y[ADDRESS_BYTES - 1]! &= 0x7f;
  return SMALL_ORDER.has(y.toString('hex'));
}
