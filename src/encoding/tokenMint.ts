import { rpcErrors } from '../errors.ts';
import { type Address, isTokenProgram, NATIVE_MINT, TOKEN_PROGRAM } from '../model/address.ts';
import type { ParserSet } from '../programs/parsed.ts';
import type { AccountReader } from './mintReader.ts';
import { loadParsers } from './parsers.ts';

/**
 * The program that owns a mint; the mint of wrapped SOL is known without its account.
 *
 * Errors   invalidParam -32602: could not find mint, Token mint could not be unpacked
 * Source   agave 4.1 parsed_token_accounts.rs get_mint_owner_and_additional_data
 */
export function findMintOwner(mint: Address, reader: AccountReader, parsers: ParserSet): Address {
  if (mint === NATIVE_MINT) return TOKEN_PROGRAM;
  const account = reader.account(mint);
  if (account === undefined) throw rpcErrors.invalidParam('could not find mint');
  if (parsers.readTokenSupply(account.data) === undefined)
    throw rpcErrors.invalidParam('Token mint could not be unpacked');
  return account.owner;
}

/** The same, where it must be a token program. Errors invalidParam -32602, besides: not a Token mint */
export function findTokenProgram(mint: Address, reader: AccountReader, parsers: ParserSet): Address {
  const owner = findMintOwner(mint, reader, parsers);
  if (!isTokenProgram(owner)) throw rpcErrors.invalidParam('not a Token mint');
  return owner;
}

/** One token program, and a mint of it where only one is meant. */
export interface TokenPlace {
  readonly programId: Address;
  readonly mint: Address | undefined;
}

/**
 * The filter of token accounts that a request names, resolved against the ledger.
 *
 * Errors   invalidParam -32602: unrecognized Token program id, and those of the mint
 * Source   agave 4.1 rpc.rs get_token_program_id_and_mint
 */
export async function resolveTokenScope(
  scope: { readonly mint: Address } | { readonly programId: Address },
  reader: AccountReader,
): Promise<TokenPlace> {
  if ('mint' in scope)
    return { programId: findTokenProgram(scope.mint, reader, await loadParsers()), mint: scope.mint };
  if (!isTokenProgram(scope.programId)) throw rpcErrors.invalidParam('unrecognized Token program id');
  return { programId: scope.programId, mint: undefined };
}
