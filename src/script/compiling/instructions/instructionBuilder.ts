import type { Changes } from '../../../runtime/accounts/accountStates.ts';
import { multisigOf, requireMint, tokenAccountOf } from '../../../runtime/accounts/tokens.ts';
import {
  type AccountMeta,
  type CallSite,
  type Instruction,
  readonlyAccount,
  readonlySigner,
} from '../../../runtime/instruction.ts';
import type { Names } from '../../../runtime/names/names.ts';
import type { Address } from '../../../solana/address.ts';
import { ScriptError } from '../../../syntax/scriptError.ts';
import type { ArgumentsOf, InstructionName } from '../../format/instructions.ts';

export interface BuiltInstruction extends Instruction {
  /** whatever the program would do, accounts stay as they are */
  readonly hasNoEffect?: boolean;
  /** lines that its program writes when it begins */
  readonly lines?: readonly string[];
}

/** What a builder can use besides the arguments. */
export interface BuildContext {
  readonly names: Names;
  /** as they are before this instruction */
  readonly accounts: Changes;
  /** of the transaction, if the script gives one */
  readonly payer: Address | undefined;
  readonly site: CallSite;
}

/**
 * Builds an instruction, or several, from its arguments. Undefined: an argument is wrong, which was reported; a ScriptError is
 * reported at the instruction.
 */
export type InstructionBuilder<K extends InstructionName> = (
  args: ArgumentsOf<K>,
  context: BuildContext,
) => BuiltInstruction | readonly BuiltInstruction[] | undefined;

/** A mint as instructions need it. */
export interface MintFacts {
  readonly address: Address;
  /** its token program */
  readonly program: Address;
  readonly decimals: number;
}

/** @throws ScriptError for a missing mint */
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
