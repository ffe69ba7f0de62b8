import { loadZstd, type Zstd } from '../codec/zstd.ts';
import type { ParserSet } from '../programs/parsed.ts';
import type { AccountOptions } from './account.ts';
import { type AccountReader, type MintLookup, mintReader } from './mintReader.ts';
import { loadParsers } from './parsers.ts';

/** What some encodings need besides the account. */
export interface AccountEncoders {
  readonly zstd: Zstd | undefined;
  readonly parsers: ParserSet | undefined;
}

/** Loads what an encoding needs: zstd or parsers. */
export async function loadAccountEncoders(encoding: AccountOptions['encoding']): Promise<AccountEncoders> {
  return {
    zstd: encoding === 'base64+zstd' ? await loadZstd() : undefined,
    parsers: encoding === 'jsonParsed' ? await loadParsers() : undefined,
  };
}

type Request = Pick<AccountOptions, 'encoding' | 'dataSlice' | 'dialect'>;

/** Gives the encoder a way to look up mints. */
export function accountOptions(
  { dataSlice, dialect, encoding }: Request,
  { parsers, zstd }: AccountEncoders,
  reader: AccountReader,
  lookup: MintLookup,
): AccountOptions {
  const parsing = parsers && { parsers, context: { mintOf: mintReader(parsers, reader, lookup) } };
  return { encoding, dataSlice, dialect, zstd, parsing };
}

/**
 * Both in one.
 *
 * Source   agave 4.1 rpc.rs get_encoded_account
 */
export async function prepareAccountOptions(
  request: Request,
  reader: AccountReader,
  lookup: MintLookup,
): Promise<AccountOptions> {
  return accountOptions(request, await loadAccountEncoders(request.encoding), reader, lookup);
}
