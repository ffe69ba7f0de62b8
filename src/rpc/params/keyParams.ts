import { isBase58Text } from '../../codec/base58.ts';
import { rpcErrors } from '../../errors.ts';
import {
  type Address,
  type Blockhash,
  isAddressSized,
  isSignatureSized,
  type Signature,
} from '../../solana/address.ts';

const MAX_ADDRESS_TEXT = 44;
const MAX_SIGNATURE_TEXT = 88;

/** Any 32 bytes are an address; a point off the curve is allowed too. */
export function readAddress(text: string): Address {
  assertKey(text, MAX_ADDRESS_TEXT, isAddressSized);
  return text as Address;
}

export function readSignature(text: string): Signature {
  assertKey(text, MAX_SIGNATURE_TEXT, isSignatureSized);
  return text as Signature;
}

export function readBlockhash(text: string): Blockhash {
  const errorText = keyProblem(text, MAX_ADDRESS_TEXT, isAddressSized);
  if (errorText !== undefined) throw rpcErrors.invalidBlockhash(errorText);
  return text as Blockhash;
}

function assertKey(text: string, maxText: number, isRightSize: (base58: string) => boolean): void {
  const errorText = keyProblem(text, maxText, isRightSize);
  if (errorText !== undefined) throw rpcErrors.invalidParam(errorText);
}

/** The order is the node's: bytes of text, then its characters, then what it decodes to. */
function keyProblem(text: string, maxText: number, isRightSize: (base58: string) => boolean): string | undefined {
  if (text.length > maxText || Buffer.byteLength(text) > maxText) return 'WrongSize';
  if (!isBase58Text(text)) return 'Invalid';
  return isRightSize(text) ? undefined : 'WrongSize';
}
