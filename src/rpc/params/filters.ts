import { Base58Error, decodeBase58 } from '../../codec/base58.ts';
import { Base64Error, decodeBase64 } from '../../codec/base64.ts';
import { areBytes, isJsonArray, type JsonValue } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import { type AccountFilter, TOKEN_ACCOUNT_STATE } from '../../solana/accountFilter.ts';
import { anyOf, listOf } from '../openrpc/schema.ts';
import { TEXT, U8 } from '../openrpc/schemas.ts';
import { base58ErrorText, base64ErrorText } from './messageParams.ts';
import {
  checked,
  flattenedWords,
  list,
  type NodeRules,
  paramType,
  type TypeOf,
  UNIT,
  variants,
  withDefault,
} from './paramType.ts';
import { flattened, struct } from './structType.ts';
import { u64, usize } from './usualTypes.ts';

const MAX_FILTERS = 4;
const MAX_BYTES = 128;
const MAX_BASE58_TEXT = 175;
const MAX_BASE64_TEXT = 172;

const BYTES_ENCODINGS = ['base58', 'base64', 'bytes'] as const;
type BytesEncoding = (typeof BYTES_ENCODINGS)[number];

const memcmp = struct('Memcmp', {
  offset: usize,
  ...flattened({
    bytes: paramType(anyOf(TEXT, listOf(U8, MAX_BYTES)), readEncodedBytes),
    encoding: withDefault(flattenedWords(BYTES_ENCODINGS), 'base58'),
  }),
});

const filter = variants({ dataSize: u64, memcmp, tokenAccountState: UNIT });

/**
 * Filters of accounts; the bytes of a filter are checked when their count is right.
 *
 * Source   agave 4.1 RpcFilterType, Memcmp, MemcmpEncodedBytes; rpc.rs verify_filter
 */
export const filters = list(checked(filter, accountFilter), {
  maxItems: MAX_FILTERS,
  assertLength(length) {
    if (length > MAX_FILTERS) throw rpcErrors.tooManyFilters(MAX_FILTERS);
  },
});

function readEncodedBytes(value: JsonValue): string | Uint8Array {
  if (typeof value === 'string') return value;
  if (isJsonArray(value) && areBytes(value)) return Uint8Array.from(value);
  throw rpcErrors.invalidParams('data did not match any variant of untagged enum DataType');
}

function accountFilter(filterJson: TypeOf<typeof filter>, { version }: NodeRules): AccountFilter {
  if (filterJson === 'tokenAccountState') return TOKEN_ACCOUNT_STATE;
  if ('dataSize' in filterJson) return { kind: 'dataSize', size: filterJson.dataSize };
  const { bytes, encoding, offset } = filterJson.memcmp;
  return { kind: 'memcmp', offset, bytes: decodeBytes(bytes, encoding, version) };
}

function decodeBytes(bytes: string | Uint8Array, encoding: BytesEncoding, version: NodeVersion): Uint8Array {
  const decoded = typeof bytes === 'string' ? decodeText(bytes, encoding, version) : bytes;
  if (decoded.length > MAX_BYTES) throw rpcErrors.invalidParam('DataTooLarge');
  return decoded;
}

function decodeText(text: string, encoding: BytesEncoding, version: NodeVersion): Uint8Array {
  const isBase64 = encoding === 'base64';
  if (Buffer.byteLength(text) > (isBase64 ? MAX_BASE64_TEXT : MAX_BASE58_TEXT))
    throw rpcErrors.invalidParam('DataTooLarge');
  try {
    return isBase64 ? decodeBase64(text) : decodeBase58(text);
  } catch (error) {
    if (error instanceof Base58Error) throw rpcErrors.invalidParam(`Base58DecodeError(${base58ErrorText(error)})`);
    if (error instanceof Base64Error)
      throw rpcErrors.invalidParam(`Base64DecodeError(${base64ErrorText(error, version)})`);
    throw error;
  }
}
