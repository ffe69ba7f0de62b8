import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase58 } from '../../../../src/codec/base58.ts';
import { BytesError } from '../../../../src/codec/bytes.ts';
import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../../../src/codec/jsonText.ts';
import { parseJson } from '../../../../src/codec/parseJson.ts';
import { NODE_VERSIONS } from '../../../../src/nodeVersion.ts';
import { type Address, address, addressOf } from '../../../../src/solana/address.ts';
import { exampleOf } from '../../../../src/solana/instructionExamples.ts';
import type { InstructionParser, ParsedInstruction } from '../../../../src/solana/programs/parserTypes.ts';

/** What every instruction parser is held to: its hand-made cases, the shared vectors, and bytes of any kind. */

export interface ParserCase {
  readonly type: string;
  /** as many accounts as the case has, named a0, a1, … */
  readonly accounts: number;
  /** the fewest accounts that parse; `accounts` where absent */
  readonly minAccounts?: number;
  readonly data: Uint8Array;
  /** `undefined`: the key is absent */
  readonly info: JsonObject | undefined;
}

export interface ParserUnderTest {
  readonly program: string;
  readonly programIds: readonly string[];
  readonly parse: InstructionParser;
  readonly cases: readonly ParserCase[];
  /** bytes after the value: ignored by bincode, refused by borsh */
  readonly trailingBytes: 'ignored' | 'refused';
}

export function bytes(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

export function u8(...values: readonly number[]): Uint8Array {
  return new Uint8Array(values);
}

export function u16(value: number): Uint8Array {
  return littleEndian(BigInt(value), 2);
}

export function u32(value: number): Uint8Array {
  return littleEndian(BigInt(value), 4);
}

export function u64(value: bigint): Uint8Array {
  return littleEndian(value, 8);
}

export function i64(value: bigint): Uint8Array {
  return littleEndian(BigInt.asUintN(64, value), 8);
}

function littleEndian(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));
}

/** `count` bytes of `fill`. */
export function filled(fill: number, count = 32): Uint8Array {
  return new Uint8Array(count).fill(fill);
}

/** The text of `filled(fill)`. */
export function key(fill: number): Address {
  return addressOf(filled(fill));
}

export function byteVec(content: Uint8Array): Uint8Array {
  return bytes(u64(BigInt(content.length)), content);
}

export function text(content: string): Uint8Array {
  return byteVec(Buffer.from(content));
}

export function accountNames(count: number): Address[] {
  return Array.from({ length: count }, (_, i) => address(`a${i}`));
}

/** `info` members that name the accounts in order: `{ source: 'a0', destination: 'a1' }`; a slot named `-` is not shown. */
export function slots(...names: readonly string[]): JsonObject {
  const members = names.map((name, i) => [name, `a${i}`] as const);
  return Object.fromEntries(members.filter(([name]) => name !== '-'));
}

/** The parser's answer; undefined also where it throws BytesError, which callers take for the same. */
export function parseOrDecline(
  parse: InstructionParser,
  programId: string,
  accounts: readonly Address[],
  data: Uint8Array,
): ParsedInstruction | undefined {
  try {
    return parse({ programId: address(programId), accounts, data }, NODE_VERSIONS['4.1']);
  } catch (error) {
    if (error instanceof BytesError) return undefined;
    throw error;
  }
}

export function describeParser(subject: ParserUnderTest): void {
  describeCases(subject);
  describeHostileBytes(subject);
  describeVectors(subject);
}

function describeCases({ program, programIds, parse, cases, trailingBytes }: ParserUnderTest): void {
  const parseCase = (accounts: number, data: Uint8Array) =>
    parseOrDecline(parse, programIds[0]!, accountNames(accounts), data);

  describe(`${program}: instruction types`, () => {
    const titled = cases.map((row, i) => ({ ...row, title: `${i}: ${row.type}, ${row.accounts} accounts` }));

    test.each(titled)('$title', ({ type, accounts, data, info }) => {
      expect(stringifyJson({ ...parseCase(accounts, data) })).toBe(stringifyJson({ program, parsed: { type, info } }));
    });

    test.each(titled)('$title: its example has its members', ({ type, info }) => {
      assertInExample(info, exampleOf(program, type));
    });

    test.each(titled)('$title: one account too few', ({ accounts, minAccounts, data }) => {
      const min = minAccounts ?? accounts;
      expect(parseCase(min, data)).toBeDefined();
      expect(parseCase(min - 1, data)).toBeUndefined();
      expect(parseCase(0, data)).toBeUndefined();
    });

    test.each(titled)('$title: data cut short', ({ accounts, data }) => {
      const shortest = trailingBytes === 'refused' ? 1 : 0;
      for (let length = shortest; length < data.length; length++) {
        expect(parseCase(accounts, data.subarray(0, length)), `${length} bytes`).toBeUndefined();
      }
    });

    test.each(titled)(`$title: trailing bytes are ${trailingBytes}`, ({ accounts, data }) => {
      const expected = trailingBytes === 'ignored' ? parseCase(accounts, data) : undefined;
      expect(parseCase(accounts, bytes(data, u8(0)))).toEqual(expected);
      expect(parseCase(accounts, bytes(data, filled(0xff, 40)))).toEqual(expected);
    });
  });
}

/** A member without an example is checked by its name alone. */
function assertInExample(info: JsonObject | undefined, example: JsonObject): void {
  for (const [name, value] of Object.entries(info ?? {})) {
    expect(Object.keys(example)).toContain(name);
    const inExample = example[name];
    if (value === undefined || value === null || inExample === undefined || inExample === null) continue;
    expect([name, kindOf(inExample)]).toEqual([name, kindOf(value)]);
    if (isJsonObject(value)) assertInExample(value, inExample as JsonObject);
  }
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'bigint' ? 'number' : typeof value;
}

function describeHostileBytes({ program, programIds, parse, cases }: ParserUnderTest): void {
  const accounts = fc.integer({ min: 0, max: 10 }).map(accountNames);
  const assertTame = (names: readonly Address[], data: Uint8Array) => {
    const parsed = parseOrDecline(parse, programIds[0]!, names, data);
    if (parsed !== undefined) expect(parsed.program).toBe(program);
    stringifyJson({ ...parsed });
  };

  describe(`${program}: hostile bytes`, () => {
    test('any bytes', () => {
      fc.assert(fc.property(accounts, fc.uint8Array({ maxLength: 300 }), assertTame));
    });

    test('a known tag and any bytes', () => {
      const data = fc
        .tuple(fc.constantFrom(...cases.map((row) => row.data.subarray(0, 4))), fc.uint8Array({ maxLength: 300 }))
        .map(([tag, rest]) => bytes(tag, rest));
      fc.assert(fc.property(accounts, data, assertTame), { numRuns: 500 });
    });

    test('a good instruction with some bytes changed', () => {
      const change = fc.record({ at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) });
      const data = fc
        .tuple(fc.constantFrom(...cases.map((row) => row.data)), fc.array(change, { minLength: 1, maxLength: 4 }))
        .map(([good, changes]) => mutated(good, changes));
      fc.assert(fc.property(accounts, data, assertTame), { numRuns: 500 });
    });
  });
}

function mutated(good: Uint8Array, changes: readonly { at: number; to: number }[]): Uint8Array {
  const changed = good.slice();
  for (const { at, to } of changes) if (changed.length > 0) changed[at % changed.length] = to;
  return changed;
}

const VECTORS = '../shared/vectors/instructions-native.json';

interface VectorRow {
  readonly name: string;
  readonly programId: string;
  readonly accountKeys: readonly Address[];
  readonly accounts: readonly number[];
  readonly dataBase58: string;
  readonly expected: JsonObject;
  /** exact text, where there are integers that JSON.parse would round */
  readonly expectedJson?: string;
}

/** Through our own reader, which keeps every digit. */
export function readVectors<Row>(path: string): readonly Row[] {
  return parseJson(readFileSync(path, 'utf8')) as JsonValue as unknown as readonly Row[];
}

/** Parsed by a snapshot before the release of 4.1, and by no release. */
const NOT_RELEASED = ['bpf-upgradeable-loader/migrate', 'bpf-upgradeable-loader/extendProgramChecked 5 accounts'];

export function describeVectors({
  program,
  programIds,
  parse,
}: Omit<ParserUnderTest, 'cases' | 'trailingBytes'>): void {
  describe.skipIf(!existsSync(VECTORS))(`${program}: shared vectors`, () => {
    const all = existsSync(VECTORS) ? readVectors<VectorRow>(VECTORS) : [];
    const rows = all
      .filter(({ programId }) => programIds.includes(programId))
      .map((row) => (NOT_RELEASED.includes(row.name) ? { ...row, expected: { data: row.dataBase58 } } : row));

    test('there are some', () => {
      expect(rows.length).toBeGreaterThan(0);
    });

    test.each(rows)('$name', ({ programId, accountKeys, accounts, dataBase58, expected, expectedJson }) => {
      const resolved = accounts.map((index) => accountKeys[index]!);
      const parsed = parseOrDecline(parse, programId, resolved, decodeBase58(dataBase58));
      if (expected.parsed === undefined) {
        expect(expected.data).toBe(dataBase58);
        expect(parsed).toBeUndefined();
        return;
      }
      const answer = stringifyJson({ ...parsed, programId, stackHeight: 1 });
      expect(answer).toBe(stringifyJson(expected));
      if (expectedJson !== undefined) expect(answer).toBe(stringifyJson(parseJson(expectedJson)));
    });
  });
}
