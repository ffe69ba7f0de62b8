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
import { readIdl } from '../../src/idl/readIdl.ts';
import { fieldBytes } from '../../src/idl/writeFields.ts';
import { camelCase, type Idl, type IdlType, resolved, type TextEncoding } from '../../src/solana/idl/idl.ts';
import { isByte } from '../../src/solana/idl/numbers.ts';
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

/** Values as `readFields` gives them. */
function randomValue(given: IdlType, idl: Idl, depth = 0): fc.Arbitrary<JsonValue> {
  const type = resolved(given, idl.types);
  const inner = (each: IdlType) => randomValue(each, idl, depth + 1);
  const bytes = (size: object) => fc.uint8Array(size).map((all) => ({ base64: Buffer.from(all).toString('base64') }));
  switch (type.kind) {
    case 'integer': {
      const bits = BigInt(type.bytes * 8);
      const [min, max] = type.isSigned ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
      return fc.bigInt({ min, max }).map((value) => (type.bytes > 4 ? `${value}` : Number(value)));
    }
    case 'float':
      return (
        type.bytes === 4
          ? fc.float({ noNaN: true, noDefaultInfinity: true })
          : fc.double({ noNaN: true, noDefaultInfinity: true })
      ).map((value) => new JsonFloat(value));
    case 'bool':
      return fc.boolean();
    case 'publicKey':
      return fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58);
    case 'string':
      if (type.encoding === undefined) return fc.string({ unit: 'grapheme', maxLength: 8 });
      return fc.uint8Array({ maxLength: 8 }).map((all) => encodedText(all, type.encoding!));
    case 'bytes':
      return bytes({ maxLength: 8 });
    case 'option':
      if (depth > DEEP) return fc.constant(null);
      // where the data ends, nothing and a value without bytes are the same
      return fc.option(inner(type.of)).map((value) => (type.none?.kind === 'end' && isEmpty(value) ? null : value));
    case 'list':
      return depth > DEEP ? fc.constant([]) : fc.array(inner(type.of), { maxLength: 3 });
    case 'array': {
      const length = Number(type.length);
      return isByte(type.of)
        ? bytes({ minLength: length, maxLength: length })
        : fc.array(inner(type.of), { minLength: length, maxLength: length });
    }
    case 'struct':
      return fc.record(
        Object.fromEntries(
          type.fields.filter(({ preset }) => !preset?.isConstant).map((field) => [field.name, inner(field.type)]),
        ),
      );
    case 'framed':
      // only texts leave room
      if (type.frame.kind === 'size' && type.of.kind === 'string') return fc.stringMatching(/^[a-z]{0,8}$/);
      return inner(type.of);
    case 'tuple':
      return fc.tuple(...type.items.map(inner));
    case 'enum':
      return fc.oneof(
        ...type.variants.map(({ content, name }) =>
          content === undefined ? fc.constant(name) : inner(content).map((value) => ({ [name]: value })),
        ),
      );
    default:
      throw new TypeError(`no values of ${(type as IdlType).kind}`);
  }
}

function isEmpty(value: JsonValue): boolean {
  return ['""', '[]', '{"base64":""}'].includes(JSON.stringify(value));
}

function encodedText(bytes: Uint8Array, encoding: TextEncoding): string {
  return encoding === 'base58' ? encodeBase58(bytes) : Buffer.from(bytes).toString(encoding);
}

/** The same for the coder of Anchor. */
function forAnchor(value: JsonValue, given: IdlType, idl: Idl): unknown {
  const type = resolved(given, idl.types);
  const inner = (each: JsonValue, of: IdlType) => forAnchor(each, of, idl);
  switch (type.kind) {
    case 'integer':
      return type.bytes > 4 ? new BN(`${value}`) : value;
    case 'float':
      return (value as JsonFloat).value;
    case 'publicKey':
      return new PublicKey(value as string);
    case 'bytes':
      return Buffer.from((value as { base64: string }).base64, 'base64');
    case 'option':
      return value === null ? null : inner(value, type.of);
    case 'list':
    case 'array':
      if (isJsonObject(value)) return [...Buffer.from(value.base64 as string, 'base64')];
      return (value as JsonValue[]).map((each) => inner(each, type.of));
    case 'struct':
      return Object.fromEntries(
        type.fields.map((field) => [camelCase(field.name), inner((value as JsonObject)[field.name]!, field.type)]),
      );
    case 'tuple':
      return Object.fromEntries(type.items.map((of, i) => [`${i}`, inner((value as JsonValue[])[i]!, of)]));
    case 'enum': {
      const [[name, content] = [value as string, undefined]] = isJsonObject(value) ? Object.entries(value) : [];
      const variant = type.variants.find((each) => each.name === name)!;
      return { [camelCase(name as string)]: variant.content === undefined ? {} : inner(content!, variant.content) };
    }
    default:
      return value;
  }
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

    const roundTrip = (type: IdlType, discriminator: Uint8Array, check: (value: JsonValue, data: Buffer) => unknown) =>
      fc.assert(
        fc.property(randomValue(type, idl), (value) => {
          const data = fieldBytes(type, cursorOver(value, name), idl, (word) => word?.value as never)!;
          const whole = Buffer.concat([discriminator, data]);
          expect(readFields(whole, { discriminator, type }, idl)).toEqual(value);
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
          if (accounts !== undefined)
            encoded.push([data, accounts.encode(camelCase(account), forAnchor(value, type, idl))]);
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
          const theirs = unless(() => instructions?.encode(camelCase(instruction), forAnchor(value, args, idl)));
          if (theirs === undefined) return;
          compared++;
          expect(data.toString('hex')).toBe(Buffer.from(theirs).toString('hex'));
        });
      }
    });

    // its coder throws for generics
    const isComparable = anchor !== undefined && [...idl.types.values()].every(({ generics }) => generics.length === 0);
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
