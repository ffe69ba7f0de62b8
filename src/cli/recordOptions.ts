import { readFileSync } from 'node:fs';
import { decodeBase58 } from '../codec/base58.ts';
import { U64_MAX } from '../codec/bigints.ts';
import type { JsonObject, JsonValue } from '../codec/jsonText.ts';
import { type ListedCall, readCallList } from '../files/callList.ts';
import { FixtureError } from '../files/fixtureError.ts';
import { fileErrorReason } from '../fixtures/input/fileErrors.ts';
import { isAddressText, isSignatureText } from '../solana/address.ts';
import type { Subject } from '../tools/record/subjects.ts';
import type { GivenFlag } from './command.ts';
import { type Messages, usageError } from './output.ts';

/** The options of `stillnode record`. @module */

export interface RecordOptions {
  readonly url: string;
  readonly out: string;
  readonly subjects: readonly Subject[];
  /** line for the shell, whose calls are recorded */
  readonly command: string | undefined;
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000_000;
const MAX_SLOTS = 100_000n;
/** Source agave 4.1 rpc-client-types request.rs MAX_GET_PROGRAM_ACCOUNT_FILTERS; rpc filter.rs MAX_DATA_SIZE */
const MAX_FILTERS = 4;
const MAX_FILTER_BYTES = 128;

/** Reads the flags of the command line, in their order. @throws CliError for wrong arguments; no message has the URL */
export function readRecordOptions(flags: readonly GivenFlag[], messages: Messages): RecordOptions {
  const subjects = flags.reduce<readonly Subject[]>((list, flag) => withFlag(list, flag, messages), []);
  const last = (name: string): string => flags.findLast((flag) => flag.name === name)?.value ?? '';
  const url = last('from');
  const out = last('out');
  if (url === '') throw usageError('record needs a node to ask: --from URL');
  if (out === '') throw usageError('record needs a folder to write to: --out FOLDER');
  const command = flags.findLast(({ name }) => name === 'while')?.value;
  if (command?.trim() === '') throw usageError('--while needs a command, such as --while "npm test"');
  if (subjects.length === 0 && command === undefined)
    throw usageError('record needs something to record, such as --address ADDRESS');
  return { url, out, subjects, command };
}

const SUBJECTS_OF_FLAGS: Readonly<Record<string, (value: string, messages: Messages) => readonly Subject[]>> = {
  slot: (value) => [readSlots(value)],
  signature: (value) => [{ kind: 'signature', signature: readSignature(value) }],
  address: (value) => [{ kind: 'address', address: readAddress('address', value), limit: DEFAULT_LIMIT }],
  account: (value) => [{ kind: 'account', address: readAddress('account', value) }],
  program: (value) => [{ kind: 'program', program: readAddress('program', value), filters: [] }],
  'token-owner': (value) => [{ kind: 'tokenOwner', owner: readAddress('token-owner', value) }],
  requests: (file, messages) =>
    readRequestsFile(file, messages).map(({ method, params }) => ({ kind: 'call', method, params })),
};

function withFlag(
  subjects: readonly Subject[],
  { name, value = '' }: GivenFlag,
  messages: Messages,
): readonly Subject[] {
  switch (name) {
    case 'limit':
      return changeLast(subjects, 'address', name, (subject) => ({ ...subject, limit: readLimit(value) }));
    case 'data-size':
      return withFilter(subjects, name, { dataSize: readInteger(name, value, U64_MAX) });
    case 'memcmp':
      return withFilter(subjects, name, { memcmp: readMemcmp(value) });
    default:
      return [...subjects, ...(SUBJECTS_OF_FLAGS[name]?.(value, messages) ?? [])];
  }
}

function readSignature(value: string): string {
  if (!isSignatureText(value)) throw usageError(`--signature needs a signature, not ${JSON.stringify(value)}`);
  return value;
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

function withFilter(subjects: readonly Subject[], name: string, filter: JsonValue): readonly Subject[] {
  return changeLast(subjects, 'program', name, (subject) => {
    if (subject.filters.length === MAX_FILTERS) throw usageError(`a --program has at most ${MAX_FILTERS} filters`);
    return { ...subject, filters: [...subject.filters, filter] };
  });
}

function changeLast<K extends 'address' | 'program'>(
  subjects: readonly Subject[],
  kind: K,
  name: string,
  change: (subject: Extract<Subject, { readonly kind: K }>) => Subject,
): readonly Subject[] {
  const index = subjects.findLastIndex((subject) => subject.kind === kind);
  if (index < 0) throw usageError(`--${name} belongs to the --${kind} before it, and there is none`);
  return subjects.with(index, change(subjects[index] as Extract<Subject, { readonly kind: K }>));
}

/** The calls of the file of `--requests`. Every line that is not a call is printed. @throws CliError of usage */
export function readRequestsFile(file: string, messages: Messages): readonly ListedCall[] {
  const text = readText(file);
  try {
    return readCallList(file, text);
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    for (const problem of error.problems) messages.write(`error: ${problem}\n`);
    if (error.omitted > 0) messages.write(`error: and ${error.omitted} more\n`);
    throw usageError(`${file} is not a list of calls: nothing was asked`);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw usageError(`cannot read ${file}: ${fileErrorReason(error)}`);
  }
}
