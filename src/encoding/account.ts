import { type JsonText, stringifyJson } from '../codec/json.ts';
import type { Zstd } from '../codec/zstd.ts';
import type { Dialect } from '../dialect.ts';
import { type Account, type DataSlice, opaqueForm } from '../model/account.ts';
import { isTokenProgram } from '../model/address.ts';
import { UnknownBytesError } from '../model/parsedData.ts';
import { dataLength, recordedForm } from '../model/recordedAccount.ts';
import type { AccountParserContext, ParsedAccount, ParserSet } from '../programs/parsed.ts';
import { type BinaryEncoding, encodeBytes, MAX_BASE58_BYTES, sliceData } from './accountData.ts';

export interface AccountOptions {
  readonly encoding: BinaryEncoding | 'jsonParsed';
  readonly dataSlice: DataSlice | undefined;
  readonly dialect: Dialect;
  /** needed for base64+zstd only */
  readonly zstd: Zstd | undefined;
  /** needed for jsonParsed only */
  readonly parsing: AccountParsing | undefined;
}

export interface AccountParsing {
  readonly parsers: ParserSet;
  readonly context: AccountParserContext;
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

/** The same with jsonParsed, or undefined where no parser takes the data: lists of token accounts leave those out. */
export function encodeParsedAccount(account: Account, options: AccountOptions): JsonText | undefined {
  const parsed = parsedAccount(account, options);
  return parsed === undefined ? undefined : withData(account, parsedText(parsed, account, options.dialect));
}

function withData(account: Account, dataText: JsonText): JsonText {
  const { executable, lamports, owner, rentEpoch } = account;
  return `{"data":${dataText},"executable":${executable},"lamports":${lamports},"owner":"${owner}","rentEpoch":${rentEpoch},"space":${dataLength(account)}}`;
}

/**
 * An account as notifications show it: in the order of the node's structs, and whole. base58 that would be too long is no error here,
 * and an account without its bytes is shown as it was recorded.
 *
 * Source   agave 4.1 account-decoder encode_ui_account, executed by rpc_subscriptions.rs
 */
export function encodeNotifiedAccount(account: Account, options: AccountOptions): JsonText {
  const { executable, lamports, owner, rentEpoch } = account;
  const isParsed = options.encoding === 'jsonParsed' || opaqueForm(account) !== undefined;
  const dataText = isParsed ? notifiedParsed(account, options) : notifiedData(account.data, options);
  return `{"lamports":${lamports},"data":${dataText},"owner":"${owner}","executable":${executable},"rentEpoch":${rentEpoch},"space":${dataLength(account)}}`;
}

/** The same with jsonParsed, or undefined where no parser takes the data. */
export function encodeNotifiedParsed(account: Account, options: AccountOptions): JsonText | undefined {
  return parsedAccount(account, options) === undefined ? undefined : encodeNotifiedAccount(account, options);
}

function notifiedParsed(account: Account, options: AccountOptions): JsonText {
  const parsed = parsedAccount(account, options);
  if (parsed === undefined) return encodeBytes(account.data, 'base64', undefined);
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

/** What no parser takes is shown as base64: sliced, but whole for the token programs. */
function encodeParsed(account: Account, options: AccountOptions): JsonText {
  const parsed = parsedAccount(account, options);
  if (parsed !== undefined) return parsedText(parsed, account, options.dialect);
  const slice = isTokenProgram(account.owner) ? undefined : options.dataSlice;
  return encodeBytes(sliceData(account.data, slice), 'base64', undefined);
}

/** What jsonParsed shows; what was recorded stands in where no parser takes the bytes, such as those of a token account without its mint. */
export function parsedAccount(account: Account, { parsing }: AccountOptions): ParsedAccount | undefined {
  const form = recordedForm(account);
  if (opaqueForm(account) !== undefined) return form;
  try {
    return parsing!.parsers.parseAccount(account, parsing!.context) ?? form;
  } catch (error) {
    // its mint may have been recorded without its bytes
    if (form !== undefined && error instanceof UnknownBytesError) return form;
    throw error;
  }
}

function parsedText({ program, parsed }: ParsedAccount, account: Account, dialect: Dialect): JsonText {
  const shown = { parsed, program, space: dataLength(account) };
  return stringifyJson(dialect.parsedAccountNamesProgram ? { ...shown, [program]: parsed } : shown);
}
