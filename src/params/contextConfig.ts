import { isJsonArray, type JsonValue } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import { readU64Value } from './accountConfig.ts';
import { COMMITMENTS, type CommitmentWord, readCommitment } from './commitment.ts';
import { optional, type Param, readStruct, readVariant, required } from './values.ts';

export interface ContextConfig {
  readonly commitment: CommitmentWord | undefined;
  readonly minContextSlot: bigint | undefined;
}

/** The optional `{commitment, minContextSlot}` that most methods end with. Source agave 4.1 RpcContextConfig */
export function readContextConfig(param: Param): ContextConfig {
  if (param === undefined || param === null) return { commitment: undefined, minContextSlot: undefined };
  const config = readStruct(param, 'RpcContextConfig');
  return { minContextSlot: optional(config.minContextSlot, readU64Value), commitment: readCommitment(config) };
}

const COMMITMENT_CONFIG = 'struct CommitmentConfig';

/**
 * The optional bare `{commitment}` that a few methods end with: unlike everywhere else, what is no commitment is refused.
 *
 * Source   solana commitment-config 3.1; serde 1.0.228
 */
export function readBareCommitment(param: Param): CommitmentWord | undefined {
  return optional(param, (value) => {
    if (isJsonArray(value)) return readCommitmentTuple(value);
    const config = readStruct(value, 'CommitmentConfig');
    return readVariant(required(config, 'commitment'), COMMITMENTS);
  });
}

function readCommitmentTuple(values: readonly JsonValue[]): CommitmentWord {
  const [first] = values;
  if (first === undefined)
    throw rpcErrors.invalidParams(`invalid length 0, expected ${COMMITMENT_CONFIG} with 1 element`);
  const commitment = readVariant(first, COMMITMENTS);
  if (values.length === 1) return commitment;
  throw rpcErrors.invalidParams(`invalid length ${values.length}, expected fewer elements in array`);
}
