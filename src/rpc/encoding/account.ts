import { encodeBase58 } from '../../codec/base58.ts';
import { encodeBase64 } from '../../codec/base64.ts';
import { type JsonText, stringifyJson } from '../../codec/jsonText.ts';
import { loadZstd, type Zstd } from '../../codec/zstd.ts';
import type { Dialect } from '../../dialect.ts';
import { rpcErrors } from '../../errors.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import {
  type Account,
  type DataSlice,
  dataLength,
  formIfUnchanged,
  formWithoutBytes,
  UnknownBytesError,
} from '../../solana/account.ts';
import { isTokenProgram } from '../../solana/address.ts';
import { parsersOf } from '../../solana/programs/parsers.ts';
import type { AccountParserContext, ParsedAccount, ParserSet } from '../../solana/programs/parserTypes.ts';
import type { AccountEncoding } from '../../solana/rpcWords.ts';
import { type AccountReader, type MintLookup, mintReader } from './tokenMint.ts';

export type BinaryEncoding = Exclude<AccountEncoding, 'jsonParsed'>;

/** Longer data is not given out in base58. */
const MAX_BASE58_BYTES = 128;

/** The slice of the data; a slice past the end is shorter or empty, never an error. */
function sliceData(data: Uint8Array, slice: DataSlice | undefined): Uint8Array {
  if (slice === undefined) return data;
  const length = BigInt(data.length);
  const start = slice.offset < length ? slice.offset : length;
  const end = start + slice.length < length ? start + slice.length : length;
  return data.subarray(Number(start), Number(end));
}

/**
 * Account data in one of the byte encodings: `["<text>","<encoding>"]`, or bare base58 text for the legacy `binary`.
 *
 * @param zstd needed for base64+zstd only
 * Errors   base58TooLong -32600 for more than 128 bytes of base58
 */
function encodeBytes(data: Uint8Array, encoding: BinaryEncoding, zstd: Zstd | undefined): JsonText {
  switch (encoding) {
    case 'binary':
      return `"${shortBase58(data)}"`;
    case 'base58':
      return `["${shortBase58(data)}","base58"]`;
    case 'base64':
      return `["${encodeBase64(data)}","base64"]`;
    case 'base64+zstd':
      return `["${encodeBase64(zstd!.compress(data))}","base64+zstd"]`;
  }
}

/**
 * The least number of bytes that the text of an account has: that of its data in base64. 0 for encodings whose length is not known before
 * the data are encoded.
 */
export function leastAccountBytes(account: Account, { dataSlice, encoding }: AccountOptions): number {
  return encoding === 'base64' ? 4 * Math.ceil(sliceData(account.data, dataSlice).length / 3) : 0;
}

function shortBase58(data: Uint8Array): string {
  if (data.length > MAX_BASE58_BYTES) throw rpcErrors.base58TooLong();
  return encodeBase58(data);
}

export interface AccountOptions {
  readonly encoding: AccountEncoding;
  readonly dataSlice: DataSlice | undefined;
  readonly dialect: Dialect;
  /** needed for base64+zstd only */
  readonly zstd: Zstd | undefined;
  /** needed for jsonParsed only */
  readonly parsing: AccountParsing | undefined;
}

export interface AccountParsing {
  readonly parsers: ParserSet;
  readonly context: Omit<AccountParserContext, 'version'>;
}

/**
 * An account as every account method shows it; `space` is the whole length whatever the slice.
 *
 * Errors   base58TooLong -32600, bytesNotRecorded -32603 where the account was recorded as jsonParsed
 * Source   agave 4.1 account-decoder encode_ui_account, rpc.rs encode_account
 */
export function encodeAccount(account: Account, options: AccountOptions): JsonText {
  const data = options.encoding === 'jsonParsed' ? encodeParsed(account, options) : encodeSliced(account, options);
  return withData(account, data);
}

/** An account with jsonParsed; undefined if no parser takes the data: lists of token accounts leave it out. */
export function encodeParsedAccount(account: Account, options: AccountOptions): JsonText | undefined {
  const parsed = parsedAccount(account, options);
  return parsed === undefined ? undefined : withData(account, parsedText(parsed, account, options.dialect));
}

function withData(account: Account, dataText: JsonText): JsonText {
  const { executable, lamports, owner, rentEpoch } = account;
  return `{"data":${dataText},"executable":${executable},"lamports":${lamports},"owner":"${owner}","rentEpoch":${rentEpoch},"space":${dataLength(account)}}`;
}

/**
 * An account as notifications show it: in the order of the node's structs, and whole. base58 that would be too long is not an error here,
 * and an account without its bytes is shown as it was recorded.
 *
 * Source   agave 4.1 account-decoder encode_ui_account, executed by rpc_subscriptions.rs
 */
export function encodeNotifiedAccount(account: Account, options: AccountOptions): JsonText {
  const { executable, lamports, owner, rentEpoch } = account;
  const isParsed = options.encoding === 'jsonParsed' || formWithoutBytes(account) !== undefined;
  const dataText = isParsed
    ? notifiedParsed(account, options)
    : notifiedData(sliceData(account.data, options.dataSlice), options);
  return `{"lamports":${lamports},"data":${dataText},"owner":"${owner}","executable":${executable},"rentEpoch":${rentEpoch},"space":${dataLength(account)}}`;
}

/** An account with jsonParsed in a notification; undefined if no parser takes the data. */
export function encodeNotifiedParsed(account: Account, options: AccountOptions): JsonText | undefined {
  return parsedAccount(account, options) === undefined ? undefined : encodeNotifiedAccount(account, options);
}

function notifiedParsed(account: Account, options: AccountOptions): JsonText {
  const parsed = parsedAccount(account, options);
  if (parsed === undefined) return encodeUnparsed(account, options);
  return `{"program":"${parsed.program}","parsed":${stringifyJson(parsed.parsed)},"space":${dataLength(account)}}`;
}

function notifiedData(data: Uint8Array, { encoding, zstd }: AccountOptions): JsonText {
  if (data.length <= MAX_BASE58_BYTES || (encoding !== 'binary' && encoding !== 'base58'))
    return encodeBytes(data, encoding as BinaryEncoding, zstd);
  const text = '"error: data too large for bs58 encoding"';
  return encoding === 'binary' ? text : `[${text},"base58"]`;
}

function encodeSliced(account: Account, { encoding, dataSlice, zstd }: AccountOptions): JsonText {
  return encodeBytes(sliceData(account.data, dataSlice), encoding as BinaryEncoding, zstd);
}

/** Data in jsonParsed. Data that no parser takes is shown as base64: sliced, but whole for the token programs. */
function encodeParsed(account: Account, options: AccountOptions): JsonText {
  const parsed = parsedAccount(account, options);
  return parsed === undefined ? encodeUnparsed(account, options) : parsedText(parsed, account, options.dialect);
}

function encodeUnparsed({ data, owner }: Account, { dataSlice }: AccountOptions): JsonText {
  const slice = isTokenProgram(owner) ? undefined : dataSlice;
  return encodeBytes(sliceData(data, slice), 'base64', undefined);
}

/** The parsed form; the recorded form if no parser takes the bytes, such as those of a token account without its mint. */
export function parsedAccount(account: Account, { parsing }: AccountOptions): ParsedAccount | undefined {
  const form = formIfUnchanged(account);
  if (formWithoutBytes(account) !== undefined) return form;
  try {
    return parsing!.parsers.parseAccount(account, parsing!.context) ?? form;
  } catch (error) {
    // its mint may have been recorded without its bytes
    if (form !== undefined && error instanceof UnknownBytesError) return form;
    throw error;
  }
}

function parsedText({ program, parsed }: ParsedAccount, account: Account, dialect: Dialect): JsonText {
  const data = { parsed, program, space: dataLength(account) };
  return stringifyJson(dialect.parsedAccountNamesProgram ? { ...data, [program]: parsed } : data);
}

/** The readers that some encodings need besides the account. */
export interface AccountEncoders {
  readonly zstd: Zstd | undefined;
  readonly parsers: ParserSet | undefined;
}

/** Loads what an encoding needs: zstd or parsers. Only zstd has to be waited for. */
export function loadAccountEncoders(
  encoding: AccountOptions['encoding'],
  version: NodeVersion,
): AccountEncoders | Promise<AccountEncoders> {
  if (encoding === 'base64+zstd') return loadZstd().then((zstd) => ({ zstd, parsers: undefined }));
  return { zstd: undefined, parsers: encoding === 'jsonParsed' ? parsersOf(version) : undefined };
}

type AccountRequest = Pick<AccountOptions, 'encoding' | 'dataSlice' | 'dialect'>;

/** The options of the encoder, with a way to look up mints. */
export function accountOptions(
  { dataSlice, dialect, encoding }: AccountRequest,
  { parsers, zstd }: AccountEncoders,
  reader: AccountReader,
  lookup: MintLookup,
): AccountOptions {
  const parsing = parsers && { parsers, context: { mintOf: mintReader(reader, lookup) } };
  return { encoding, dataSlice, dialect, zstd, parsing };
}

/**
 * Loads the encoders of a request, and creates the options from them.
 *
 * Source   agave 4.1 rpc.rs get_encoded_account
 */
export function prepareAccountOptions(
  request: AccountRequest,
  reader: AccountReader,
  lookup: MintLookup,
  version: NodeVersion,
): AccountOptions | Promise<AccountOptions> {
  const encoders = loadAccountEncoders(request.encoding, version);
  if (!(encoders instanceof Promise)) return accountOptions(request, encoders, reader, lookup);
  return encoders.then((loaded) => accountOptions(request, loaded, reader, lookup));
}

/** Encodes accounts of a view: at once, unless zstd has to be waited for. */
export function encodeWith(
  request: AccountRequest,
  view: LedgerView,
  lookup: MintLookup,
  encode: (options: AccountOptions) => JsonText,
): JsonText | Promise<JsonText> {
  const options = prepareAccountOptions(request, view, lookup, view.state.protocol.version);
  return options instanceof Promise ? options.then(encode) : encode(options);
}
