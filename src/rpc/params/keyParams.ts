import { isBase58Text } from '../../codec/base58.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
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
  const fault = faultOf(text, MAX_ADDRESS_TEXT, isAddressSized);
  if (fault !== undefined) throw rpcErrors.invalidBlockhash(fault);
  return text as Blockhash;
}

function assertKey(text: string, maxText: number, isRightSize: (base58: string) => boolean): void {
  const fault = faultOf(text, maxText, isRightSize);
  if (fault !== undefined) throw rpcErrors.invalidParam(fault);
}

/** The order is the node's: bytes of text, then its characters, then what it decodes to. */
function faultOf(text: string, maxText: number, isRightSize: (base58: string) => boolean): string | undefined {
  if (text.length > maxText || Buffer.byteLength(text) > maxText) return 'WrongSize';
  if (!isBase58Text(text)) return 'Invalid';
  return isRightSize(text) ? undefined : 'WrongSize';
}

/**
 * A tuple, or a struct that is written as an array of its members. They are read in order: one that is missing is noticed in
 * its turn, that there are too many at the end.
 *
 * Source   serde 1.0.228 `visit_seq` as derived; serde_json 1.0.149
 * @param want what the node calls the whole, e.g. `a tuple of size 2`
 * @param read takes one value a call of `next`
 * @param wantNoMore the node's text for what it expected instead of a longer array; it differs inside a flattened struct
 */
export function readMembersInOrder<T>(
  values: readonly JsonValue[],
  want: string,
  read: (next: () => JsonValue) => T,
  wantNoMore = 'fewer elements in array',
): T {
  const invalidLength = (expected: string) =>
    rpcErrors.invalidParams(`invalid length ${values.length}, expected ${expected}`);
  let taken = 0;
  const result = read(() => {
    const value = values[taken++];
    if (value === undefined) throw invalidLength(want);
    return value;
  });
  if (values.length > taken) throw invalidLength(wantNoMore);
  return result;
}
