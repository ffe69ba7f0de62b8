/**
 * XXH64, the hash that Zstandard frames carry of their content.
 *
 * Source   xxHash fast digest algorithm, version 0.1.1, XXH64 with the seed 0
 * @module
 */

const PRIME_1 = 0x9e3779b185ebca87n;
const PRIME_2 = 0xc2b2ae3d27d4eb4fn;
const PRIME_3 = 0x165667b19e3779f9n;
const PRIME_4 = 0x85ebca77c2b2ae63n;
const PRIME_5 = 0x27d4eb2f165667c5n;
const STRIPE_BYTES = 32;

export function xxh64(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { hash, next } = hashStripes(view);
  return avalanche(hashRest(view, next, u64(hash + BigInt(bytes.length))));
}

function hashStripes(view: DataView): { readonly hash: bigint; readonly next: number } {
  if (view.byteLength < STRIPE_BYTES) return { hash: PRIME_5, next: 0 };
  let a = u64(PRIME_1 + PRIME_2);
  let b = PRIME_2;
  let c = 0n;
  let d = u64(-PRIME_1);
  let at = 0;
  for (; at + STRIPE_BYTES <= view.byteLength; at += STRIPE_BYTES) {
    a = round(a, view.getBigUint64(at, true));
    b = round(b, view.getBigUint64(at + 8, true));
    c = round(c, view.getBigUint64(at + 16, true));
    d = round(d, view.getBigUint64(at + 24, true));
  }
  const sum = u64(rotateLeft(a, 1n) + rotateLeft(b, 7n) + rotateLeft(c, 12n) + rotateLeft(d, 18n));
  return { hash: [a, b, c, d].reduce(mergeLane, sum), next: at };
}

function hashRest(view: DataView, start: number, initial: bigint): bigint {
  let hash = initial;
  let at = start;
  for (; at + 8 <= view.byteLength; at += 8)
    hash = u64(rotateLeft(hash ^ round(0n, view.getBigUint64(at, true)), 27n) * PRIME_1 + PRIME_4);
  for (; at + 4 <= view.byteLength; at += 4)
    hash = u64(rotateLeft(hash ^ u64(BigInt(view.getUint32(at, true)) * PRIME_1), 23n) * PRIME_2 + PRIME_3);
  for (; at < view.byteLength; at++)
    hash = u64(rotateLeft(hash ^ u64(BigInt(view.getUint8(at)) * PRIME_5), 11n) * PRIME_1);
  return hash;
}

function mergeLane(hash: bigint, lane: bigint): bigint {
  return u64((hash ^ round(0n, lane)) * PRIME_1 + PRIME_4);
}

function round(lane: bigint, input: bigint): bigint {
  return u64(rotateLeft(u64(lane + u64(input * PRIME_2)), 31n) * PRIME_1);
}

function avalanche(hash: bigint): bigint {
  const second = u64((hash ^ (hash >> 33n)) * PRIME_2);
  const third = u64((second ^ (second >> 29n)) * PRIME_3);
  return third ^ (third >> 32n);
}

function rotateLeft(value: bigint, bits: bigint): bigint {
  return u64(value << bits) | (value >> (64n - bits));
}

function u64(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}
