import { decodeBase58, encodeBase58 } from '../codec/base58.ts';
import { ByteReader } from '../codec/bytes.ts';
import type { NodeVersion } from '../nodeVersion.ts';
import { ADDRESS_BYTES, type Blockhash, SIGNATURE_BYTES, type Signature } from './address.ts';
import {
  configMaskError,
  HEADER_BYTES,
  headerOf,
  PLAIN_TEXTS,
  readLookups,
  readStatic,
  readV1,
  VERSION_BIT,
} from './messageWire.ts';
import type { Message, Transaction, TransactionVersion } from './transaction.ts';
import { V1_PREFIX } from './wireV1.ts';

/**
 * Messages and transactions as a client sends them: read as the node reads them, with its error texts. Bytes behind them do not
 * matter, and rules are checked by a second step; the strict reader, for what is in blocks, is in wire.ts.
 *
 * Source   solana transaction 4.1, message 4.1, wincode 0.5.1
 * @module
 */

/** Bytes that are not a message, with the text of the node's decoder. */
export class MessageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MessageError';
  }
}

/** The node refuses a count if its list would take more than 4 MiB. Only lists of table lookups can, at 80 bytes a lookup. */
const LIST_LIMIT_BYTES = 4 << 20;
const LOOKUP_BYTES = 80;

/** Reads as the node does; the error for missing bytes names their number. */
class MessageReader extends ByteReader {
  protected override tooShort(length: number): Error {
    return new MessageError(`Attempting to read ${length} bytes`);
  }

  override shortVec(): number {
    let value = 0;
    for (let i = 0; i < 3; i++) {
      const byte = this.u8();
      if (i > 0 && byte === 0) throw new MessageError('Invalid value: short u16: non-canonical encoding');
      if (i === 2 && byte > 3)
        throw new MessageError('Sequence length would overflow length encoding scheme: u16::MAX');
      value += (byte & 0x7f) << (7 * i);
      if ((byte & 0x80) === 0) break;
    }
    return value;
  }
}

/** The rules of a node version for reading v1. */
type V1Rules = Pick<NodeVersion, 'readsV1Strictly'>;

function checkMask(mask: number): void {
  if (configMaskError(mask) !== undefined) throw new MessageError('Invalid value: invalid transaction config mask');
}

/** @throws MessageError */
export function decodeMessage(bytes: Uint8Array, rules: V1Rules): Message {
  return readMessage(new MessageReader(bytes), rules);
}

function readMessage(reader: MessageReader, { readsV1Strictly }: V1Rules): Message {
  const first = reader.u8();
  if ((first & VERSION_BIT) === 0)
    return readStatic(reader, headerOf([first, ...reader.take(HEADER_BYTES - 1)]), PLAIN_TEXTS);
  const version = first & ~VERSION_BIT;
  if (version === 1) return readV1(reader, PLAIN_TEXTS, readsV1Strictly ? checkMask : undefined);
  if (version !== 0) throw new MessageError(`Invalid tag encoding: ${version}`);
  const message = readStatic(reader, headerOf(reader.take(HEADER_BYTES)), PLAIN_TEXTS);
  return { ...message, addressTableLookups: readLookups(reader, readLookupCount(reader), PLAIN_TEXTS) };
}

function readLookupCount(reader: MessageReader): number {
  const count = reader.shortVec();
  const bytes = count * LOOKUP_BYTES;
  if (bytes > LIST_LIMIT_BYTES)
    throw new MessageError(
      `Encoded sequence length exceeded preallocation limit of ${LIST_LIMIT_BYTES} bytes (needed ${bytes} bytes)`,
    );
  return count;
}

/** A transaction with the bytes that it was sent as. */
export interface SentTransaction extends Transaction {
  /** the signed bytes, from the version on */
  readonly messageBytes: Uint8Array;
  /** the bytes of the transaction, without bytes that were sent after it */
  readonly wire: Uint8Array;
  /** whether more bytes were sent after it */
  readonly hasMore: boolean;
}

/** version, header and config mask are before it */
const V1_BLOCKHASH_OFFSET = 8;

/** @throws MessageError where the bytes are not a transaction */
export function decodeSentTransaction(bytes: Uint8Array, rules: V1Rules): SentTransaction {
  const reader = new MessageReader(bytes);
  return bytes[0] === V1_PREFIX ? readSentV1(reader, rules) : readEnvelope(reader, rules);
}

/** The message first, then as many signatures as it requires. */
function readSentV1(reader: MessageReader, rules: V1Rules): SentTransaction {
  const message = readMessage(reader, rules);
  const messageBytes = reader.bytes.subarray(0, reader.offset);
  const signatures = readSignatures(reader, message.header.numRequiredSignatures);
  const wire = reader.bytes.subarray(0, reader.offset);
  return { version: 1, signatures, message, messageBytes, wire, hasMore: reader.remaining > 0 };
}

/** Reads the number of signatures (one byte), the signatures, then the message. */
function readEnvelope(reader: MessageReader, rules: V1Rules): SentTransaction {
  const numSignatures = reader.u8();
  if ((numSignatures & VERSION_BIT) !== 0) throw new MessageError('Custom error: invalid transaction discriminator');
  const signatures = readSignatures(reader, numSignatures);
  const start = reader.offset;
  const message = readMessage(reader, rules);
  const version = versionOf(message);
  if (version === 1) throw new MessageError('Custom error: invalid message version');
  const wire = reader.bytes.subarray(0, reader.offset);
  return { version, signatures, message, messageBytes: wire.subarray(start), wire, hasMore: reader.remaining > 0 };
}

function readSignatures(reader: MessageReader, count: number): Signature[] {
  const bytes = reader.take(count * SIGNATURE_BYTES);
  return Array.from({ length: count }, (_, i) => {
    const start = i * SIGNATURE_BYTES;
    return encodeBase58(bytes.subarray(start, start + SIGNATURE_BYTES)) as Signature;
  });
}

function versionOf({ addressTableLookups, transactionConfig }: Message): TransactionVersion {
  if (transactionConfig !== undefined) return 1;
  return addressTableLookups === undefined ? 'legacy' : 0;
}

/** A transaction that names another blockhash; its signatures stay, though they are not of this message. */
export function withRecentBlockhash(transaction: SentTransaction, recentBlockhash: Blockhash): SentTransaction {
  const { message, messageBytes, signatures, version } = transaction;
  const wire = Uint8Array.from(transaction.wire);
  const start = version === 1 ? 0 : 1 + signatures.length * SIGNATURE_BYTES;
  wire.set(decodeBase58(recentBlockhash), start + blockhashOffset(transaction));
  return {
    ...transaction,
    message: { ...message, recentBlockhash },
    messageBytes: wire.subarray(start, start + messageBytes.length),
    wire,
  };
}

/**
 * The offset of the blockhash: after the header and, except in v1, the keys and their number (one byte: a packet has fewer than 128).
 */
function blockhashOffset({ message, version }: Transaction): number {
  if (version === 1) return V1_BLOCKHASH_OFFSET;
  const versionAndHeader = version === 0 ? 4 : 3;
  return versionAndHeader + 1 + message.accountKeys.length * ADDRESS_BYTES;
}
