import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Idl as AnchorIdl,
  BN,
  BorshAccountsCoder,
  BorshEventCoder,
  BorshInstructionCoder,
} from '@coral-xyz/anchor';
import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { isJsonObject, JsonFloat, type JsonObject, type JsonValue } from '../../src/codec/jsonText.ts';
import { parseJson } from '../../src/codec/parseJson.ts';
import { fieldBytes } from '../../src/idl/fieldBytes.ts';
import { readIdl } from '../../src/idl/readIdl.ts';
import { BytesType, KeyType, StringType, type TextEncoding } from '../../src/idl/types/bytesLike.ts';
import { EnumType } from '../../src/idl/types/enums.ts';
import type { FieldType } from '../../src/idl/types/fieldType.ts';
import { FrameType, SizedType } from '../../src/idl/types/frames.ts';
import { ArrayType, ListType, TupleType } from '../../src/idl/types/lists.ts';
import { BoolType, FloatType, IntegerType, isByte } from '../../src/idl/types/numbers.ts';
import { LastOption, OptionType } from '../../src/idl/types/options.ts';
import { StructType } from '../../src/idl/types/structs.ts';
import type { ValueType } from '../../src/solana/idl/idl.ts';
import { camelCase } from '../../src/solana/idl/idlNames.ts';
import { readFields } from '../../src/solana/idl/readFields.ts';
import { Cursor, newReading } from '../../src/syntax/cursor.ts';

/**
 * IDLs of real programs, from a folder that TEST_IDLS names: most have no license that lets them be part of this project. Random
 * values of every account, instruction and event come back as they were given, and have the bytes that the coder of Anchor writes.
 */

const FOLDER = process.env.TEST_IDLS ?? '';
const FILES = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.json')) : [];

function cursorOver(value: JsonValue, name: string): Cursor {
  return new Cursor(value, { file: name, text: '' } as never, newReading());
}

const DEEP = 6;

/** The type that stands behind the names. */
function typeBehind(given: ValueType): FieldType {
  // the readers of IDLs make them
  return (given as FieldType).resolved();
}

const KEYS = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58);
const FINITE = { noNaN: true, noDefaultInfinity: true };

/** Values as `readFields` gives them. */
function randomValue(given: ValueType, depth = 0): fc.Arbitrary<JsonValue> {
  const type = typeBehind(given);
  return type.parts.length === 0 ? simpleValue(type) : compoundValue(type, depth + 1);
}

function simpleValue(type: FieldType): fc.Arbitrary<JsonValue> {
  if (type instanceof IntegerType)
    return fc.bigInt({ min: type.min, max: type.max }).map((value) => (type.bytes > 4 ? `${value}` : Number(value)));
  if (type instanceof FloatType)
    return (type.bytes === 4 ? fc.float(FINITE) : fc.double(FINITE)).map((value) => new JsonFloat(value));
  if (type instanceof BoolType) return fc.boolean();
  if (type instanceof KeyType) return KEYS;
  if (type instanceof BytesType) return randomBytes({ maxLength: 8 });
  if (type instanceof EnumType) return fc.constantFrom(...type.variants.map(({ name }) => name));
  if (type instanceof StructType) return fc.constant({});
  if (type instanceof TupleType) return fc.constant([]);
  if (!(type instanceof StringType)) throw new TypeError(`no values of ${type.kind}`);
  return type.encoding === 'utf8'
    ? fc.string({ unit: 'grapheme', maxLength: 8 })
    : fc.uint8Array({ maxLength: 8 }).map((all) => encodedText(all, type.encoding));
}

/** Values of a type with parts. */
function compoundValue(type: FieldType, depth: number): fc.Arbitrary<JsonValue> {
  if (type instanceof OptionType) return randomOption(type, depth);
  if (type instanceof ListType)
    return depth > DEEP ? fc.constant([]) : fc.array(randomValue(type.item, depth), { maxLength: 3 });
  if (type instanceof ArrayType) {
    const size = { minLength: Number(type.length), maxLength: Number(type.length) };
    return isByte(type.item) ? randomBytes(size) : fc.array(randomValue(type.item, depth), size);
  }
  if (type instanceof StructType) {
    const fields = type.fields.filter(({ preset }) => !preset?.isConstant);
    return fc.record(Object.fromEntries(fields.map((field) => [field.name, randomValue(field.type, depth)])));
  }
  if (type instanceof FrameType) {
    // only texts leave room
    const isRoomOfText = type instanceof SizedType && type.inner instanceof StringType;
    return isRoomOfText ? fc.stringMatching(/^[a-z]{0,8}$/) : randomValue(type.inner, depth);
  }
  if (type instanceof TupleType) return fc.tuple(...type.items.map((item) => randomValue(item, depth)));
  if (!(type instanceof EnumType)) throw new TypeError(`no values of ${type.kind}`);
  return fc.oneof(
    ...type.variants.map(({ content, name }) =>
      content === undefined ? fc.constant(name) : randomValue(content, depth).map((value) => ({ [name]: value })),
    ),
  );
}

function randomOption(type: OptionType, depth: number): fc.Arbitrary<JsonValue> {
  if (depth > DEEP) return fc.constant(null);
  // where the data ends, nothing and a value without bytes are the same
  return fc
    .option(randomValue(type.inner, depth))
    .map((value) => (type instanceof LastOption && isEmpty(value) ? null : value));
}

function randomBytes(size: object): fc.Arbitrary<JsonValue> {
  return fc.uint8Array(size).map((all) => ({ base64: Buffer.from(all).toString('base64') }));
}

/** Whether two fields have one name: nobody can give the values of both. */
function hasTwins(given: ValueType): boolean {
  const type = typeBehind(given);
  return type instanceof StructType && new Set(type.fields.map(({ name }) => name)).size < type.fields.length;
}

function isEmpty(value: JsonValue): boolean {
  return ['""', '[]', '{"base64":""}'].includes(JSON.stringify(value));
}

function encodedText(bytes: Uint8Array, encoding: TextEncoding): string {
  return encoding === 'base58' ? encodeBase58(bytes) : Buffer.from(bytes).toString(encoding);
}

/** The same for the coder of Anchor. */
function forAnchor(value: JsonValue, given: ValueType): unknown {
  const type = typeBehind(given);
  if (type instanceof IntegerType) return type.bytes > 4 ? new BN(`${value}`) : value;
  if (type instanceof FloatType) return (value as JsonFloat).value;
  if (type instanceof KeyType) return new PublicKey(value as string);
  if (type instanceof BytesType) return Buffer.from((value as { base64: string }).base64, 'base64');
  if (type instanceof OptionType) return value === null ? null : forAnchor(value, type.inner);
  if (type instanceof ListType || type instanceof ArrayType)
    return isJsonObject(value)
      ? [...Buffer.from(value.base64 as string, 'base64')]
      : (value as JsonValue[]).map((each) => forAnchor(each, type.item));
  if (type instanceof StructType) {
    const members = value as JsonObject;
    return Object.fromEntries(
      type.fields.map(({ name, type: of }) => [camelCase(name), forAnchor(members[name]!, of)]),
    );
  }
  if (type instanceof TupleType)
    return Object.fromEntries(type.items.map((of, i) => [`${i}`, forAnchor((value as JsonValue[])[i]!, of)]));
  if (type instanceof EnumType) {
    const [[name, content] = [value as string, undefined]] = isJsonObject(value) ? Object.entries(value) : [];
    const variant = type.variants.find((each) => each.name === name)!;
    return { [camelCase(name as string)]: variant.content === undefined ? {} : forAnchor(content!, variant.content) };
  }
  return value;
}

/** As its client has it: names in camelCase. Undefined: a form that it does not read. */
function anchorOf(json: JsonValue): AnchorIdl | undefined {
  if (!isJsonObject(json) || !isJsonObject(json.metadata) || typeof json.address !== 'string') return undefined;
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        key === 'name' && typeof each === 'string' ? camelCase(each) : named(each),
      ]),
    );
  };
  return named(JSON.parse(JSON.stringify(json))) as AnchorIdl;
}

function unless<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

describe.skipIf(FILES.length === 0)('public IDLs', () => {
  describe.each(FILES)('%s', (name) => {
    const json = parseJson(readFileSync(join(FOLDER, name), 'utf8'));
    const at = cursorOver(json, name);
    const idl = readIdl(at)!;
    const anchor = anchorOf(json);
    const accounts = anchor && unless(() => new BorshAccountsCoder(anchor));
    const instructions = anchor && unless(() => new BorshInstructionCoder(anchor));
    const events = anchor && unless(() => new BorshEventCoder(anchor));
    let compared = 0;

    const roundTrip = (
      type: ValueType,
      discriminator: Uint8Array,
      check: (value: JsonValue, data: Buffer) => unknown,
    ) =>
      hasTwins(type) ||
      fc.assert(
        fc.property(randomValue(type), (value) => {
          const data = fieldBytes(type, cursorOver(value, name), (word) => word?.value as never)!;
          const whole = Buffer.concat([discriminator, data]);
          expect(readFields(whole, { discriminator, type })).toEqual(value);
          check(value, whole);
        }),
        { numRuns: 20 },
      );

    it('is read without a mistake', () => {
      expect([at.reading.errors.count, idl.accounts.length + idl.instructions.length > 0]).toEqual([0, true]);
    });

    it('accounts', async () => {
      for (const { discriminator, name: account, type } of idl.accounts) {
        const encoded: [Buffer, Promise<Buffer>][] = [];
        roundTrip(type, discriminator, (value, data) => {
          if (accounts !== undefined) encoded.push([data, accounts.encode(camelCase(account), forAnchor(value, type))]);
        });
        for (const [data, promise] of encoded) {
          const theirs = await promise.catch(() => undefined);
          if (theirs === undefined) continue;
          compared++;
          expect(data.toString('hex')).toBe(theirs.toString('hex'));
        }
      }
    });

    it('instructions', () => {
      for (const { args, discriminator, name: instruction } of idl.instructions) {
        roundTrip(args, discriminator, (value, data) => {
          const theirs = unless(() => instructions?.encode(camelCase(instruction), forAnchor(value, args)));
          if (theirs === undefined) return;
          compared++;
          expect(data.toString('hex')).toBe(Buffer.from(theirs).toString('hex'));
        });
      }
    });

    // its coder throws for generics
    const isComparable = anchor !== undefined && !JSON.stringify(anchor.types ?? []).includes('"generics"');
    it.runIf(isComparable)('some of them were compared with Anchor', () => {
      expect(compared).toBeGreaterThan(0);
    });

    it('events', () => {
      for (const { discriminator, name: event, type } of idl.events) {
        roundTrip(type, discriminator, (_value, data) => {
          const theirs = unless(() => events?.decode(data.toString('base64')));
          if (theirs !== undefined && theirs !== null) expect(theirs.name).toBe(camelCase(event));
        });
      }
    });
  });
});
