import { ACCOUNT_ENCODINGS, type AccountEncoding } from '../../solana/rpcWords.ts';
import { dialectWords, named, optional, withDefault } from './paramType.ts';
import { struct } from './structType.ts';
import { commitment, u64, usize } from './usualTypes.ts';

/**
 * What a client asks of accounts.
 *
 * Source   agave 4.1 RpcAccountInfoConfig
 */

const dataSlice = named('DataSlice', struct('UiDataSliceConfig', { offset: usize, length: usize }));
const words = dialectWords(ACCOUNT_ENCODINGS, 'binary');
const encoding = { ...words, schema: { ...words.schema, description: '`binary` is bare base58 text.' } };

const others = { dataSlice: optional(dataSlice), commitment, minContextSlot: optional(u64) };

/** The members of a configuration whose default encoding depends on the dialect. */
export const accountMembers = { encoding: optional(encoding), ...others };

/** The configuration of a method that has no other members. */
export function accountConfig(defaultEncoding: AccountEncoding) {
  return struct('RpcAccountInfoConfig', { encoding: withDefault(encoding, defaultEncoding), ...others });
}
