import { Base58Error, decodeBase58 } from '../../codec/base58.ts';
import { Base64Error, decodeBase64 } from '../../codec/base64.ts';
import { isJsonArray, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { type AccountFilter, TOKEN_ACCOUNT_STATE } from '../../solana/accountFilter.ts';
import { base58Fault, base64Fault } from './messageParams.ts';
import {
  knownVariant,
  optional,
  readFlattenedVariant,
  readSequence,
  readSingleKey,
  readStruct,
  readU64,
  readVariant,
  required,
} from './paramValues.ts';

const MAX_FILTERS = 4;
const MAX_BYTES = 128;
const MAX_BASE58_TEXT = 175;
const MAX_BASE64_TEXT = 172;

const KINDS = ['dataSize', 'memcmp', 'tokenAccountState'] as const;
const BYTES_ENCODINGS = ['base58', 'base64', 'bytes'] as const;

/** A filter whose shape is right; its bytes are looked at later, when the program id and the count are known to be. */
export type UncheckedFilter = () => AccountFilter;

/** Source   agave 4.1 RpcFilterType, Memcmp, MemcmpEncodedBytes */
export function readFilters(value: JsonValue): readonly UncheckedFilter[] {
  return readSequence(value).map(readFilter);
}

/** Source   agave 4.1 rpc.rs: count first, then each filter's bytes */
export function checkFilters(filters: readonly UncheckedFilter[]): readonly AccountFilter[] {
  if (filters.length > MAX_FILTERS) throw rpcErrors.tooManyFilters(MAX_FILTERS);
  return filters.map((check) => check());
}

function readFilter(value: JsonValue): UncheckedFilter {
  if (typeof value === 'string') {
    if (knownVariant(value, KINDS) === 'tokenAccountState') return () => TOKEN_ACCOUNT_STATE;
    throw rpcErrors.invalidParams('invalid type: unit variant, expected newtype variant');
  }
  const [key, content] = readSingleKey(value);
  switch (knownVariant(key, KINDS)) {
    case 'dataSize': {
      const size = readU64(content);
      return () => ({ kind: 'dataSize', size });
    }
    case 'memcmp':
      return readMemcmp(readStruct(content, 'Memcmp'));
    case 'tokenAccountState':
      readVariant({ [key]: content }, KINDS);
      return () => TOKEN_ACCOUNT_STATE;
  }
}

function readMemcmp(memcmp: JsonObject): UncheckedFilter {
  const offset = readU64(required(memcmp, 'offset'), 'usize');
  const bytes = memcmp.bytes === undefined ? undefined : readEncodedBytes(memcmp.bytes);
  const encoding = optional(memcmp.encoding, (value) => readFlattenedVariant(value, BYTES_ENCODINGS)) ?? 'base58';
  if (bytes === undefined) required(memcmp, 'bytes');
  return () => ({ kind: 'memcmp', offset, bytes: decodeBytes(bytes!, encoding) });
}

function readEncodedBytes(value: JsonValue): string | Uint8Array {
  if (typeof value === 'string') return value;
  if (isJsonArray(value) && value.every(isByte)) return Uint8Array.from(value);
  throw rpcErrors.invalidParams('data did not match any variant of untagged enum DataType');
}

function isByte(value: JsonValue): value is number {
  return typeof value === 'number' && value >= 0 && value <= 255;
}

function decodeBytes(bytes: string | Uint8Array, encoding: (typeof BYTES_ENCODINGS)[number]): Uint8Array {
  const decoded = typeof bytes === 'string' ? decodeText(bytes, encoding) : bytes;
  if (decoded.length > MAX_BYTES) throw rpcErrors.invalidParam('DataTooLarge');
  return decoded;
}

function decodeText(text: string, encoding: (typeof BYTES_ENCODINGS)[number]): Uint8Array {
  const isBase64 = encoding === 'base64';
  if (Buffer.byteLength(text) > (isBase64 ? MAX_BASE64_TEXT : MAX_BASE58_TEXT))
    throw rpcErrors.invalidParam('DataTooLarge');
  try {
    return isBase64 ? decodeBase64(text) : decodeBase58(text);
  } catch (error) {
    if (error instanceof Base58Error) throw rpcErrors.invalidParam(`Base58DecodeError(${base58Fault(error)})`);
    if (error instanceof Base64Error) throw rpcErrors.invalidParam(`Base64DecodeError(${base64Fault(error)})`);
    throw error;
  }
}
