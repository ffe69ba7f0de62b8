import { rpcErrors } from '../errors.ts';
import { decodeMessage, MessageError } from '../model/messageWire.ts';
import type { Message } from '../model/transaction.ts';
import { readBase64 } from './binaryText.ts';

/** bytes of one packet, and of their base64 text */
const MAX_BYTES = 1232;
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
  if (bytes.length > MAX_BYTES) throw rpcErrors.messageTooLarge(bytes.length);
  try {
    return decodeMessage(bytes);
  } catch (error) {
    if (error instanceof MessageError) throw rpcErrors.undecodableMessage(error.message);
    throw error;
  }
}
