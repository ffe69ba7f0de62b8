import { ByteReader } from '../codec/bytes.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../codec/jsonText.ts';
import { tryDecode } from '../codec/struct.ts';
import { NODE_VERSIONS, type NodeVersion } from '../nodeVersion.ts';
import { type Address, SYSTEM_PROGRAM } from './address.ts';
import type { InstructionRow } from './programs/instructionRow.ts';
import { INSTRUCTION_ROWS } from './programs/parsers.ts';

/**
 * The members of parsed instructions, found by examples: a row shows what it is given, so rows are given accounts and bytes of several
 * kinds.
 * @module
 */

/** The types of the instructions of a program that a version of the node parses. */
export function instructionTypes(program: string): readonly string[] {
  return VERSIONS.flatMap((version) => INSTRUCTION_ROWS[program]!(version).map(({ type }) => type));
}

const VERSIONS = Object.values(NODE_VERSIONS);

const EXAMPLES = new Map<string, JsonObject>();

/**
 * The parsed form of an instruction with all members that it can have in a version of the node. A value is an example; undefined: it
 * has no type, or several.
 */
export function exampleOf(program: string, type: string): JsonObject {
  const name = `${program} ${type}`;
  const example = EXAMPLES.get(name) ?? merged(VERSIONS.flatMap((version) => examplesIn(program, type, version)));
  EXAMPLES.set(name, example);
  return example;
}

function examplesIn(program: string, type: string, version: NodeVersion): readonly JsonObject[] {
  return INSTRUCTION_ROWS[program]!(version)
    .filter((row) => row.type === type)
    .flatMap((row) => examplesBy(row, version));
}

/** The number of accounts beyond those that an instruction needs: optional ones, or signers. */
const MORE_ACCOUNTS = 5;
/** Offsets at which data can have a tag: the beginning, and behind an address. */
const TAG_OFFSETS = [0, 32];
const TAGS = [0, 1, 2, 3];
/** The other bytes: options without and with a value, and empty texts. */
const OTHER_BYTES = [0, 1];
const DATA_BYTES = 1024;

const DATA = [
  new Uint8Array(),
  ...TAG_OFFSETS.flatMap((offset) =>
    TAGS.flatMap((tag) =>
      OTHER_BYTES.map((other) => new Uint8Array(DATA_BYTES).fill(other).fill(tag, offset, offset + 1)),
    ),
  ),
];

function examplesBy({ args, info, minAccounts }: InstructionRow, version: NodeVersion): readonly JsonObject[] {
  const counts = Array.from({ length: MORE_ACCOUNTS + 1 }, (_, more) => minAccounts + more);
  return counts.flatMap((count) => {
    const accounts = Array<Address>(count).fill(SYSTEM_PROGRAM);
    return DATA.map((data) => tryDecode(() => info(accounts, args.read(new ByteReader(data)), version)) ?? {});
  });
}

/** One object with all members of several ones, at every depth. */
function merged(examples: readonly JsonObject[]): JsonObject {
  const names = new Set(examples.flatMap((example) => Object.keys(example)));
  return Object.fromEntries(Array.from(names, (name) => [name, mergedValue(examples.map((example) => example[name]))]));
}

/** A value with a content, if there is one; undefined: values have different types. */
function mergedValue(values: readonly (JsonValue | undefined)[]): JsonValue | undefined {
  const contents = values.filter((value) => value !== undefined && value !== null);
  const [first] = contents;
  if (first === undefined || contents.some((value) => kindOf(value) !== kindOf(first))) return undefined;
  if (isJsonArray(first)) return contents.find((value) => isJsonArray(value) && value.length > 0) ?? first;
  return isJsonObject(first) ? merged(contents as readonly JsonObject[]) : first;
}

function kindOf(value: JsonValue): string {
  if (isJsonArray(value)) return 'list';
  return typeof value === 'bigint' ? 'number' : typeof value;
}
