import { readFileSync } from 'node:fs';
import { decodeBase58 } from '../codec/base58.ts';
import { U64_MAX } from '../codec/bigints.ts';
import type { JsonObject, JsonValue } from '../codec/jsonText.ts';
import { type ListedCall, readCallList } from '../fixtures/document/callList.ts';
import { FixtureError } from '../fixtures/document/problems.ts';
import { reasonOf } from '../fixtures/input/input.ts';
import { isAddressText, isSignatureText } from '../solana/address.ts';
import type { Subject } from '../tools/record/record.ts';
import { usageError } from './output.ts';
import type { GivenFlag } from './parseCommand.ts';

/**
 * The flags of `stillnode record`. Their order counts: some belong to the one before them.
 * @module
 */

/**
 * The calls of the file that `--requests` names. Every line that is no call is printed.
 *
 * @throws CliError of usage
 */
export function readRequestsFile(file: string): readonly ListedCall[] {
  const text = readText(file);
  try {
    return readCallList(file, text);
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    for (const problem of error.problems) process.stderr.write(`error: ${problem}\n`);
    if (error.omitted > 0) process.stderr.write(`error: and ${error.omitted} more\n`);
    throw usageError(`${file} is not a list of calls: nothing was asked`);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw usageError(`cannot read ${file}: ${reasonOf(error)}`);
  }
}

export interface RecordOptions {
  readonly url: string;
  readonly out: string;
  readonly subjects: readonly Subject[];
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000_000;
const MAX_SLOTS = 100_000n;
/** Source agave 4.1 rpc-client-types request.rs MAX_GET_PROGRAM_ACCOUNT_FILTERS; rpc filter.rs MAX_DATA_SIZE */
const MAX_FILTERS = 4;
const MAX_FILTER_BYTES = 128;

/**
 * What the flags of the command line say, in their order.
 *
 * @throws CliError for wrong arguments; no message has the URL
 */
export function readRecordOptions(flags: readonly GivenFlag[]): RecordOptions {
  const subjects: Subject[] = [];
  for (const { name, value = '' } of flags) addFlag(subjects, name, value);
  const last = (name: string): string => flags.findLast((flag) => flag.name === name)?.value ?? '';
  const url = last('from');
  const out = last('out');
  if (url === '') throw usageError('record needs a node to ask: --from URL');
  if (out === '') throw usageError('record needs a folder to write to: --out FOLDER');
  if (subjects.length === 0) throw usageError('record needs something to record, such as --address ADDRESS');
  return { url, out, subjects };
}

function addFlag(subjects: Subject[], name: string, value: string): void {
  switch (name) {
    case 'slot':
      subjects.push(readSlots(value));
      break;
    case 'signature':
      if (!isSignatureText(value)) throw usageError(`--signature needs a signature, not ${JSON.stringify(value)}`);
      subjects.push({ kind: 'signature', signature: value });
      break;
    case 'address':
      subjects.push({ kind: 'address', address: readAddress(name, value), limit: DEFAULT_LIMIT });
      break;
    case 'account':
      subjects.push({ kind: 'account', address: readAddress(name, value) });
      break;
    case 'program':
      subjects.push({ kind: 'program', program: readAddress(name, value), filters: [] });
      break;
    case 'token-owner':
      subjects.push({ kind: 'tokenOwner', owner: readAddress(name, value) });
      break;
    case 'requests':
      subjects.push(...readCalls(value));
      break;
    case 'limit':
      changeLast(subjects, 'address', name, (subject) => ({ ...subject, limit: readLimit(value) }));
      break;
    case 'data-size':
      addFilter(subjects, name, { dataSize: readInteger(name, value, U64_MAX) });
      break;
    case 'memcmp':
      addFilter(subjects, name, { memcmp: readMemcmp(value) });
      break;
  }
}

function readSlots(value: string): Subject {
  const match = /^(\d{1,20})(?:\.\.(\d{1,20}))?$/.exec(value);
  const first = BigInt(match?.[1] ?? -1);
  const last = BigInt(match?.[2] ?? first);
  if (first < 0n || last > U64_MAX || first > last)
    throw usageError(`--slot needs a slot, or the first and the last one as A..B, not ${JSON.stringify(value)}`);
  if (last - first >= MAX_SLOTS) throw usageError(`--slot takes at most ${MAX_SLOTS} slots at a time`);
  return { kind: 'slots', first, last };
}

function readAddress(name: string, value: string): string {
  if (!isAddressText(value)) throw usageError(`--${name} needs an address, not ${JSON.stringify(value)}`);
  return value;
}

function readInteger(name: string, value: string, max: bigint): bigint {
  const number = /^\d{1,20}$/.test(value) ? BigInt(value) : -1n;
  if (number >= 0n && number <= max) return number;
  throw usageError(`--${name} must be a whole number from 0 to ${max}, not ${JSON.stringify(value)}`);
}

function readLimit(value: string): number {
  return Number(readInteger('limit', value, BigInt(MAX_LIMIT)));
}

function readMemcmp(value: string): JsonObject {
  const [, offset = '', bytes = ''] = /^(\d+):([1-9A-HJ-NP-Za-km-z]*)$/.exec(value) ?? [];
  if (offset === '')
    throw usageError(`--memcmp needs an offset and bytes, OFFSET:BASE58, not ${JSON.stringify(value)}`);
  if (decodeBase58(bytes).length > MAX_FILTER_BYTES)
    throw usageError(`--memcmp compares at most ${MAX_FILTER_BYTES} bytes`);
  return { offset: readInteger('memcmp', offset, U64_MAX), bytes, encoding: 'base58' };
}

function addFilter(subjects: Subject[], name: string, filter: JsonValue): void {
  changeLast(subjects, 'program', name, (subject) => ({ ...subject, filters: [...subject.filters, filter] }));
  const changed = subjects.at(-1);
  if (changed?.kind === 'program' && changed.filters.length > MAX_FILTERS)
    throw usageError(`a --program has at most ${MAX_FILTERS} filters`);
}

type SubjectOf<K extends Subject['kind']> = Extract<Subject, { readonly kind: K }>;

function changeLast<K extends 'address' | 'program'>(
  subjects: Subject[],
  kind: K,
  name: string,
  change: (subject: SubjectOf<K>) => SubjectOf<K>,
): void {
  const index = subjects.findLastIndex((subject) => subject.kind === kind);
  if (index < 0) throw usageError(`--${name} belongs to the --${kind} before it, and there is none`);
  subjects[index] = change(subjects[index] as SubjectOf<K>);
}

function readCalls(file: string): Subject[] {
  return readRequestsFile(file).map(({ method, params }) => ({ kind: 'call', method, params }));
}
