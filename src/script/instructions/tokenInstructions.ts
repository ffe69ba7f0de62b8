import type { Changes } from '../../runtime/accounts/accountStates.ts';
import { withNewExtensions } from '../../runtime/accounts/tokenBytes.ts';
import { accountExtensionsFor, requireRules } from '../../runtime/accounts/tokenLayouts.ts';
import { requireTokenProgram } from '../../runtime/accounts/tokens.ts';
import { createAccountCall } from '../../runtime/programs/system/systemCalls.ts';
import { tokenData } from '../../runtime/programs/token/tokenData.ts';
import { type Address, TOKEN_PROGRAM } from '../../solana/address.ts';
import { readonlyAccount, writableAccount } from '../../solana/instruction.ts';
import { MINT_BYTES, TOKEN_ACCOUNT_BYTES } from '../../solana/programs/splToken/layout.ts';
import { described, named, object, optional, u8 } from '../../syntax/syntax.ts';
import { type AddressNode, type AmountNode, address, amount } from '../../syntax/values.ts';
import { readUnits } from '../compiling/tokenUnits.ts';
import { type BuildContext, resolveEach, scriptInstruction } from './scriptInstruction.ts';
import {
  authorityAccounts,
  type MintFacts,
  mintAuthority,
  mintFacts,
  mintOfTokenAccount,
  ownerOfTokens,
  tokenAccountFor,
} from './tokenFacts.ts';

const holder = named('holder', described(address, 'a token account, or a wallet, which means its associated account'));
const ownerOfFrom = optional(address, 'default: the owner of from');
const payer = optional(address, "default: the transaction's, else the owner");
const transferArguments = { mint: address, from: holder, to: holder, amount, authority: ownerOfFrom };

/** Instructions of Token and Token-2022. */
export const TOKEN_INSTRUCTIONS = {
  transferTokens: scriptInstruction(
    object(transferArguments, 'Moves tokens, without naming the mint on chain.'),
    (args, context) => {
      const move = readMove(args, context, [args.from, args.to]);
      if (move === undefined) return undefined;
      const { accounts, authority, mint, units } = move;
      return {
        program: mint.program,
        accounts: [...accounts.map(writableAccount), ...authority],
        data: tokenData.transfer(units),
      };
    },
  ),

  transferChecked: scriptInstruction(
    object(transferArguments, 'Moves tokens, naming mint and decimals on chain.'),
    (args, context) => {
      const move = readMove(args, context, [args.from, args.to]);
      if (move === undefined) return undefined;
      const { accounts, authority, mint, units } = move;
      const [from, to] = accounts.map(writableAccount);
      return {
        program: mint.program,
        accounts: [from!, readonlyAccount(mint.address), to!, ...authority],
        data: tokenData.transferChecked(units, mint.decimals),
      };
    },
  ),

  mintTo: scriptInstruction(
    object(
      { mint: address, to: holder, amount, authority: optional(address, 'default: the authority of the mint') },
      'Makes new tokens.',
    ),
    (args, context) => {
      const move = readMove(args, context, [args.to], mintAuthority);
      if (move === undefined) return undefined;
      const { accounts, authority, mint, units } = move;
      return {
        program: mint.program,
        accounts: [...[mint.address, ...accounts].map(writableAccount), ...authority],
        data: tokenData.mintTo(units),
      };
    },
  ),

  burn: scriptInstruction(
    object({ mint: address, from: holder, amount, authority: ownerOfFrom }, 'Destroys tokens.'),
    (args, context) => {
      const move = readMove(args, context, [args.from]);
      if (move === undefined) return undefined;
      const { accounts, authority, mint, units } = move;
      return {
        program: mint.program,
        accounts: [...[...accounts, mint.address].map(writableAccount), ...authority],
        data: tokenData.burn(units),
      };
    },
  ),

  approve: scriptInstruction(
    object(
      {
        from: described(address, 'a token account'),
        to: described(address, 'the delegate'),
        amount,
        authority: ownerOfFrom,
      },
      'Lets a delegate spend tokens.',
    ),
    (args, context) => {
      const keys = resolveEach(context, { from: args.from, to: args.to });
      if (keys === undefined) return undefined;
      const { decimals, program } = mintOfTokenAccount(context, keys.from);
      const units = readUnits(args.amount, decimals);
      const authority = readAuthority(args, context, () => ownerOfTokens(context, keys.from));
      if (units === undefined || authority === undefined) return undefined;
      return {
        program,
        accounts: [writableAccount(keys.from), readonlyAccount(keys.to), ...authorityAccounts(context, authority)],
        data: tokenData.approve(units),
      };
    },
  ),

  closeTokenAccount: scriptInstruction(
    object(
      {
        account: address,
        to: described(address, 'receives its lamports'),
        authority: optional(address, 'default: the owner'),
      },
      'Closes an empty token account.',
    ),
    (args, context) => {
      const keys = resolveEach(context, { account: args.account, to: args.to });
      if (keys === undefined) return undefined;
      const { program } = mintOfTokenAccount(context, keys.account);
      const authority = readAuthority(args, context, () => ownerOfTokens(context, keys.account));
      if (authority === undefined) return undefined;
      return {
        program,
        accounts: [...[keys.account, keys.to].map(writableAccount), ...authorityAccounts(context, authority)],
        data: tokenData.closeAccount(),
      };
    },
  ),

  createMint: scriptInstruction(
    object(
      {
        mint: address,
        decimals: u8,
        authority: address,
        payer: optional(address, "default: the transaction's, else the authority"),
        program: optional(address, 'default: $token'),
      },
      'Creates a mint: two instructions.',
    ),
    ({ decimals, ...words }, context) => {
      const { names } = context;
      const keys = resolveEach(context, words);
      if (keys === undefined) return undefined;
      const { authority, mint, program = TOKEN_PROGRAM } = keys;
      requireTokenProgram(names, program);
      names.setTokenProgram(mint, program);
      return [
        createAccountCall(keys.payer ?? context.payer ?? authority, mint, exempt(MINT_BYTES, program, context)),
        { program, accounts: [writableAccount(mint)], data: tokenData.initializeMint2(decimals, authority) },
      ];
    },
  ),

  createTokenAccount: scriptInstruction(
    object(
      { account: address, mint: address, owner: address, payer },
      'Creates a token account at a given address: two instructions.',
    ),
    (words, context) => {
      const keys = resolveEach(context, words);
      if (keys === undefined) return undefined;
      const { account, mint, owner } = keys;
      const { program } = mintFacts(context, mint);
      const bytes = tokenAccountBytes(mint, program, context.accounts);
      return [
        createAccountCall(keys.payer ?? context.payer ?? owner, account, exempt(bytes, program, context)),
        {
          program,
          accounts: [writableAccount(account), readonlyAccount(mint)],
          data: tokenData.initializeAccount3(owner),
        },
      ];
    },
  ),
};

interface MoveArguments {
  readonly mint: AddressNode;
  readonly amount: AmountNode;
  readonly authority: AddressNode | undefined;
}

interface Move {
  readonly mint: MintFacts;
  /** token accounts of the holders */
  readonly accounts: readonly Address[];
  /** amount in the smallest unit of the mint */
  readonly units: bigint;
  readonly authority: ReturnType<typeof authorityAccounts>;
}

/**
 * The arguments of transfers, mintTo and burn.
 *
 * @param holders whose token accounts they use
 * @param authorityOf the default authority; default: the owner of the first token account
 */
function readMove(
  args: MoveArguments,
  context: BuildContext,
  holders: readonly AddressNode[],
  authorityOf?: (context: BuildContext, mint: Address) => Address,
): Move | undefined {
  const mintAddress = context.names.resolve(args.mint);
  const holderAddresses = context.names.resolveAll(holders);
  if (mintAddress === undefined || holderAddresses === undefined) return undefined;
  const mint = mintFacts(context, mintAddress);
  const accounts = holderAddresses.map((address) => tokenAccountFor(context, address, mint));
  const units = readUnits(args.amount, mint.decimals);
  const authority = readAuthority(args, context, () =>
    authorityOf === undefined ? ownerOfTokens(context, accounts[0]!) : authorityOf(context, mintAddress),
  );
  if (units === undefined || authority === undefined) return undefined;
  return { mint, accounts, units, authority: authorityAccounts(context, authority) };
}

function readAuthority(
  { authority }: Pick<MoveArguments, 'authority'>,
  { names }: BuildContext,
  defaultAuthority: () => Address,
): Address | undefined {
  return authority === undefined ? defaultAuthority() : names.resolve(authority);
}

/** The lamports, size and owner of a new account that is exempt from rent. */
function exempt(bytes: number, owner: Address, { accounts }: BuildContext) {
  return { space: BigInt(bytes), lamports: accounts.minimumBalance(bytes), owner };
}

/** Bytes of a token account with the extensions that its mint requires. */
function tokenAccountBytes(mint: Address, program: Address, accounts: Changes): number {
  const extensions = accountExtensionsFor(requireRules(accounts, mint), program, false);
  return withNewExtensions(new Uint8Array(TOKEN_ACCOUNT_BYTES), extensions).length;
}
