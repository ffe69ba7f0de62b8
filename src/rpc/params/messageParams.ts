import { Base58Error, decodeBase58 } from '../../codec/base58.ts';
import { Base64Error, decodeBase64 } from '../../codec/base64.ts';
import { rpcErrors } from '../../errors.ts';
import {
  decodeMessage,
  decodeSentTransaction,
  MessageError,
  type SentTransaction,
} from '../../solana/sentTransaction.ts';
import type { Message } from '../../solana/transaction.ts';
import type { TransactionEncoding } from './historyConfig.ts';

/**
 * What is wrong with base58 and base64 text, as Rust's `{:?}` prints the errors of the node's decoders.
 *
 * Source   bs58 0.5, base64 0.22
 * @module
 */

export function base58Fault({ character, index }: Base58Error): string {
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

export function base64Fault({ fault }: Base64Error): string {
  switch (fault.kind) {
    case 'InvalidByte':
    case 'InvalidLastSymbol':
      return `${fault.kind}(${fault.index}, ${fault.byte})`;
    case 'InvalidLength':
      return `InvalidLength(${fault.length})`;
    case 'InvalidPadding':
      return 'InvalidPadding';
  }
}

/** Bytes that a transaction or a message was sent as. */
function readBase58(text: string): Uint8Array {
  try {
    return decodeBase58(text);
  } catch (error) {
    if (error instanceof Base58Error) throw rpcErrors.invalidBase58(base58Fault(error));
    throw error;
  }
}

/** The same in the other encoding. */
function readBase64(text: string): Uint8Array {
  try {
    return decodeBase64(text);
  } catch (error) {
    if (error instanceof Base64Error) throw rpcErrors.invalidBase64(base64Fault(error));
    throw error;
  }
}

/** bytes of one packet, and of their base64 text */
const MAX_MESSAGE_BYTES = 1232;
const MAX_BASE64_TEXT = 1644;

/**
 * A message without signatures, as base64 text. That it keeps the rules for messages is checked later.
 *
 * Source   agave 4.1 rpc.rs decode_and_deserialize
 */
export function readMessage(text: string): Message {
  const textBytes = Buffer.byteLength(text);
  if (textBytes > MAX_BASE64_TEXT) throw rpcErrors.encodedMessageTooLarge(textBytes);
  const bytes = readBase64(text);
  if (bytes.length > MAX_MESSAGE_BYTES) throw rpcErrors.messageTooLarge(bytes.length);
  try {
    return decodeMessage(bytes);
  } catch (error) {
    if (error instanceof MessageError) throw rpcErrors.undecodableMessage(error.message);
    throw error;
  }
}

/** bytes of one packet, whatever the version */
const MAX_BYTES = 1232;

interface TextForm {
  readonly name: string;
  /** bytes of UTF-8 */
  readonly maxText: number;
  readonly decode: (text: string) => Uint8Array;
}

const BASE58: TextForm = { name: 'base58', maxText: 1683, decode: readBase58 };
const BASE64: TextForm = { name: 'base64', maxText: 1644, decode: readBase64 };

/** Those that a transaction can be sent in. */
const FORMS: Readonly<Record<TransactionEncoding, TextForm | undefined>> = {
  binary: BASE58,
  base58: BASE58,
  base64: BASE64,
  json: undefined,
  jsonParsed: undefined,
};

/**
 * A transaction to be sent or simulated. That it keeps the rules for transactions is checked later.
 *
 * Source   agave 4.1 rpc.rs send_transaction, decode_and_deserialize
 */
export function readSentTransaction(text: string, encoding: TransactionEncoding): SentTransaction {
  const form = FORMS[encoding];
  if (form === undefined) throw rpcErrors.unsupportedEncoding(encoding);
  const textBytes = Buffer.byteLength(text);
  if (textBytes > form.maxText) throw rpcErrors.encodedTransactionTooLarge(form.name, textBytes, form.maxText);
  const bytes = form.decode(text);
  if (bytes.length > MAX_BYTES) throw rpcErrors.transactionTooLarge(bytes.length);
  try {
    return decodeSentTransaction(bytes);
  } catch (error) {
    if (error instanceof MessageError) throw rpcErrors.undecodableTransaction(error.message);
    throw error;
  }
}
