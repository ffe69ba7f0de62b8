import { loadZstd } from '../codec/zstd.ts';
import type { AccountOptions } from './account.ts';
import { type AccountReader, type MintLookup, mintReader } from './mintReader.ts';
import { loadParsers } from './parsers.ts';

/**
 * Loads what an encoding needs (zstd, parsers) and gives the encoder a way to look up mints.
 *
 * Source   agave 4.1 rpc.rs get_encoded_account
 */
export async function prepareAccountOptions(
  request: Pick<AccountOptions, 'encoding' | 'dataSlice' | 'dialect'>,
  reader: AccountReader,
  lookup: MintLookup,
): Promise<AccountOptions> {
  if (request.encoding === 'base64+zstd') return { ...request, zstd: await loadZstd(), parsing: undefined };
  if (request.encoding !== 'jsonParsed') return { ...request, zstd: undefined, parsing: undefined };
  const parsers = await loadParsers();
  return {
    ...request,
    zstd: undefined,
    parsing: { parsers, context: { mintOf: mintReader(parsers, reader, lookup) } },
  };
}
