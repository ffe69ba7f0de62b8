import { Base58Error, decodeBase58 } from '../codec/base58.ts';
import { Base64Error, decodeBase64 } from '../codec/base64.ts';
import { rpcErrors } from '../errors.ts';
import { base58Fault, base64Fault } from './decodeFaults.ts';

/** Bytes that a transaction or a message was sent as. */
export function readBase58(text: string): Uint8Array {
  try {
    return decodeBase58(text);
  } catch (error) {
    if (error instanceof Base58Error) throw rpcErrors.invalidBase58(base58Fault(error));
    throw error;
  }
}

/** The same in the other encoding. */
export function readBase64(text: string): Uint8Array {
  try {
    return decodeBase64(text);
  } catch (error) {
    if (error instanceof Base64Error) throw rpcErrors.invalidBase64(base64Fault(error));
    throw error;
  }
}
