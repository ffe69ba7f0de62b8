import type { Changes } from '../../runtime/accounts/changes.ts';
import { newAccountExtensions, requireExtensionsBy } from '../../runtime/accounts/newAccountExtensions.ts';
import { withNewExtensions } from '../../runtime/accounts/tokenBytes.ts';
import { requireTokenProgram } from '../../runtime/accounts/tokens.ts';
import { type Address, TOKEN_PROGRAM } from '../../solana/address.ts';
import { tokenInstructions } from '../../solana/programs/splToken/baseInstructions.ts';
import { MINT_BYTES, TOKEN_ACCOUNT_BYTES } from '../../solana/programs/splToken/layout.ts';
import { SYSTEM } from '../../solana/programs/system.ts';
import { described, named, object, optional, u8 } from '../../syntax/syntax.ts';
import { type AddressNode, type AmountNode, address, amount } from '../../syntax/values.ts';
import { readUnits } from '../compiling/tokenUnits.ts';
import { type AddressesOf, type BuildContext, resolveEach, scriptInstruction } from './scriptInstruction.ts';
import {
  type MintFacts,
  mintAuthority,
  mintFacts,
  mintOfTokenAccount,
  ownerOfTokens,
  signersOf,
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
      const operation = readTransfer(args, context);
      if (operation === undefined) return undefined;
      const { accounts, amount, mint, signing } = operation;
      return tokenInstructions(mint.program).transfer.build({ ...accounts, ...signing }, { amount });
    },
  ),

  transferChecked: scriptInstruction(
    object(transferArguments, 'Moves tokens, naming mint and decimals on chain.'),
    (args, context) => {
      const operation = readTransfer(args, context);
      if (operation === undefined) return undefined;
      const { accounts, amount, mint, signing } = operation;
      return tokenInstructions(mint.program).transferChecked.build(
        { ...accounts, mint: mint.address, ...signing },
        { amount, decimals: mint.decimals },
      );
    },
  ),

  mintTo: scriptInstruction(
    object(
      { mint: address, to: holder, amount, authority: optional(address, 'default: the authority of the mint') },
      'Makes new tokens.',
    ),
    (args, context) => {
      const operation = readOperation(args, context, { account: args.to }, (_, mint) => mintAuthority(context, mint));
      if (operation === undefined) return undefined;
      const { accounts, amount, mint, signing } = operation;
      return tokenInstructions(mint.program).mintTo.build(
        { ...accounts, mint: mint.address, mintAuthority: signing.authority, signers: signing.signers },
        { amount },
      );
    },
  ),

  burn: scriptInstruction(
    object({ mint: address, from: holder, amount, authority: ownerOfFrom }, 'Destroys tokens.'),
    (args, context) => {
      const operation = readOperation(args, context, { account: args.from }, ({ account }) =>
        ownerOfTokens(context, account),
      );
      if (operation === undefined) return undefined;
      const { accounts, amount, mint, signing } = operation;
      return tokenInstructions(mint.program).burn.build({ ...accounts, mint: mint.address, ...signing }, { amount });
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
      const accounts = resolveEach(context, { source: args.from, delegate: args.to });
      if (accounts === undefined) return undefined;
      const { decimals, program } = mintOfTokenAccount(context, accounts.source);
      const units = readUnits(args.amount, decimals);
      const authority = readAuthority(args, context, () => ownerOfTokens(context, accounts.source));
      if (units === undefined || authority === undefined) return undefined;
      const signers = signersOf(context, authority);
      return tokenInstructions(program).approve.build({ ...accounts, owner: authority, signers }, { amount: units });
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
      const accounts = resolveEach(context, { account: args.account, destination: args.to });
      if (accounts === undefined) return undefined;
      const { program } = mintOfTokenAccount(context, accounts.account);
      const owner = readAuthority(args, context, () => ownerOfTokens(context, accounts.account));
      if (owner === undefined) return undefined;
      return tokenInstructions(program).closeAccount.build({ ...accounts, owner, signers: signersOf(context, owner) });
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
    ({ decimals, ...nodes }, context) => {
      const { names } = context;
      const keys = resolveEach(context, nodes);
      if (keys === undefined) return undefined;
      const { authority, mint, program = TOKEN_PROGRAM } = keys;
      requireTokenProgram(names, program);
      return [
        SYSTEM.createAccount.build(
          { source: keys.payer ?? context.payer ?? authority, newAccount: mint },
          exemptAccount(MINT_BYTES, program, context),
        ),
        tokenInstructions(program).initializeMint2.build(
          { mint },
          { decimals, mintAuthority: authority, freezeAuthority: undefined },
        ),
      ];
    },
  ),

  createTokenAccount: scriptInstruction(
    object(
      { account: address, mint: address, owner: address, payer },
      'Creates a token account at a given address: two instructions.',
    ),
    (nodes, context) => {
      const keys = resolveEach(context, nodes);
      if (keys === undefined) return undefined;
      const { account, mint, owner } = keys;
      const { program } = mintFacts(context, mint);
      const bytes = tokenAccountBytes(mint, program, context.accounts);
      return [
        SYSTEM.createAccount.build(
          { source: keys.payer ?? context.payer ?? owner, newAccount: account },
          exemptAccount(bytes, program, context),
        ),
        tokenInstructions(program).initializeAccount3.build({ account, mint }, { owner }),
      ];
    },
  ),
};

interface OperationArguments {
  readonly mint: AddressNode;
  readonly amount: AmountNode;
  readonly authority: AddressNode | undefined;
}

type AddressNodes = Readonly<Record<string, AddressNode>>;

interface TokenOperation<W extends AddressNodes> {
  readonly mint: MintFacts;
  /** token accounts of the holders */
  readonly accounts: AddressesOf<W>;
  /** tokens in the smallest unit of the mint */
  readonly amount: bigint;
  readonly signing: { readonly authority: Address; readonly signers: readonly Address[] | undefined };
}

function readTransfer(
  args: OperationArguments & { readonly from: AddressNode; readonly to: AddressNode },
  context: BuildContext,
): TokenOperation<{ readonly source: AddressNode; readonly destination: AddressNode }> | undefined {
  return readOperation(args, context, { source: args.from, destination: args.to }, ({ source }) =>
    ownerOfTokens(context, source),
  );
}

/**
 * The arguments of transfers, mintTo and burn.
 *
 * @param holders whose token accounts they use
 */
function readOperation<W extends AddressNodes>(
  args: OperationArguments,
  context: BuildContext,
  holders: W,
  defaultAuthority: (accounts: AddressesOf<W>, mint: Address) => Address,
): TokenOperation<W> | undefined {
  const mintAddress = context.names.resolve(args.mint);
  const holderAddresses = resolveEach(context, holders);
  if (mintAddress === undefined || holderAddresses === undefined) return undefined;
  const mint = mintFacts(context, mintAddress);
  const accounts = Object.fromEntries(
    Object.entries<Address>(holderAddresses).map(([name, holder]) => [name, tokenAccountFor(context, holder, mint)]),
  ) as AddressesOf<W>;
  const units = readUnits(args.amount, mint.decimals);
  const authority = readAuthority(args, context, () => defaultAuthority(accounts, mintAddress));
  if (units === undefined || authority === undefined) return undefined;
  return { mint, accounts, amount: units, signing: { authority, signers: signersOf(context, authority) } };
}

function readAuthority(
  { authority }: Pick<OperationArguments, 'authority'>,
  { names }: BuildContext,
  defaultAuthority: () => Address,
): Address | undefined {
  return authority === undefined ? defaultAuthority() : names.resolve(authority);
}

/** The lamports, size and owner of a new account that is exempt from rent. */
function exemptAccount(bytes: number, owner: Address, { accounts }: BuildContext) {
  return { space: BigInt(bytes), lamports: accounts.minimumBalance(bytes), owner };
}

/** Bytes of a token account with the extensions that its mint requires. */
function tokenAccountBytes(mint: Address, program: Address, accounts: Changes): number {
  const extensions = newAccountExtensions(requireExtensionsBy(accounts, mint), program, false);
  return withNewExtensions(new Uint8Array(TOKEN_ACCOUNT_BYTES), extensions).length;
}
