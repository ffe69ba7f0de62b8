import type { JsonObject, JsonValue } from '../codec/json.ts';
import { RpcError, rpcErrors } from '../errors.ts';
import type { Address } from '../model/address.ts';
import { type CommitmentWord, readCommitment } from '../params/commitment.ts';
import { readAddress } from '../params/keys.ts';
import { type Param, readStruct } from '../params/values.ts';

/** What a reader of keys refuses is refused with a text of its own. */
export function readOrRefuse<T>(read: () => T, fault: string): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RpcError) throw rpcErrors.invalidSubscriptionParam(fault);
    throw error;
  }
}

export function readPubkey(text: string): Address {
  return readOrRefuse(() => readAddress(text), 'Invalid pubkey provided');
}

/** An optional configuration object, and the commitment in it: finalized where it names none. */
export function readConfig(param: Param, name: string): JsonObject & { readonly commitment: CommitmentWord } {
  const config = readStruct((param ?? {}) as JsonValue, name);
  return { ...config, commitment: readCommitment(config) ?? 'finalized' };
}

/** A word that needs a value beside it. */
export function refuseBareVariant(word: string, needsValue: string): void {
  if (word === needsValue) throw rpcErrors.invalidParams('invalid type: unit variant, expected newtype variant');
}
