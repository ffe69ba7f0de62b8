import type { JsonValue } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { COMMITMENTS, type Commitment, type ConfirmedCommitment, DEFAULT_COMMITMENT } from '../../solana/rpcWords.ts';
import {
  ADDRESS,
  AT_LEAST_CONFIRMED,
  BLOCKHASH,
  BOOLEAN,
  COMMITMENT,
  I64,
  SIGNATURE,
  TEXT,
  U8,
  U64,
} from '../openrpc/schemas.ts';
import { readAddress, readBlockhash, readSignature } from './keyParams.ts';
import {
  checked,
  type LengthLimit,
  named,
  type OptionalType,
  optional,
  type ParamType,
  paramType,
  words,
} from './paramType.ts';
import { readBoolean, readFlattenedVariant, readI64, readString, readU8, readU64 } from './serde.ts';
import { struct } from './structType.ts';

/** The values and configurations that many methods take. */

export const boolean = paramType(BOOLEAN, readBoolean);
export const text = paramType(TEXT, readString);
export const u8 = paramType(U8, readU8);
export const u64 = paramType(U64, (value) => readU64(value));
export const i64 = paramType(I64, readI64);
/** An integer of the node's memory: a count, a limit. */
export const usize = paramType(U64, (value) => readU64(value, 'usize'));

/** A text that is decoded with the other parameters, and checked after them. */
export const address = checked(text, readAddress, ADDRESS);
export const signature = checked(text, readSignature, SIGNATURE);
export const blockhash = checked(text, readBlockhash, BLOCKHASH);
/** An address that is checked when it is used. */
export const uncheckedAddress = paramType(ADDRESS, readString);

/** An integer whose limits the method checks itself. */
export function within<T extends bigint | number>(
  type: ParamType<T>,
  minimum: number,
  maximum: number | bigint,
): ParamType<T> {
  return { ...type, schema: { type: 'integer', minimum, maximum } };
}

/** A limit with the error that most methods have. */
export function upTo(maxItems: number): LengthLimit {
  return {
    maxItems,
    assertLength(length) {
      if (length > maxItems) throw rpcErrors.tooManyInputs(maxItems);
    },
  };
}

/** `commitment` of most configurations: an unknown word is ignored, because the node flattens the struct that has it. */
export const commitment: OptionalType<Commitment | undefined> = {
  ...optional(paramType(COMMITMENT, ignoringMistakes)),
  isFlattened: true,
};

function ignoringMistakes(value: JsonValue): Commitment | undefined {
  try {
    return readFlattenedVariant(value, COMMITMENTS);
  } catch {
    return undefined;
  }
}

/** Whether `commitment` of a configuration has an effect. */
export function isCommitment(value: JsonValue): boolean {
  return ignoringMistakes(value) !== undefined;
}

/** `commitment` of methods about blocks and transactions, which are not given out before they are confirmed. */
export const confirmedCommitment = { ...commitment, schema: AT_LEAST_CONFIRMED };

/** The commitment of a method about blocks and transactions. @throws RpcError commitmentBelowConfirmed */
export function atLeastConfirmed(commitment: Commitment = DEFAULT_COMMITMENT): ConfirmedCommitment {
  if (commitment === 'processed') throw rpcErrors.commitmentBelowConfirmed();
  return commitment;
}

/** The configuration of most methods. Source agave 4.1 RpcContextConfig */
export const contextConfig = named(
  'ContextConfig',
  struct('RpcContextConfig', { commitment, minContextSlot: optional(u64) }),
);

/** The configuration of methods about blocks and transactions. */
export const confirmedConfig = named(
  'ConfirmedConfig',
  struct('RpcContextConfig', { commitment: confirmedCommitment, minContextSlot: optional(u64) }),
);

/** An object with only a commitment, of which an unknown word is refused. Source solana commitment-config 3.1 */
export const bareCommitment = checked(
  named('CommitmentConfig', struct('CommitmentConfig', { commitment: { ...words(COMMITMENTS), schema: COMMITMENT } })),
  ({ commitment }) => commitment,
);

export interface ContextConfig {
  readonly commitment: Commitment | undefined;
  readonly minContextSlot: bigint | undefined;
}
