import fc from 'fast-check';
import { decodeBase58 } from '../../src/codec/base58.ts';
import { ByteWriter, sha256 } from '../../src/codec/bytes.ts';
import type { Address } from '../../src/solana/address.ts';
import { UNIX_TIMESTAMP } from './liteSvmToken.ts';
import { mostly, type Pick, party, SHAPES, type Shape, small } from './tokenCases.ts';

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

/** seconds around the time of the Clock, mostly */
const timestamp = fc.oneof(
  { weight: 3, arbitrary: fc.bigInt({ min: UNIX_TIMESTAMP - 100_000_000n, max: UNIX_TIMESTAMP + 1000n }) },
  { weight: 1, arbitrary: fc.constantFrom(0n, -1n, UNIX_TIMESTAMP, 2n ** 63n - 1n, -(2n ** 63n)) },
);
const rate = fc.oneof(fc.integer({ min: -2000, max: 2000 }), fc.integer({ min: -32_768, max: 32_767 }));
const multiplier = fc.oneof(
  { weight: 3, arbitrary: fc.double({ min: 0.001, max: 1000, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(1, 2, 0.5) },
  { weight: 1, arbitrary: fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** -1074, 1e18, 2 ** -1022) },
);
const i64 = (writer: ByteWriter, value: bigint) => writer.u64(BigInt.asUintN(64, value));
const i16 = (writer: ByteWriter, value: number) => writer.u16(value & 0xffff);
const interest: Value = (pick) => {
  const writer = i16(i64(new ByteWriter(20), pick(timestamp)), pick(rate));
  return i16(i64(writer, pick(timestamp)), pick(rate)).bytes();
};
const scaling: Value = (pick) =>
  i64(new ByteWriter(24).f64(pick(multiplier)), pick(timestamp))
    .f64(pick(multiplier))
    .bytes();

const TEXT = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('', 'Gold', 'color', 'size', 'gréen') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
);
/** so long that not all of the metadata can be returned */
const STORED_TEXT = fc.oneof(
  { weight: 20, arbitrary: TEXT },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(930), 'x'.repeat(990)) },
);
const text = (writer: ByteWriter, value: string) => {
  const bytes = Buffer.from(value);
  return writer.u32(bytes.length).append(bytes);
};
const texts = (writer: ByteWriter, pick: Pick, count: number, of = TEXT) => {
  for (let i = 0; i < count; i++) text(writer, pick(of));
  return writer;
};
const metadata: Value = (pick) => {
  const writer = texts(new ByteWriter(200).append(addresses(2)(pick)), pick, 3, STORED_TEXT);
  const count = pick(fc.constantFrom(0, 1, 2, 3));
  return texts(writer.u32(pick(mostly(count, 7))), pick, 2 * count).bytes();
};
const group: Value = (pick) => new ByteWriter(80).append(addresses(2)(pick)).u64(pick(small)).u64(pick(small)).bytes();

const OF_MINTS: { readonly [type: number]: Value } = {
  1: addresses(2, fees),
  3: addresses(1),
  4: addresses(2, zeros(1)),
  6: byte(1, 2, 2),
  9: zeros(0),
  10: addresses(1, interest),
  12: addresses(1),
  14: addresses(1, zeros(32)),
  18: addresses(2),
  20: addresses(2),
  22: addresses(2),
  19: metadata,
  21: group,
  23: zeros(72),
  24: zeros(196),
  25: addresses(1, scaling),
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

/** The extensions of mints, or of accounts, that instructions of a tag are about: one of each is likely. */
const TYPES_OF: {
  readonly [tag: number]: { readonly mint?: readonly number[]; readonly account?: readonly number[] };
} = {
  23: { mint: [10, 25] },
  24: { mint: [10, 25] },
  26: { mint: [1], account: [2] },
  28: { mint: [6] },
  30: { account: [8] },
  33: { mint: [10] },
  34: { account: [11] },
  39: { mint: [18] },
  40: { mint: [20] },
  41: { mint: [22] },
  43: { mint: [25] },
  44: { mint: [26] },
  46: { mint: [28] },
  // interfaces by the first bytes of their discriminators
  121: { mint: [20] },
  108: { mint: [21] },
  161: { mint: [21] },
  152: { mint: [21, 22] },
  210: { mint: [18] },
  221: { mint: [19] },
  234: { mint: [19] },
  215: { mint: [19] },
  250: { mint: [19] },
};

/** @param tags of the instructions that mints are likely to have extensions for */
export function extender(pick: Pick, tags: readonly number[]): (data: Uint8Array, kind: Kind) => Uint8Array {
  return (data, kind) => {
    if (pick(fc.constantFrom(true, false, false, false))) return data;
    const room = new Uint8Array(pick(fc.constantFrom(0, 0, 0, 1, 2, 5, 12, 36, 112, 200)));
    if (kind === 'blank') return Buffer.concat([new Uint8Array(166), pick(mostly(new Uint8Array(112), room, room))]);
    const all = kind === 'mint' ? OF_MINTS : OF_ACCOUNTS;
    const wanted = tags.flatMap((tag) => {
      const types = TYPES_OF[tag]?.[kind];
      return types === undefined ? [] : [pick(fc.constantFrom(...types))];
    });
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

const key = (writer: ByteWriter, pick: Pick) => writer.append(someone(pick));
const optionalKey = (writer: ByteWriter, pick: Pick) => {
  const given = someone(pick);
  const tag = pick(mostly(given === nobody ? 0 : 1, 1, 2));
  return tag === 0 ? writer.u8(0) : writer.u8(tag).append(given);
};
const newFee = (writer: ByteWriter, pick: Pick) =>
  writer.u16(pick(fc.constantFrom(0, 50, 5000, 10_000, 10_001))).u64(pick(small));

/** Under one tag, by sub tag. */
const family = (tag: number, ...shapes: readonly Shape[]): readonly ExtensionCase[] =>
  shapes.map((shape, sub) => [[tag, sub], shape]);
const pointer = (tag: number) =>
  family(
    tag,
    ['blankMint:w', (writer, pick) => void key(key(writer, pick), pick)],
    ['mint:w owner +', (writer, pick) => void key(writer, pick)],
  );

type ExtensionCase = readonly [tag: readonly number[], shape: Shape];

/** An instruction of the interfaces, by the text that its discriminator is the hash of. */
const ofInterface = (of: string, shape: Shape): ExtensionCase => [[...sha256(of).subarray(0, 8)], shape];
const optionalNumber = (writer: ByteWriter, pick: Pick) => {
  const given = pick(fc.option(fc.oneof(fc.bigInt(0n, 200n), small), { nil: undefined }));
  return given === undefined ? writer.u8(0) : writer.u8(pick(mostly(1, 2))).u64(given);
};

/** Metadata and groups. */
export const INTERFACE_SHAPES: readonly ExtensionCase[] = [
  ofInterface('spl_token_metadata_interface:initialize_account', [
    'mint:w wallet first owner',
    (writer, pick) => void texts(writer, pick, 3),
  ]),
  ofInterface('spl_token_metadata_interface:updating_field', [
    'updated:w updater',
    (writer, pick) => {
      const tag = pick(fc.oneof(fc.constant(3), fc.nat(4)));
      texts(writer.u8(tag), pick, tag === 3 ? 2 : 1);
    },
  ]),
  ofInterface('spl_token_metadata_interface:remove_key_ix', [
    'updated:w updater',
    (writer, pick) => void texts(writer.u8(pick(mostly(0, 1, 1, 2))), pick, 1),
  ]),
  ofInterface('spl_token_metadata_interface:update_the_authority', [
    'updated:w updater',
    (writer, pick) => void key(writer, pick),
  ]),
  ofInterface('spl_token_metadata_interface:emitter', [
    'updated',
    (writer, pick) => void optionalNumber(optionalNumber(writer, pick), pick),
  ]),
  ofInterface('spl_token_group_interface:initialize_token_group', [
    'mint:w first owner',
    (writer, pick) => void key(writer, pick).u64(pick(small)),
  ]),
  ofInterface('spl_token_group_interface:update_group_max_size', [
    'updated:w updater',
    (writer, pick) => void writer.u64(pick(small)),
  ]),
  ofInterface('spl_token_group_interface:update_authority', [
    'updated:w updater',
    (writer, pick) => void key(writer, pick),
  ]),
  ofInterface('spl_token_group_interface:initialize_member', ['mint:w first owner updated:w updater', nothing]),
];

/** By tag and sub tag. */
export const EXTENSION_SHAPES: readonly ExtensionCase[] = [
  [[23], ['mint', (writer, pick) => void writer.u64(pick(fc.oneof(small, fc.bigInt(0n, 2n ** 64n - 1n))))]],
  [[24], SHAPES[24]!],
  [[25], ['blankMint:w', (writer, pick) => void optionalKey(writer, pick)]],
  ...family(
    26,
    ['blankMint:w', (writer, pick) => void newFee(optionalKey(optionalKey(writer, pick), pick), pick)],
    [
      'holding:w mint holding:w owner +',
      (writer, pick) =>
        void writer
          .u64(pick(small))
          .u8(pick(mostly(2, 3)))
          .u64(pick(fc.constantFrom(0n, 0n, 1n, 2n))),
    ],
    ['mint:w holding:w owner +', nothing],
    ['mint holding:w owner + holding:w holding:w', (writer, pick) => void writer.u8(pick(mostly(2, 0, 1, 3, 9)))],
    ['mint:w holding:w holding:w', nothing],
    ['mint:w owner +', (writer, pick) => void newFee(writer, pick)],
  ),
  ...family(
    28,
    ['blankMint:w', (writer, pick) => void writer.u8(pick(mostly(2, 0, 1, 3)))],
    ['mint:w owner +', (writer, pick) => void writer.u8(pick(mostly(2, 0, 1, 3)))],
  ),
  [[30], ['holding:w owner +', nothing]],
  ...[30, 34].flatMap((tag) => family(tag, ...Array.from({ length: 3 }, (): Shape => ['holding:w owner +', nothing]))),
  [[32], ['blankMint:w', nothing]],
  ...family(
    33,
    ['blankMint:w', (writer, pick) => void i16(key(writer, pick), pick(rate))],
    ['mint:w owner +', (writer, pick) => void i16(writer, pick(rate))],
  ),
  [[35], ['blankMint:w', (writer, pick) => void key(writer, pick)]],
  ...[39, 40, 41].flatMap(pointer),
  ...family(
    43,
    ['blankMint:w', (writer, pick) => void key(writer, pick).f64(pick(multiplier))],
    ['mint:w owner +', (writer, pick) => void i64(writer.f64(pick(multiplier)), pick(timestamp))],
  ),
  ...family(
    44,
    ['blankMint:w', (writer, pick) => void key(writer, pick)],
    ['mint:w owner +', nothing],
    ['mint:w owner +', nothing],
    ['mint:w owner +', nothing],
  ),
  ...family(
    46,
    ['blankMint:w', (writer, pick) => void key(writer, pick)],
    ['holding:w mint:w updater owner +', (writer, pick) => void writer.u64(pick(small))],
    ['holding:w mint:w updater owner +', (writer, pick) => void writer.u64(pick(small)).u8(pick(mostly(2, 3)))],
  ),
  [[6], ['mint:w owner +', (writer, pick) => void optionalKey(writer.u8(pick(fc.integer({ min: 4, max: 18 }))), pick)]],
];
