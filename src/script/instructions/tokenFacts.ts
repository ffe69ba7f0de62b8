import { fixedSupplyTexts, multisigOf, requireMint, tokenAccountOf } from '../../runtime/accounts/tokens.ts';
import type { Address } from '../../solana/address.ts';
import { ScriptError } from '../../syntax/scriptError.ts';
import type { BuildContext } from './scriptInstruction.ts';

/**
 * The facts about accounts that token instructions need.
 * @module
 */

/** A mint as instructions need it. */
export interface MintFacts {
  readonly address: Address;
  /** token program of the mint */
  readonly program: Address;
  readonly decimals: number;
}

/** @throws ScriptError for a missing mint */
export function mintFacts({ accounts }: BuildContext, address: Address): MintFacts {
  const { account, mint } = requireMint(accounts, address);
  return { address, program: account.owner, decimals: mint.decimals };
}

/** The token account itself, or for a wallet its associated token account. */
export function tokenAccountFor({ names, accounts }: BuildContext, holder: Address, mint: MintFacts): Address {
  const isTokenAccount = names.isAssociated(holder) || tokenAccountOf(accounts.get(holder)) !== undefined;
  return isTokenAccount ? holder : names.accountOfWallet(holder, mint.address, mint.program);
}

/** The mint of a token account. @throws ScriptError for a missing account */
export function mintOfTokenAccount(context: BuildContext, address: Address): MintFacts {
  const { names, accounts } = context;
  const token = tokenAccountOf(accounts.get(address));
  if (token === undefined)
    throw new ScriptError(`there is no token account ${names.show(address)} at slot ${accounts.clock.slot}`);
  return mintFacts(context, token.mint);
}

/**
 * The owner of a token account, which is the default authority: of an associated account without data its wallet; any other address is its own
 * owner, and carrying out the instruction reports it.
 */
export function ownerOfTokens({ names, accounts }: BuildContext, address: Address): Address {
  return tokenAccountOf(accounts.get(address))?.owner ?? names.holderOf(address)?.wallet ?? address;
}

/** @throws ScriptError where the mint has no authority */
export function mintAuthority({ accounts }: BuildContext, address: Address): Address {
  const { mintAuthority: authority } = requireMint(accounts, address).mint;
  if (authority !== null) return authority;
  throw new ScriptError(...fixedSupplyTexts(accounts.names, address));
}

/** The members of a multisig that sign for it, as many as it requires; undefined: the authority signs itself. */
export function signersOf({ accounts }: BuildContext, authority: Address): readonly Address[] | undefined {
  const multisig = multisigOf(accounts.get(authority));
  return multisig?.signers.slice(0, multisig.numRequiredSigners);
}
