import { ByteReader } from '../codec/bytes.ts';

/** SipHash-1-3 with a key of zeros. Source siphasher 0.3 @module */

const MASK = (1n << 64n) - 1n;

const FINAL_ROUNDS = 3;

type State = readonly [bigint, bigint, bigint, bigint];

/** "somepseudorandomlygeneratedbytes", as the algorithm has it */
const START: State = [0x736f6d6570736575n, 0x646f72616e646f6dn, 0x6c7967656e657261n, 0x7465646279746573n];

/** @param bytes a multiple of eight of them */
export function sipHash13(bytes: Uint8Array): bigint {
  const reader = new ByteReader(bytes);
  let state = START;
  while (reader.remaining > 0) state = absorb(state, reader.u64());
  const [v0, v1, v2, v3] = absorb(state, BigInt(bytes.length & 0xff) << 56n);
  state = [v0, v1, v2 ^ 0xffn, v3];
  for (let i = 0; i < FINAL_ROUNDS; i++) state = mix(state);
  return state.reduce((hash, lane) => hash ^ lane);
}

function absorb([v0, v1, v2, v3]: State, lane: bigint): State {
  const [m0, m1, m2, m3] = mix([v0, v1, v2, v3 ^ lane]);
  return [m0 ^ lane, m1, m2, m3];
}

function mix([v0, v1, v2, v3]: State): State {
  const a0 = (v0 + v1) & MASK;
  const a1 = rotate(v1, 13n) ^ a0;
  const a2 = (v2 + v3) & MASK;
  const a3 = rotate(v3, 16n) ^ a2;
  const b0 = (rotate(a0, 32n) + a3) & MASK;
  const b2 = (a2 + a1) & MASK;
  return [b0, rotate(a1, 17n) ^ b2, rotate(b2, 32n), rotate(a3, 21n) ^ b0];
}

function rotate(lane: bigint, bits: bigint): bigint {
  return ((lane << bits) | (lane >> (64n - bits))) & MASK;
}
