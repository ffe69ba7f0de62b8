import { Base58Error, decodeBase58 } from '../../codec/base58.ts';
import { Base64Error, type Base64Reason, decodeBase64, symbolValue } from '../../codec/base64.ts';
import { rpcErrors } from '../../errors.ts';
import type { NodeVersion } from '../../nodeVersion.ts';
import type { TransactionEncoding } from '../../solana/rpcWords.ts';
import {
  decodeMessage,
  decodeSentTransaction,
  MessageError,
  type SentTransaction,
} from '../../solana/sentTransaction.ts';
import type { Message } from '../../solana/transaction.ts';

/**
 * Transactions and messages as text. Errors of base58 and base64 are printed as Rust's `{:?}` prints the errors of the node's decoders.
 *
 * Source   bs58 0.5, base64 0.22 and, where the text is a sentence, 0.23
 * @module
 */

export function base58ErrorText({ character, index }: Base58Error): string {
  if (character > '\u007f') return `NonAsciiCharacter { index: ${index} }`;
  return `InvalidCharacter { character: ${quoteChar(character)}, index: ${index} }`;
}

function quoteChar(character: string): string {
  const code = character.charCodeAt(0);
  const named: Record<string, string> = {
    "'": "\\'",
    '\\': '\\\\',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '\0': '\\0',
  };
  return `'${named[character] ?? (code < 0x20 || code === 0x7f ? `\\u{${code.toString(16)}}` : character)}'`;
}

export function base64ErrorText({ reason }: Base64Error, { base64Errors }: NodeVersion): string {
  return base64Errors === 'debug' ? debugTextOf(reason) : displayTextOf(reason);
}

function debugTextOf(reason: Base64Reason): string {
  switch (reason.kind) {
    case 'InvalidByte':
    case 'InvalidLastSymbol':
      return `${reason.kind}(${reason.index}, ${reason.byte})`;
    case 'InvalidLength':
      return `InvalidLength(${reason.length})`;
    case 'InvalidPadding':
      return 'InvalidPadding';
  }
}

function displayTextOf(reason: Base64Reason): string {
  switch (reason.kind) {
    case 'InvalidByte':
      return `Invalid symbol ${reason.byte}, offset ${reason.index}.`;
    case 'InvalidLastSymbol': {
      const { byte, index } = reason;
      const decoded = symbolValue(byte).toString(2).padStart(8, '0');
      return `Invalid last symbol 0x${byte.toString(16)} ('${String.fromCharCode(byte)}') at offset ${index}, decoded as 0b${decoded}.`;
    }
    case 'InvalidLength':
      return `Invalid input length: ${reason.length}`;
    case 'InvalidPadding':
      return 'Invalid padding';
  }
}

/** @throws RpcError invalidBase58 or invalidBase64 */
function readEncodedBytes(text: string, encoding: 'base58' | 'base64', version: NodeVersion): Uint8Array {
  return encoding === 'base64' ? readBase64(text, version) : readBase58(text);
}

function readBase58(text: string): Uint8Array {
  try {
    return decodeBase58(text);
  } catch (error) {
    if (error instanceof Base58Error) throw rpcErrors.invalidBase58(base58ErrorText(error));
    throw error;
  }
}

function readBase64(text: string, version: NodeVersion): Uint8Array {
  try {
    return decodeBase64(text);
  } catch (error) {
    if (error instanceof Base64Error) throw rpcErrors.invalidBase64(base64ErrorText(error, version));
    throw error;
  }
}

/** Bytes of what is sent, and of its text. */
interface SizeLimit {
  readonly encoded: number;
  readonly raw: number;
}

const BASE58_LIMIT: SizeLimit = { encoded: 1683, raw: 1232 };
const BASE64_LIMIT: SizeLimit = { encoded: 1644, raw: 1232 };
const LONG_BASE64_LIMIT: SizeLimit = { encoded: 5464, raw: 4096 };
/** Text of bytes from 0x81 on begins with it, or with what comes later in ASCII. */
const V1_TEXT = 'gQ';

/** Source   agave 4.2 rpc.rs decode_and_deserialize */
function base64Limit(text: string, { longTransactions }: NodeVersion): SizeLimit {
  return longTransactions && text.length >= V1_TEXT.length && text.slice(0, V1_TEXT.length) >= V1_TEXT
    ? LONG_BASE64_LIMIT
    : BASE64_LIMIT;
}

/**
 * A message without signatures, as base64 text. That it keeps the rules for messages is checked later.
 *
 * Source   agave 4.2 rpc.rs decode_and_deserialize
 */
export function readMessage(text: string, version: NodeVersion): Message {
  const limit = base64Limit(text, version);
  const textBytes = Buffer.byteLength(text);
  if (textBytes > limit.encoded) throw rpcErrors.encodedMessageTooLarge(textBytes, limit.encoded, limit.raw);
  const bytes = readBase64(text, version);
  if (bytes.length > limit.raw) throw rpcErrors.messageTooLarge(bytes.length, limit.raw);
  try {
    return decodeMessage(bytes, version);
  } catch (error) {
    if (error instanceof MessageError) throw rpcErrors.undecodableMessage(error.message);
    throw error;
  }
}

/**
 * A transaction to be sent or simulated. That it keeps the rules for transactions is checked later.
 *
 * Source   agave 4.2 rpc.rs send_transaction, decode_and_deserialize
 */
export function readSentTransaction(
  text: string,
  encoding: TransactionEncoding,
  version: NodeVersion,
): SentTransaction {
  if (encoding === 'json' || encoding === 'jsonParsed') throw rpcErrors.unsupportedEncoding(encoding);
  const isBase64 = encoding === 'base64';
  const limit = isBase64 ? base64Limit(text, version) : BASE58_LIMIT;
  const textBytes = Buffer.byteLength(text);
  if (textBytes > limit.encoded)
    throw rpcErrors.encodedTransactionTooLarge(isBase64 ? 'base64' : 'base58', textBytes, limit.encoded, limit.raw);
  const bytes = readEncodedBytes(text, isBase64 ? 'base64' : 'base58', version);
  if (bytes.length > limit.raw) throw rpcErrors.transactionTooLarge(bytes.length, limit.raw);
  try {
    return decodeSentTransaction(bytes, version);
  } catch (error) {
    if (error instanceof MessageError) throw rpcErrors.undecodableTransaction(error.message);
    throw error;
  }
}
