import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { decodeBase58 } from '../codec/base58.ts';
import { U64_MAX } from '../codec/bigints.ts';
import type { JsonObject, JsonValue } from '../codec/jsonText.ts';
import { type ListedCall, readCallList } from '../fixtures/document/callList.ts';
import { FixtureError } from '../fixtures/document/problems.ts';
import { reasonOf } from '../fixtures/input/input.ts';
import { isAddressText, isSignatureText } from '../solana/address.ts';
import type { Subject } from '../tools/record/record.ts';
import { usageText } from './cliOptions.ts';
import { CliError } from './output.ts';

/**
 * The flags of `stillnode record`. Their order counts: some belong to the one before them.
 * @module
 */

interface RecordFlag {
  readonly value?: string;
  readonly description: string;
}

export const RECORD_FLAGS = {
  from: { value: 'URL', description: 'the node that is asked' },
  out: { value: 'FOLDER', description: 'folder to write to; what it holds already is not asked for again' },
  slot: { value: 'N|A..B', description: 'the block of a slot, or those of all slots from A to B' },
  signature: { value: 'SIGNATURE', description: 'a transaction' },
  address: { value: 'ADDRESS', description: 'an account, and the newest transactions that name it' },
  limit: { value: 'N', description: 'how many transactions of the --address before it; default: 100' },
  account: { value: 'ADDRESS', description: 'an account' },
  program: { value: 'ADDRESS', description: 'a program, and the accounts that it owns' },
  'data-size': { value: 'BYTES', description: 'of the --program before it, only accounts with so many bytes of data' },
  memcmp: {
    value: 'OFFSET:BASE58',
    description: 'of the --program before it, only accounts with these bytes at this offset',
  },
  'token-owner': { value: 'ADDRESS', description: 'an account, and the token accounts that it owns' },
  requests: { value: 'FILE.jsonl', description: 'what the calls of a file need, one {"method", "params"} a line' },
  help: { description: 'print this text' },
} as const satisfies Readonly<Record<string, RecordFlag>>;

export type RecordFlagName = keyof typeof RECORD_FLAGS;

export function recordHelpText(): string {
  const rows = Object.entries<RecordFlag>(RECORD_FLAGS).map(([name, { description, value }]) => {
    const flag = `--${name}${value === undefined ? '' : ` ${value}`}`;
    return `  ${flag.padEnd(26)}${description}`;
  });
  return `usage: stillnode record --from URL --out FOLDER [what to record]…

Asks a real node, writes its answers to FOLDER, and what they need: mints, lookup tables, token accounts, programs. Then: stillnode FOLDER

${rows.join('\n')}

All of what to record may be repeated. Ends with 0, with 1 if the node fails or lacks something, with 2 if the command cannot be understood.
`;
}

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
    throw new CliError(`${file} is not a list of calls: nothing was asked`, true);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CliError(`cannot read ${file}: ${reasonOf(error)}`, true);
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
 * Reads the arguments behind `record`. Undefined: help is wanted.
 *
 * @throws CliError for wrong arguments; no message has the URL
 */
export function parseRecordOptions(args: readonly string[]): RecordOptions | undefined {
  const flags = readTokens(args);
  if (flags.some(({ name }) => name === 'help')) return undefined;
  const subjects: Subject[] = [];
  for (const flag of flags) addFlag(subjects, flag);
  const last = (name: RecordFlagName): string => flags.findLast((flag) => flag.name === name)?.value ?? '';
  const url = last('from');
  const out = last('out');
  if (url === '') refuse('record needs a node to ask: --from URL');
  if (out === '') refuse('record needs a folder to write to: --out FOLDER');
  if (subjects.length === 0) refuse('record needs something to record, such as --address ADDRESS');
  return { url, out, subjects };
}

interface GivenFlag {
  readonly name: RecordFlagName;
  readonly value: string;
}

function readTokens(args: readonly string[]): GivenFlag[] {
  const options = Object.fromEntries(
    Object.entries(RECORD_FLAGS).map(([name, flag]) => {
      const type: 'string' | 'boolean' = 'value' in flag ? 'string' : 'boolean';
      return [name, { type, multiple: true }];
    }),
  );
  try {
    const { tokens } = parseArgs({ args, options, allowPositionals: false, strict: true, tokens: true });
    return tokens.flatMap((token) =>
      token.kind === 'option' ? [{ name: token.name as RecordFlagName, value: token.value ?? '' }] : [],
    );
  } catch (error) {
    throw new CliError(`${usageFault(error as Error & { readonly code?: string })}; see stillnode record --help`, true);
  }
}

/** A word without a flag is not repeated: it may be the URL. */
function usageFault(error: Error & { readonly code?: string }): string {
  if (error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
    return 'record takes flags only: there is a word without one';
  return usageText(error, Object.keys(RECORD_FLAGS));
}

function addFlag(subjects: Subject[], { name, value }: GivenFlag): void {
  switch (name) {
    case 'slot':
      subjects.push(readSlots(value));
      break;
    case 'signature':
      if (!isSignatureText(value)) refuse(`--signature needs a signature, not ${JSON.stringify(value)}`);
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
    refuse(`--slot needs a slot, or the first and the last one as A..B, not ${JSON.stringify(value)}`);
  if (last - first >= MAX_SLOTS) refuse(`--slot takes at most ${MAX_SLOTS} slots at a time`);
  return { kind: 'slots', first, last };
}

function readAddress(name: RecordFlagName, value: string): string {
  return isAddressText(value) ? value : refuse(`--${name} needs an address, not ${JSON.stringify(value)}`);
}

function readInteger(name: RecordFlagName, value: string, max: bigint): bigint {
  const number = /^\d{1,20}$/.test(value) ? BigInt(value) : -1n;
  if (number >= 0n && number <= max) return number;
  return refuse(`--${name} must be a whole number from 0 to ${max}, not ${JSON.stringify(value)}`);
}

function readLimit(value: string): number {
  return Number(readInteger('limit', value, BigInt(MAX_LIMIT)));
}

function readMemcmp(value: string): JsonObject {
  const [, offset = '', bytes = ''] = /^(\d+):([1-9A-HJ-NP-Za-km-z]*)$/.exec(value) ?? [];
  if (offset === '') refuse(`--memcmp needs an offset and bytes, OFFSET:BASE58, not ${JSON.stringify(value)}`);
  if (decodeBase58(bytes).length > MAX_FILTER_BYTES) refuse(`--memcmp compares at most ${MAX_FILTER_BYTES} bytes`);
  return { offset: readInteger('memcmp', offset, U64_MAX), bytes, encoding: 'base58' };
}

function addFilter(subjects: Subject[], name: RecordFlagName, filter: JsonValue): void {
  changeLast(subjects, 'program', name, (subject) => ({ ...subject, filters: [...subject.filters, filter] }));
  const changed = subjects.at(-1);
  if (changed?.kind === 'program' && changed.filters.length > MAX_FILTERS)
    refuse(`a --program has at most ${MAX_FILTERS} filters`);
}

type SubjectOf<K extends Subject['kind']> = Extract<Subject, { readonly kind: K }>;

function changeLast<K extends 'address' | 'program'>(
  subjects: Subject[],
  kind: K,
  name: RecordFlagName,
  change: (subject: SubjectOf<K>) => SubjectOf<K>,
): void {
  const index = subjects.findLastIndex((subject) => subject.kind === kind);
  if (index < 0) refuse(`--${name} belongs to the --${kind} before it, and there is none`);
  subjects[index] = change(subjects[index] as SubjectOf<K>);
}

function readCalls(file: string): Subject[] {
  return readRequestsFile(file).map(({ method, params }) => ({ kind: 'call', method, params }));
}

function refuse(message: string): never {
  throw new CliError(message, true);
}
