import { decodeBase58 } from '../codec/base58.ts';
import { rpcErrors } from '../errors.ts';
import { ADDRESS_BYTES, type Address, SIGNATURE_BYTES, type Signature } from '../model/address.ts';

const MAX_ADDRESS_TEXT = 44;
const MAX_SIGNATURE_TEXT = 88;

/** Any 32 bytes are an address; a point off the curve is none of our business. */
export function readAddress(text: string): Address {
  assertKey(text, ADDRESS_BYTES, MAX_ADDRESS_TEXT);
  return text as Address;
}

export function readSignature(text: string): Signature {
  assertKey(text, SIGNATURE_BYTES, MAX_SIGNATURE_TEXT);
  return text as Signature;
}

function assertKey(text: string, size: number, maxText: number): void {
  // the node counts bytes of text before it looks at them
  if (text.length > maxText || Buffer.byteLength(text) > maxText) throw rpcErrors.invalidParam('WrongSize');
  if (decoded(text).length !== size) throw rpcErrors.invalidParam('WrongSize');
}

function decoded(text: string): Uint8Array {
  try {
    return decodeBase58(text);
  } catch {
    throw rpcErrors.invalidParam('Invalid');
  }
}
