import type { JsonObject } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import { type Param, readFlattenedVariant } from './values.ts';

export const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const;
export type CommitmentWord = (typeof COMMITMENTS)[number];

/** The commitment a configuration object names; an unknown one is ignored, as in the node. */
export function readCommitment(config: JsonObject): CommitmentWord | undefined {
  const value: Param = config.commitment;
  if (value === undefined) return undefined;
  try {
    return readFlattenedVariant(value, COMMITMENTS);
  } catch {
    return undefined;
  }
}

/** Blocks and transactions are not given out before they are confirmed. */
export function atLeastConfirmed(commitment: CommitmentWord): 'confirmed' | 'finalized' {
  if (commitment === 'processed') throw rpcErrors.commitmentBelowConfirmed();
  return commitment;
}
