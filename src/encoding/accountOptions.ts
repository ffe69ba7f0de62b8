import { loadZstd } from '../codec/zstd.ts';
import type { Account } from '../model/account.ts';
import { type Address, CLOCK_SYSVAR, NATIVE_MINT } from '../model/address.ts';
import type { MintInfo, ParserSet } from '../programs/parsed.ts';
import type { AccountOptions } from './account.ts';
import { loadParsers } from './parsers.ts';

/** The accounts that a parser may need besides the one it parses, and the time there. */
export interface AccountReader {
  account(address: Address): Account | undefined;
  /** Unix seconds of the tip, for a ledger without a Clock sysvar */
  readonly blockTimeSeconds: bigint | null;
}

const CLOCK_BYTES = 40;
const UNIX_TIMESTAMP_OFFSET = 32;
const NATIVE_MINT_DECIMALS = 9;

/**
 * Loads what an encoding needs (zstd, parsers) and says where to look mints up.
 *
 * @param knowsNativeMint lists know the mint of wrapped SOL without its account
 * Source   agave 4.1 rpc.rs get_encoded_account, parsed_token_accounts.rs
 */
export async function prepareAccountOptions(
  request: Pick<AccountOptions, 'encoding' | 'dataSlice' | 'dialect'>,
  reader: AccountReader,
  { knowsNativeMint }: { readonly knowsNativeMint: boolean },
): Promise<AccountOptions> {
  if (request.encoding === 'base64+zstd') return { ...request, zstd: await loadZstd(), parsing: undefined };
  if (request.encoding !== 'jsonParsed') return { ...request, zstd: undefined, parsing: undefined };
  const parsers = await loadParsers();
  return {
    ...request,
    zstd: undefined,
    parsing: { parsers, context: { mintOf: mintReader(parsers, reader, knowsNativeMint) } },
  };
}

/** Looks each mint up once an answer. */
function mintReader(parsers: ParserSet, reader: AccountReader, knowsNativeMint: boolean) {
  const known = new Map<Address, MintInfo | undefined>();
  const now = unixTimestamp(reader);
  if (knowsNativeMint) known.set(NATIVE_MINT, { decimals: NATIVE_MINT_DECIMALS, unixTimestamp: now ?? 0n });
  return (mint: Address): MintInfo | undefined => {
    if (!known.has(mint)) known.set(mint, readMint(mint, parsers, reader, now));
    return known.get(mint);
  };
}

function readMint(
  mint: Address,
  parsers: ParserSet,
  reader: AccountReader,
  now: bigint | undefined,
): MintInfo | undefined {
  const account = reader.account(mint);
  const info = account === undefined ? undefined : parsers.readMintInfo(account.data, now ?? 0n);
  // an amount that depends on the time cannot be told without one
  const needsTime = info?.interestBearing !== undefined || info?.scaledUiAmount !== undefined;
  return needsTime && now === undefined ? undefined : info;
}

/** The ledger's Clock, else the time of its newest block. */
function unixTimestamp(reader: AccountReader): bigint | undefined {
  const clock = reader.account(CLOCK_SYSVAR)?.data;
  if (clock === undefined || clock.length < CLOCK_BYTES) return reader.blockTimeSeconds ?? undefined;
  return new DataView(clock.buffer, clock.byteOffset, clock.byteLength).getBigInt64(UNIX_TIMESTAMP_OFFSET, true);
}
