import fc from 'fast-check';
import { decodeBase58 } from '../../src/codec/base58.ts';
import { ByteWriter } from '../../src/codec/bytes.ts';
import type { Address } from '../../src/solana/address.ts';
import { mostly, type Pick, party, type Shape, small } from './tokenCases.ts';

/** What Token-2022 adds to mints and accounts, and instructions on it, at random. */

type Kind = 'mint' | 'account' | 'blank';
type Value = (pick: Pick) => Uint8Array;

const zeros =
  (bytes: number): Value =>
  () =>
    new Uint8Array(bytes);
const byte =
  (usual: number, ...others: readonly number[]): Value =>
  (pick) =>
    Uint8Array.of(pick(mostly(usual, ...others)));
const nobody = new Uint8Array(32);
const someone = (pick: Pick) => {
  const given = pick(mostly<Address | null>(pick(party), null));
  return given === null ? nobody : decodeBase58(given);
};
const addresses =
  (count: number, ...rest: Value[]): Value =>
  (pick) =>
    Buffer.concat([...Array.from({ length: count }, () => someone(pick)), ...rest.map((value) => value(pick))]);
const fees: Value = (pick) => {
  const writer = new ByteWriter(44).u64(pick(small));
  for (const epoch of [0n, pick(fc.constantFrom(0n, 6n, 7n, 8n))])
    writer
      .u64(epoch)
      .u64(pick(small))
      .u16(pick(fc.constantFrom(0, 5000, 10_000)));
  return writer.bytes();
};

const OF_MINTS: { readonly [type: number]: Value } = {
  1: addresses(2, fees),
  3: addresses(1),
  4: addresses(2, zeros(1)),
  6: byte(1, 2, 2),
  9: zeros(0),
  10: addresses(1, zeros(20)),
  12: addresses(1),
  14: addresses(1, zeros(32)),
  18: addresses(2),
  20: addresses(2),
  22: addresses(2),
  19: zeros(9),
  24: zeros(196),
  25: addresses(1, zeros(24)),
  26: addresses(1, byte(0, 1)),
  28: addresses(1),
};
const OF_ACCOUNTS: { readonly [type: number]: Value } = {
  2: (pick) => new ByteWriter(8).u64(pick(small)).bytes(),
  5: (pick) => new Uint8Array(295).fill(pick(mostly(0, 1)), 33, 34).fill(pick(mostly(1, 0)), 262, 263),
  7: zeros(0),
  8: byte(0, 1),
  11: byte(0, 1),
  13: zeros(0),
  15: zeros(1),
  17: (pick) => new Uint8Array(64).fill(pick(mostly(0, 1))),
  27: zeros(0),
};

/** The extension of mints, or of accounts, that instructions of a tag are about. */
const TYPE_OF: { readonly [tag: number]: { readonly mint?: number; readonly account: number } } = {
  26: { mint: 1, account: 2 },
  30: { account: 8 },
  34: { account: 11 },
};

/** @param tags of the instructions that mints are likely to have extensions for */
export function extender(pick: Pick, tags: readonly number[]): (data: Uint8Array, kind: Kind) => Uint8Array {
  return (data, kind) => {
    if (pick(fc.constantFrom(true, false, false, false))) return data;
    const room = new Uint8Array(pick(fc.constantFrom(0, 0, 0, 1, 2, 5, 12, 36, 112, 200)));
    if (kind === 'blank') return Buffer.concat([new Uint8Array(166), pick(mostly(new Uint8Array(112), room, room))]);
    const all = kind === 'mint' ? OF_MINTS : OF_ACCOUNTS;
    const wanted = tags.flatMap((tag) => TYPE_OF[tag]?.[kind] ?? []);
    const others = pick(fc.uniqueArray(fc.constantFrom(...Object.keys(all).map(Number)), { maxLength: 3 }));
    const types = new Set([...others, ...pick(mostly(wanted, []))]);
    const writer = new ByteWriter(500).append(data).append(new Uint8Array(165 - data.length));
    writer.u8(kind === 'mint' ? pick(mostly(1, 2)) : pick(mostly(2, 1, 0)));
    for (const type of types) {
      const value = all[type]!(pick);
      const odd = value.subarray(0, Math.max(0, value.length - pick(mostly(0, 0, 0, 1))));
      writer
        .u16(pick(mostly(type, type, type, 99)))
        .u16(odd.length)
        .append(odd);
    }
    const bytes = writer.append(room).bytes();
    return bytes.length === 355 ? bytes.subarray(0, 354) : bytes;
  };
}

const nothing = () => undefined;

/** By tag and sub tag. */
export const EXTENSION_SHAPES: readonly (readonly [tag: readonly number[], shape: Shape])[] = [
  [
    [26, 1],
    [
      'holding:w mint holding:w owner +',
      (writer, pick) =>
        void writer
          .u64(pick(small))
          .u8(pick(mostly(2, 3)))
          .u64(pick(fc.constantFrom(0n, 0n, 1n, 2n))),
    ],
  ],
  [[30], ['holding:w owner +', nothing]],
  ...[30, 34].flatMap((tag) =>
    [0, 1, 2].map((sub): readonly [readonly number[], Shape] => [
      [tag, sub],
      ['holding:w owner +', nothing],
    ]),
  ),
];
