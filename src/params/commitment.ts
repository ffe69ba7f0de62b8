import { isJsonObject, type JsonObject, type JsonValue } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import { type Param, readSingleKey, readVariant } from './values.ts';

export const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const;
export type CommitmentWord = (typeof COMMITMENTS)[number];

/**
 * The commitment a configuration object names; an unknown one is ignored, as in the node.
 *
 * Source   serde 1.0.228 `flatten` and ContentDeserializer
 */
export function readCommitment(config: JsonObject): CommitmentWord | undefined {
  const value: Param = config.commitment;
  if (value === undefined) return undefined;
  try {
    return readVariant(wordOf(value), COMMITMENTS);
  } catch {
    return undefined;
  }
}

/** `{"word": {}}` is that word: where the node flattens a struct, it takes an empty object for null. */
function wordOf(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const [word, content] = readSingleKey(value);
  return isJsonObject(content) && Object.keys(content).length === 0 ? word : value;
}

/** Blocks and transactions are not given out before they are confirmed. */
export function atLeastConfirmed(commitment: CommitmentWord): 'confirmed' | 'finalized' {
  if (commitment === 'processed') throw rpcErrors.commitmentBelowConfirmed();
  return commitment;
}
