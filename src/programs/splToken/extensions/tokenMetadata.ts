import type { ByteReader } from '../../../codec/byteReader.ts';
import type { JsonObject, JsonValue } from '../../../codec/json.ts';
import { readAddress } from '../../../model/wireParts.ts';
import { readString } from '../instructionLayout.ts';
import { readOptionalAddress } from '../pod.ts';

/**
 * Value of extension 19: two addresses, three strings, then a u32 count of pairs of strings. What follows is ignored.
 *
 * Source   spl-token-metadata-interface 0.8 `TokenMetadata`, borsh
 */
export function readTokenMetadata(value: ByteReader): JsonObject {
  return {
    updateAuthority: readOptionalAddress(value),
    mint: readAddress(value),
    name: readString(value),
    symbol: readString(value),
    uri: readString(value),
    additionalMetadata: readPairs(value),
  };
}

/** A count that the bytes cannot hold ends where they end. */
function readPairs(value: ByteReader): JsonValue {
  const count = value.u32();
  const pairs: JsonValue[] = [];
  for (let i = 0; i < count; i++) pairs.push([readString(value), readString(value)]);
  return pairs;
}
