import { ACCOUNT_ENCODINGS, type AccountEncoding } from '../../solana/rpcWords.ts';
import { dialectWords, named, optional, withDefault } from './paramType.ts';
import { struct } from './structType.ts';
import { commitment, u64, usize } from './usualTypes.ts';

/**
 * The configurations of methods that show accounts.
 *
 * Source   agave 4.1 RpcAccountInfoConfig
 */

const dataSlice = named('DataSlice', struct('UiDataSliceConfig', { offset: usize, length: usize }));
const encodings = dialectWords(ACCOUNT_ENCODINGS, 'binary');
const encoding = { ...encodings, schema: { ...encodings.schema, description: '`binary` is bare base58 text.' } };

const commonMembers = { dataSlice: optional(dataSlice), commitment, minContextSlot: optional(u64) };

/** The members of a configuration whose default encoding depends on the dialect. */
export const accountMembers = { encoding: optional(encoding), ...commonMembers };

/** The configuration of a method that has no other members. */
export function accountConfig(defaultEncoding: AccountEncoding) {
  return struct('RpcAccountInfoConfig', { encoding: withDefault(encoding, defaultEncoding), ...commonMembers });
}
