import { rpcErrors } from '../errors.ts';
import { MessageError } from '../model/messageWire.ts';
import { decodeSentTransaction, type SentTransaction } from '../model/sentTransaction.ts';
import { readBase58, readBase64 } from './binaryText.ts';
import type { TransactionEncoding } from './historyConfig.ts';

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
