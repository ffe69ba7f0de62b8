/**
 * Transactions whose bytes are known or can be rebuilt: the forms json, base64, base58 and bare base58 text.
 * @module
 */
import { BytesError } from '../../codec/byteReader.ts';
import type { Cursor } from '../../document/cursor.ts';
import { readBase58, readBase64, readList, readSignature } from '../../document/readers.ts';
import { isMemoProgram } from '../../model/address.ts';
import type { WireTransaction } from '../../model/block.ts';
import type { Transaction, TransactionVersion } from '../../model/transaction.ts';
import { decodeTransaction, encodeTransaction } from '../../model/wire.ts';
import { readMessage } from './message.ts';
import { readMeta } from './meta.ts';
import type { Placement } from './placement.ts';
import { versionByShape } from './version.ts';

/** `transaction` is `[text, encoding]` or base58 text alone; the version is read from the bytes. */
export function readEncoded(
  at: Cursor,
  placement: Placement,
  version: TransactionVersion | undefined,
): WireTransaction | undefined {
  const form = at.member('transaction');
  const wire = readBytes(form);
  const transaction = wire && checked(form, () => decodeTransaction(wire, at.reading.addresses.names));
  if (version !== undefined && transaction !== undefined && transaction.version !== version)
    return at.member('version').expected(`the version of the transaction, ${JSON.stringify(transaction.version)}`);
  return withMeta(at, placement, wire, transaction);
}

/** `transaction` is `{signatures, message}` with instructions that are not parsed. */
export function readUnencoded(
  at: Cursor,
  placement: Placement,
  givenVersion: TransactionVersion | undefined,
): WireTransaction | undefined {
  const form = at.member('transaction');
  const signatures = readList(form.member('signatures'), readSignature);
  const version = givenVersion ?? versionByShape(form.member('message'));
  const message = readMessage(form.member('message'), version);
  const transaction = signatures && message && { version, signatures, message };
  const wire = transaction && checked(form, () => encodeTransaction(transaction));
  return withMeta(at, placement, wire, wire && transaction);
}

function readBytes(form: Cursor): Uint8Array | undefined {
  if (typeof form.value === 'string') return readBase58(form);
  const encoding = form.item(1);
  if (encoding.value === 'base64') return readBase64(form.item(0));
  if (encoding.value === 'base58') return readBase58(form.item(0));
  return encoding.expected('"base64" or "base58"');
}

function checked<T>(at: Cursor, convert: () => T): T | undefined {
  try {
    return convert();
  } catch (error) {
    if (!(error instanceof BytesError)) throw error;
    const offset = error.offset > 0 ? `, at byte ${error.offset}` : '';
    return at.refuse(`expected a transaction that a node would accept, found ${error.message}${offset}`);
  }
}

function withMeta(
  at: Cursor,
  placement: Placement,
  wire: Uint8Array | undefined,
  transaction: Transaction | undefined,
): WireTransaction | undefined {
  const meta = readMeta(at.member('meta'), transaction);
  if (meta === undefined || wire === undefined || transaction === undefined) return undefined;
  const { message, signatures, version } = transaction;
  const signature = signatures[0]!;
  const { accountKeys, recentBlockhash } = message;
  const namesMemo = accountKeys.some(isMemoProgram);
  return {
    kind: 'wire',
    signature,
    ...placement,
    err: meta?.err ?? null,
    version,
    wire,
    accountKeys,
    namesMemo,
    recentBlockhash,
    meta,
  };
}
