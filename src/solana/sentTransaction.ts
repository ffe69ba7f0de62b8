import { decodeBase58, encodeBase58 } from '../codec/base58.ts';
import { ADDRESS_BYTES, type Blockhash, SIGNATURE_BYTES, type Signature } from './address.ts';
import { MessageError, MessageReader, readMessage } from './messageWire.ts';
import type { Message, Transaction, TransactionVersion } from './transaction.ts';
import { V1_PREFIX } from './wire.ts';

/**
 * Transactions as a client sends them: read as the node reads them, with its error texts. Bytes after the transaction do not
 * matter, and rules are checked by a second step; the strict reader, for what is in blocks, is in wire.ts.
 *
 * Source   solana transaction 4.1, message 4.1, wincode 0.5.1
 * @module
 */

/** A transaction with the bytes that it was sent as. */
export interface SentTransaction extends Transaction {
  /** what its signers signed, from the version on */
  readonly messageBytes: Uint8Array;
  /** all of it, and nothing that was sent behind it */
  readonly wire: Uint8Array;
  /** whether something was sent behind it */
  readonly hasMore: boolean;
}

const VERSION_BIT = 0x80;
/** version, header and config mask are before it */
const V1_BLOCKHASH_OFFSET = 8;

/** @throws MessageError where the bytes are no transaction */
export function decodeSentTransaction(bytes: Uint8Array): SentTransaction {
  const reader = new MessageReader(bytes);
  return bytes[0] === V1_PREFIX ? readV1(reader, bytes) : readEnvelope(reader, bytes);
}

/** The message first, then as many signatures as it requires. */
function readV1(reader: MessageReader, bytes: Uint8Array): SentTransaction {
  const message = readMessage(reader);
  const messageBytes = bytes.subarray(0, reader.offset);
  const signatures = readSignatures(reader, message.header.numRequiredSignatures);
  const wire = bytes.subarray(0, reader.offset);
  return { version: 1, signatures, message, messageBytes, wire, hasMore: wire.length < bytes.length };
}

/** Their number, which is one byte, the signatures, then the message. */
function readEnvelope(reader: MessageReader, bytes: Uint8Array): SentTransaction {
  const numSignatures = reader.u8();
  if ((numSignatures & VERSION_BIT) !== 0) throw new MessageError('Custom error: invalid transaction discriminator');
  const signatures = readSignatures(reader, numSignatures);
  const start = reader.offset;
  const message = readMessage(reader);
  const version = versionOf(message);
  if (version === 1) throw new MessageError('Custom error: invalid message version');
  const wire = bytes.subarray(0, reader.offset);
  const hasMore = wire.length < bytes.length;
  return { version, signatures, message, messageBytes: wire.subarray(start), wire, hasMore };
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

/** Behind the header and, but for v1, the keys and their number, which is one byte: a packet does not hold 128 keys. */
function blockhashOffset({ message, version }: Transaction): number {
  if (version === 1) return V1_BLOCKHASH_OFFSET;
  const versionAndHeader = version === 0 ? 4 : 3;
  return versionAndHeader + 1 + message.accountKeys.length * ADDRESS_BYTES;
}
