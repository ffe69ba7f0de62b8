import { rpcErrors } from '../../errors.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { type Account, formIfUnchanged } from '../../solana/account.ts';
import {
  type Address,
  CLOCK_SYSVAR,
  isTokenProgram,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../solana/address.ts';
import type { UiTokenAmount } from '../../solana/meta.ts';
import { PARSERS } from '../../solana/programs/parsers.ts';
import type { MintInfo } from '../../solana/programs/parserTypes.ts';
import { decodeClock } from '../../solana/sysvars.ts';
import { tokenAccountFilters } from '../params/tokenAccountFilters.ts';

/**
 * The program that owns a mint; the mint of wrapped SOL is known without its account.
 *
 * Errors   invalidParam -32602: could not find mint, Token mint could not be unpacked; mintNotRecorded -32603
 * Source   agave 4.1 parsed_token_accounts.rs get_mint_owner_and_additional_data
 */
export function findMintOwner(mint: Address, view: LedgerView): Address {
  if (mint === NATIVE_MINT) return TOKEN_PROGRAM;
  const account = view.account(mint);
  if (account === undefined)
    throw hasRecordedHolding(mint, view)
      ? rpcErrors.mintNotRecorded(mint)
      : rpcErrors.invalidParam('could not find mint');
  if (PARSERS.readTokenSupply(account.data) === undefined)
    throw rpcErrors.invalidParam('Token mint could not be unpacked');
  return account.owner;
}

/** Whether a token account of the mint was recorded as jsonParsed: such a recording needs no mint to show the amount. */
function hasRecordedHolding(mint: Address, view: LedgerView): boolean {
  return [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].some((program) =>
    view
      .accountsOwnedBy(program, tokenAccountFilters({ mint }))
      .some((holding) => formIfUnchanged(holding) !== undefined),
  );
}

/** The token program of a mint. Errors invalidParam -32602, and: not a Token mint */
export function findTokenProgram(mint: Address, view: LedgerView): Address {
  const owner = findMintOwner(mint, view);
  if (!isTokenProgram(owner)) throw rpcErrors.invalidParam('not a Token mint');
  return owner;
}

/** A token program, and one of its mints; undefined: all mints. */
export interface TokenScope {
  readonly programId: Address;
  readonly mint: Address | undefined;
}

/**
 * The filter of token accounts that a request names, resolved against the ledger.
 *
 * Errors   invalidParam -32602: unrecognized Token program id, and those of the mint
 * Source   agave 4.1 rpc.rs get_token_program_id_and_mint
 */
export function resolveTokenScope(
  scope: { readonly mint: Address } | { readonly programId: Address },
  view: LedgerView,
): TokenScope {
  if ('mint' in scope) return { programId: findTokenProgram(scope.mint, view), mint: scope.mint };
  if (!isTokenProgram(scope.programId)) throw rpcErrors.invalidParam('unrecognized Token program id');
  return { programId: scope.programId, mint: undefined };
}

/** A reader of accounts besides those that an answer shows, and the time of the view. */
export interface AccountReader {
  account(address: Address): Account | undefined;
  /** Unix seconds of the tip, for a ledger without a Clock sysvar */
  readonly blockTimeSeconds: bigint | null;
}

/** Whether the mint of wrapped SOL is known without its account, as in lists and most token methods. */
export interface MintLookup {
  readonly knowsNativeMint: boolean;
}

const NATIVE_MINT_DECIMALS = 9;

/**
 * Facts of a mint that amounts need, looked up once in an answer; undefined: the mint does not exist, does not unpack,
 * or has amounts that depend on a time that the ledger lacks.
 *
 * Source   agave 4.1 parsed_token_accounts.rs
 */
export function mintReader(
  reader: AccountReader,
  { knowsNativeMint }: MintLookup,
): (mint: Address) => MintInfo | undefined {
  const mints = new Map<Address, MintInfo | undefined>();
  const now = unixTimestampOf(reader);
  if (knowsNativeMint) mints.set(NATIVE_MINT, { decimals: NATIVE_MINT_DECIMALS, unixTimestamp: now ?? 0n });
  return (mint) => {
    if (!mints.has(mint)) mints.set(mint, readMint(reader.account(mint), now));
    return mints.get(mint);
  };
}

function readMint(account: Account | undefined, now: bigint | undefined): MintInfo | undefined {
  const info = account && PARSERS.readMintInfo(account.data, now ?? 0n);
  const needsTime = info?.interestBearing !== undefined || info?.scaledUiAmount !== undefined;
  return needsTime && now === undefined ? undefined : info;
}

/** The ledger's Clock, else the time of its newest block. */
export function unixTimestampOf(reader: AccountReader): bigint | undefined {
  return decodeClock(reader.account(CLOCK_SYSVAR)?.data)?.unixTimestamp ?? reader.blockTimeSeconds ?? undefined;
}

/**
 * A function that shows amounts of mints that exist and can be unpacked.
 *
 * Errors   timeNotInLedger -32603 for a mint whose amounts change with time
 */
export function tokenAmounts(
  reader: AccountReader,
  lookup: MintLookup,
): (amount: bigint, mint: Address) => UiTokenAmount {
  const mintOf = mintReader(reader, lookup);
  return (amount, mint) => {
    const info = mintOf(mint);
    if (info === undefined) throw rpcErrors.timeNotInLedger();
    return PARSERS.showTokenAmount(amount, info);
  };
}
