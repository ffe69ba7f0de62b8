import { isJsonArray } from '../codec/json.ts';
import { COMMITMENTS, type CommitmentWord, readCommitment } from './commitment.ts';
import { readPositional } from './positional.ts';
import { readMembersInOrder } from './sequence.ts';
import { optional, type Param, readStruct, readU64, readVariant, required } from './values.ts';

export interface ContextConfig {
  readonly commitment: CommitmentWord | undefined;
  readonly minContextSlot: bigint | undefined;
}

/** The optional `{commitment, minContextSlot}` that most methods end with. Source agave 4.1 RpcContextConfig */
export function readContextConfig(param: Param): ContextConfig {
  if (param === undefined || param === null) return { commitment: undefined, minContextSlot: undefined };
  const config = readStruct(param, 'RpcContextConfig');
  return { minContextSlot: optional(config.minContextSlot, readU64), commitment: readCommitment(config) };
}

/** The parameters of a method that takes nothing else: `[{commitment, minContextSlot}]`. */
export function readContextParams(params: Param): ContextConfig {
  const [config] = readPositional(params, 0, 1);
  return readContextConfig(config);
}

/**
 * The optional bare `{commitment}` that a few methods end with: unlike in other methods, what is no commitment is refused.
 *
 * Source   solana commitment-config 3.1
 */
export function readBareCommitment(param: Param): CommitmentWord | undefined {
  return optional(param, (value) => {
    if (isJsonArray(value))
      return readMembersInOrder(value, 'struct CommitmentConfig with 1 element', (next) =>
        readVariant(next(), COMMITMENTS),
      );
    const config = readStruct(value, 'CommitmentConfig');
    return readVariant(required(config, 'commitment'), COMMITMENTS);
  });
}
