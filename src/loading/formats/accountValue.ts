/**
 * Accounts as every tool writes them: `{lamports, owner, data, executable, rentEpoch, space?}`, further members ignored.
 *
 * Source   agave 4.1 UiAccount and its decoder
 * @module
 */
import { isBase58Text } from '../../codec/base58.ts';
import { isJsonObject, JsonFloat } from '../../codec/json.ts';
import { U64_MAX } from '../../codec/u64.ts';
import { ZstdError } from '../../codec/unzstd/zstdError.ts';
import { decompressZstd } from '../../codec/unzstd.ts';
import type { Cursor } from '../../document/cursor.ts';
import {
  isObject,
  type Reader,
  readAddress,
  readBase58,
  readBase64,
  readBoolean,
  readText,
  readU32,
  readU64,
  whole,
} from '../../document/readers.ts';
import type { Account } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import type { ParsedData } from '../../model/parsedData.ts';
import { accountOfParsed } from '../../model/recordedAccount.ts';

/** Source   solana system-interface MAX_PERMITTED_DATA_LENGTH */
const MAX_DATA_BYTES = 10 * 1024 * 1024;
const USE_BASE64 = 'record the account with encoding base64';
const WHOLE_ACCOUNT = 'record the whole account, without dataSlice';
/** The node does not encode more than 128 bytes as base58: it sends this text instead. */
const TOO_LARGE_FOR_BASE58 = 'error: data too large for bs58 encoding';

const ENCODINGS: ReadonlyMap<unknown, Reader<Uint8Array>> = new Map<unknown, Reader<Uint8Array>>([
  ['base64', readBase64],
  ['base58', readBase58],
  ['base64+zstd', readCompressed],
]);

/**
 * @param address undefined: it is wrong, which has been reported; the rest is still checked
 */
export function readAccount(
  at: Cursor,
  address: Address | undefined,
  { readData = readAccountData, checkSpace = refuseSpace }: AccountReading = {},
): Account | undefined {
  if (!isObject(at)) return undefined;
  if (isJsonObject(at.member('data').value)) return readParsedAccount(at, address);
  const data = readData(at.member('data'));
  if (data !== undefined) checkSpace(at.member('space'), data.length);
  return whole({ ...readFields(at, address), data });
}

/** Its bytes are worked out later, as far as they follow from its form. */
function readParsedAccount(at: Cursor, address: Address | undefined): Account | undefined {
  const fields = whole(readFields(at, address));
  const parsed = readParsedData(at.member('data'));
  return fields && parsed && accountOfParsed(fields, parsed);
}

function readParsedData(at: Cursor): ParsedData | undefined {
  const { value } = at.member('parsed');
  if (value === undefined) return at.member('parsed').expected('what jsonParsed shows of the data', USE_BASE64);
  const [program, space] = [readText(at.member('program')), readU32(at.member('space'))];
  if (program === undefined || space === undefined) return undefined;
  if (space > MAX_DATA_BYTES) return at.member('space').expected(`at most ${MAX_DATA_BYTES} bytes`);
  return { program, parsed: value, space, known: new Uint8Array() };
}

function readFields(at: Cursor, address: Address | undefined) {
  return {
    address,
    lamports: readU64(at.member('lamports')),
    owner: readAddress(at.member('owner')),
    executable: readBoolean(at.member('executable')),
    rentEpoch: readRentEpoch(at.member('rentEpoch')),
  };
}

interface AccountReading {
  readonly readData?: Reader<Uint8Array>;
  readonly checkSpace?: (at: Cursor, length: number) => void;
}

/** `[text, encoding]`, or base58 text alone as the oldest encoding has it. */
export function readAccountData(at: Cursor): Uint8Array | undefined {
  const { value } = at;
  if (value === TOO_LARGE_FOR_BASE58) return at.refuse('the node left the data out', USE_BASE64);
  if (typeof value === 'string') return readBareData(at, value);
  const encoding = at.item(1);
  if (!Array.isArray(value) || value.length !== 2 || typeof value[0] !== 'string')
    return at.expected('[text, "base64" | "base58" | "base64+zstd"]');
  const read = ENCODINGS.get(encoding.value);
  return read === undefined ? encoding.expected('"base64", "base58" or "base64+zstd"') : read(at.item(0));
}

const BASE64 = /^[A-Za-z\d+/]+={0,2}$/;

function readBareData(at: Cursor, text: string): Uint8Array | undefined {
  if (isBase58Text(text) || !BASE64.test(text)) return readBase58(at);
  return at.expected('base58 text', 'base64 text goes into a list with its encoding: [text, "base64"]');
}

function readCompressed(at: Cursor): Uint8Array | undefined {
  const compressed = readBase64(at);
  try {
    return compressed && decompressZstd(compressed, MAX_DATA_BYTES);
  } catch (error) {
    if (!(error instanceof ZstdError)) throw error;
    return at.refuse(`expected zstd data, found bytes that cannot be decompressed: ${error.message}`);
  }
}

/** JavaScript rounds u64::MAX, the value of every rent-exempt account, to 18446744073709552000, which is 2^64 as a double. */
function readRentEpoch(at: Cursor): bigint | undefined {
  return at.value instanceof JsonFloat && at.value.value === 2 ** 64 ? U64_MAX : readU64(at);
}

/** `space` is the size of the data: if it is larger than the data, the answer was cut off. */
function refuseSpace(at: Cursor, length: number): void {
  const space = largerSpace(at, length);
  if (space !== undefined) at.refuse(`space is ${space}, but data holds ${length} bytes`, WHOLE_ACCOUNT);
}

/** In files for validators `space` may have any value, because validators ignore it. */
export function warnOfSpace(at: Cursor, length: number): void {
  const space = largerSpace(at, length);
  if (space !== undefined) at.warn(`space is ${space}, but data holds ${length} bytes: assumed to be ${length}`);
}

function largerSpace(at: Cursor, length: number): bigint | undefined {
  const space = at.isNothing ? undefined : readU64(at);
  return space !== undefined && space > length ? space : undefined;
}

/** Refuses an account whose request asked for a piece of the data only. */
export function refuseSlice(at: Cursor, params: Cursor | undefined): boolean {
  const config = params?.items().find((param) => isJsonObject(param.value));
  if (config === undefined || config.member('dataSlice').isNothing) return false;
  at.refuse('the data is only a slice of the account’s', WHOLE_ACCOUNT);
  return true;
}
