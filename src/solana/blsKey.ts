import { createHash } from 'node:crypto';
import { encodeBase58 } from '../codec/base58.ts';
import type { Address } from './address.ts';

/**
 * Public keys of BLS12-381 in the group G1, as validators vote with under Alpenglow. The keys that are made
 * here have no secret key: they are points of the curve that follow from an address.
 *
 * Source   draft-irtf-cfrg-pairing-friendly-curves, appendix C (compressed points); RFC 9380, 8.8.1 (the cofactor)
 * @module
 */

/** y² = x³ + 4 over the integers modulo P. */
const P = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;
const B = 4n;
/** A point of the curve times this number is in G1. */
const COFACTOR = 0xd201000000010001n;
const BYTES = 48;
const IS_COMPRESSED = 0x80;
/** y is the larger one of its two values. */
const IS_LARGER = 0x20;

interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

/** A point as x / z², y / z³, so that adding needs no division. */
interface Projective extends Point {
  readonly z: bigint;
}

const KEYS = new Map<Address, string>();

/** The BLS public key of a validator that a script makes up: base58 of 48 bytes, always the same for a vote account. */
export function blsKeyOf(vote: Address): string {
  const madeKey = KEYS.get(vote);
  if (madeKey !== undefined) return madeKey;
  const key = encodeBase58(compressed(timesCofactor(pointOf(vote))));
  KEYS.set(vote, key);
  return key;
}

/** The first point whose x follows from a text: half of all numbers are the x of a point. */
function pointOf(text: string): Point {
  for (let attempt = 0; ; attempt++) {
    const digest = createHash('sha512').update(`BLS key of ${text} ${attempt}`).digest('hex');
    const x = modulo(BigInt(`0x${digest}`));
    const square = modulo(x * x * x + B);
    const y = power(square, (P + 1n) / 4n);
    if (modulo(y * y) === square) return { x, y };
  }
}

function timesCofactor(point: Point): Point {
  const bits = COFACTOR.toString(2);
  let sum: Projective = { ...point, z: 1n };
  for (const bit of bits.slice(1)) {
    sum = doubled(sum);
    if (bit === '1') sum = added(sum, point);
  }
  const inverse = power(sum.z, P - 2n);
  const square = modulo(inverse * inverse);
  return { x: modulo(sum.x * square), y: modulo(sum.y * modulo(square * inverse)) };
}

/** Source   hyperelliptic.org EFD, short Weierstrass with a = 0, Jacobian coordinates, dbl-2009-l */
function doubled({ x, y, z }: Projective): Projective {
  const a = modulo(x * x);
  const b = modulo(y * y);
  const c = modulo(b * b);
  const d = modulo(2n * ((x + b) ** 2n - a - c));
  const e = 3n * a;
  const x3 = modulo(e * e - 2n * d);
  return { x: x3, y: modulo(e * (d - x3) - 8n * c), z: modulo(2n * y * z) };
}

/** Source   hyperelliptic.org EFD, madd-2007-bl */
function added({ x, y, z }: Projective, other: Point): Projective {
  const zz = modulo(z * z);
  const h = modulo(other.x * zz - x);
  const i = modulo(4n * h * h);
  const j = modulo(h * i);
  const r = modulo(2n * (other.y * z * zz - y));
  const v = modulo(x * i);
  const x3 = modulo(r * r - j - 2n * v);
  return { x: x3, y: modulo(r * (v - x3) - 2n * y * j), z: modulo((z + h) ** 2n - zz - h * h) };
}

function compressed({ x, y }: Point): Uint8Array {
  const bytes = Buffer.from(x.toString(16).padStart(2 * BYTES, '0'), 'hex');
  bytes[0]! |= IS_COMPRESSED | (2n * y > P ? IS_LARGER : 0);
  return bytes;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (
    let square = base, exponentLeft = exponent;
    exponentLeft > 0n;
    exponentLeft >>= 1n, square = modulo(square * square)
  )
    if ((exponentLeft & 1n) === 1n) result = modulo(result * square);
  return result;
}

function modulo(value: bigint): bigint {
  const remainder = value % P;
  return remainder < 0n ? remainder + P : remainder;
}
