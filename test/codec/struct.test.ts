import { describe, expect, it } from 'vitest';
import {
  bincodeText,
  bool,
  borshText,
  bytes,
  constant,
  fields,
  fixedOption,
  i64,
  nullable,
  padding,
  struct,
  tryDecode,
  u8,
  u16,
  u32,
  u64,
  u64Text,
  vec,
} from '../../src/codec/struct.ts';

const POINT = struct({
  tag: u8,
  _gap: padding(3),
  x: u32,
  _scale: constant(u16, 7),
  price: u64Text,
  owner: fixedOption(u64),
});
const VALUE = { tag: 1, x: 2, price: '3', owner: null };
const BYTES = '010000000200000007000300000000000000000000000000000000000000';

describe('a struct', () => {
  it('writes what it reads; padding and constants are not shown', () => {
    const data = POINT.encode(VALUE);
    expect(Buffer.from(data).toString('hex')).toBe(BYTES);
    expect(POINT.decode(data)).toEqual(VALUE);
  });

  it('has the size and the place of its members', () => {
    expect(POINT.size).toBe(30);
    expect([POINT.offsetOf('x'), POINT.offsetOf('price'), POINT.offsetOf('owner')]).toEqual([4, 10, 18]);
    expect(struct({ head: POINT, last: u8 }).offsetOf('last')).toBe(30);
  });

  it('ignores bytes behind it, and does not decode fewer', () => {
    const data = Buffer.from(`${BYTES}ff`, 'hex');
    expect(POINT.tryDecode(data)).toEqual(VALUE);
    expect(POINT.tryDecode(data.subarray(0, 29))).toBeUndefined();
    expect(() => POINT.decode(data.subarray(0, 29))).toThrow('the data ends at byte 29');
  });

  it('reads and changes members in place', () => {
    const data = POINT.encode(VALUE);
    POINT.change(data, { x: 9, owner: 5n });
    expect(POINT.get(data, 'owner')).toBe(5n);
    expect(POINT.decode(data)).toEqual({ ...VALUE, x: 9, owner: 5n });
  });
});

it('fields of any size write what they read', () => {
  const entry = fields({ key: bytes(2), isOpen: bool });
  const list = fields({ name: bincodeText, note: borshText, entries: vec(entry), since: nullable(i64) });
  const value = {
    name: 'ä',
    note: '',
    entries: [{ key: Uint8Array.of(1, 2), isOpen: true }],
    since: -1n,
  };
  const data = list.encode(value);
  expect(Buffer.from(data).toString('hex')).toBe(
    '0200000000000000c3a400000000010000000000000001020101ffffffffffffffff',
  );
  expect(list.decode(data)).toEqual(value);
  expect(list.decode(list.encode({ ...value, entries: [], since: null }))).toEqual({
    ...value,
    entries: [],
    since: null,
  });
  expect(list.tryDecode(data.subarray(0, 20))).toBeUndefined();
});

it('only bytes that do not decode are undefined; other errors are thrown', () => {
  expect(tryDecode(() => struct({ n: u64 }).decode(new Uint8Array(7)))).toBeUndefined();
  expect(() => tryDecode(() => BigInt('x'))).toThrow(SyntaxError);
});
