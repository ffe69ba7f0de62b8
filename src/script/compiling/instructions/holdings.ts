import type { Address } from '../../../model/address.ts';
import { multisigOf, requireMint, tokenAccountOf } from '../../../runtime/accounts/tokens.ts';
import type { AccountMeta } from '../../../runtime/instruction.ts';
import { readonlyAccount, readonlySigner } from '../../../runtime/instruction.ts';
import { ScriptError } from '../scriptError.ts';
import type { BuildContext } from './builder.ts';

/** A mint as instructions need it. */
export interface MintFacts {
  readonly address: Address;
  /** its token program */
  readonly program: Address;
  readonly decimals: number;
}

/** @throws ScriptError where there is no such mint */
export function mintFacts({ accounts }: BuildContext, address: Address): MintFacts {
  const { account, mint } = requireMint(accounts, address);
  return { address, program: account.owner, decimals: mint.decimals };
}

/** The token account itself, or where a wallet keeps its tokens of this mint. */
export function holdingOf({ names, accounts }: BuildContext, given: Address, mint: MintFacts): Address {
  const isTokenAccount = names.isAssociated(given) || tokenAccountOf(accounts.get(given)) !== undefined;
  return isTokenAccount ? given : names.accountOfWallet(given, mint.address, mint.program);
}

/** The mint of a token account that is given directly. */
export function mintOfHolding(context: BuildContext, address: Address): MintFacts {
  const { names, accounts } = context;
  const token = tokenAccountOf(accounts.get(address));
  if (token === undefined)
    throw new ScriptError(`there is no token account ${names.show(address)} at slot ${accounts.moment.slot}`);
  return mintFacts(context, token.mint);
}

/** The default authority: the owner. A wallet without a token account is reported when the instruction is carried out. */
export function ownerOf({ names, accounts }: BuildContext, address: Address): Address {
  return tokenAccountOf(accounts.get(address))?.owner ?? names.holderOf(address)?.wallet ?? address;
}

/** The authority signs, or as many members of a multisig as it requires. */
export function authorityAccounts({ accounts }: BuildContext, authority: Address): readonly AccountMeta[] {
  const multisig = multisigOf(accounts.get(authority));
  if (multisig === undefined) return [readonlySigner(authority)];
  const signers = multisig.signers.slice(0, multisig.numRequiredSigners);
  return [readonlyAccount(authority), ...signers.map(readonlySigner)];
}
