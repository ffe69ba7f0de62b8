import type { Account } from '../model/account.ts';
import { type Address, CLOCK_SYSVAR, NATIVE_MINT } from '../model/address.ts';
import { decodeClock } from '../model/clock.ts';
import type { MintInfo, ParserSet } from '../programs/parsed.ts';

/** Where an answer looks up accounts besides those that it shows, and the time there. */
export interface AccountReader {
  account(address: Address): Account | undefined;
  /** Unix seconds of the tip, for a ledger without a Clock sysvar */
  readonly blockTimeSeconds: bigint | null;
}

/** Lists, and most of the token methods, know the mint of wrapped SOL without its account. */
export interface MintLookup {
  readonly knowsNativeMint: boolean;
}

const NATIVE_MINT_DECIMALS = 9;

/**
 * What amounts need of a mint, looked up once an answer; undefined where it is not there, does not unpack, or has amounts that
 * depend on a time that the ledger does not have.
 *
 * Source   agave 4.1 parsed_token_accounts.rs
 */
export function mintReader(
  parsers: ParserSet,
  reader: AccountReader,
  { knowsNativeMint }: MintLookup,
): (mint: Address) => MintInfo | undefined {
  const known = new Map<Address, MintInfo | undefined>();
  const now = unixTimestamp(reader);
  if (knowsNativeMint) known.set(NATIVE_MINT, { decimals: NATIVE_MINT_DECIMALS, unixTimestamp: now ?? 0n });
  return (mint) => {
    if (!known.has(mint)) known.set(mint, readMint(reader.account(mint), parsers, now));
    return known.get(mint);
  };
}

function readMint(account: Account | undefined, parsers: ParserSet, now: bigint | undefined): MintInfo | undefined {
  const info = account && parsers.readMintInfo(account.data, now ?? 0n);
  const needsTime = info?.interestBearing !== undefined || info?.scaledUiAmount !== undefined;
  return needsTime && now === undefined ? undefined : info;
}

/** The ledger's Clock, else the time of its newest block. */
function unixTimestamp(reader: AccountReader): bigint | undefined {
  return decodeClock(reader.account(CLOCK_SYSVAR)?.data)?.unixTimestamp ?? reader.blockTimeSeconds ?? undefined;
}
