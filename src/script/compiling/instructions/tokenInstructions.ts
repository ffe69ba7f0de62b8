import { decodeBase58 } from '../../../codec/base58.ts';
import { ByteWriter } from '../../../codec/bytes.ts';
import type { Changes } from '../../../runtime/accounts/accountStates.ts';
import { accountExtensionsFor, requireRules, withNewExtensions } from '../../../runtime/accounts/tokenLayouts.ts';
import { requireMint, requireTokenProgram } from '../../../runtime/accounts/tokens.ts';
import { readonlyAccount, writableAccount, writableSigner } from '../../../runtime/instruction.ts';
import { type Address, ASSOCIATED_TOKEN_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../../solana/address.ts';
import { MINT_BYTES, TOKEN_ACCOUNT_BYTES } from '../../../solana/programs/splToken/layout.ts';
import { ScriptError } from '../../../syntax/scriptError.ts';
import type { AddressNode } from '../../../syntax/values.ts';
import type { ArgumentsOf } from '../../format/instructions.ts';
import { readUnits } from '../initialAccounts.ts';
import {
  authorityAccounts,
  type BuildContext,
  type BuiltInstruction,
  holdingOf,
  type InstructionBuilder,
  mintFacts,
  mintOfHolding,
  ownerOf,
} from './instructionBuilder.ts';
import { createAccount } from './systemInstructions.ts';

/**
 * Instructions on existing tokens.
 *
 * Source   spl-token-2022-interface 2.1 `instruction.rs`
 * @module
 */

const TRANSFER = 3;
const MINT_TO = 7;
const BURN = 8;
const TRANSFER_CHECKED = 12;

export const buildTransferTokens: InstructionBuilder<'transferTokens'> = (args, context) =>
  buildMove(args, context, false);
export const buildTransferChecked: InstructionBuilder<'transferChecked'> = (args, context) =>
  buildMove(args, context, true);

function buildMove(
  args: ArgumentsOf<'transferTokens'>,
  context: BuildContext,
  isChecked: boolean,
): BuiltInstruction | undefined {
  const read = readTokens(args, context, [args.from, args.to]);
  if (read === undefined) return undefined;
  const { mint, holdings, amount, authority } = read;
  const [from, to] = holdings as [Address, Address];
  const { decimals, address, program } = mint;
  return {
    program,
    accounts: [
      writableAccount(from),
      ...(isChecked ? [readonlyAccount(address)] : []),
      writableAccount(to),
      ...authorityAccounts(context, authority),
    ],
    data: isChecked
      ? new ByteWriter(10).u8(TRANSFER_CHECKED).u64(amount).u8(decimals).bytes()
      : amountData(TRANSFER, amount),
  };
}

type TokenArguments = Pick<ArgumentsOf<'mintTo'>, 'mint' | 'amount' | 'authority'>;

/**
 * Reads the arguments of transfers, mintTo and burn; the default authority is the owner of the tokens, or the mint authority.
 *
 * @param holders whose token accounts they use
 * @param isMinting tokens come from the mint, not from the first of the holders
 */
function readTokens(args: TokenArguments, context: BuildContext, holders: readonly AddressNode[], isMinting = false) {
  const { names, accounts } = context;
  const address = names.resolve(args.mint);
  const given = names.resolveAll(holders);
  if (address === undefined || given === undefined) return undefined;
  const mint = mintFacts(context, address);
  const holdings = given.map((account) => holdingOf(context, account, mint));
  const amount = readUnits(args.amount, mint.decimals);
  const standard = () => (isMinting ? mintAuthority(accounts, address) : ownerOf(context, holdings[0]!));
  const authority = args.authority === undefined ? standard() : names.resolve(args.authority);
  return amount === undefined || authority === undefined ? undefined : { mint, holdings, amount, authority };
}

export const buildMintTo: InstructionBuilder<'mintTo'> = (args, context) => {
  const read = readTokens(args, context, [args.to], true);
  if (read === undefined) return undefined;
  const { mint, holdings, amount, authority } = read;
  return {
    program: mint.program,
    accounts: [writableAccount(mint.address), writableAccount(holdings[0]!), ...authorityAccounts(context, authority)],
    data: amountData(MINT_TO, amount),
  };
};

/** @throws ScriptError where the mint has no authority */
function mintAuthority(accounts: Changes, address: Address): Address {
  const { mintAuthority: authority } = requireMint(accounts, address).mint;
  if (authority !== null) return authority;
  throw new ScriptError(
    `${accounts.names.show(address)} has no mint authority: its supply is fixed`,
    'give the mint an `authority`',
  );
}

export const buildBurn: InstructionBuilder<'burn'> = (args, context) => {
  const read = readTokens(args, context, [args.from]);
  if (read === undefined) return undefined;
  const { mint, holdings, amount, authority } = read;
  return {
    program: mint.program,
    accounts: [writableAccount(holdings[0]!), writableAccount(mint.address), ...authorityAccounts(context, authority)],
    data: amountData(BURN, amount),
  };
};

function amountData(tag: number, amount: bigint): Uint8Array {
  return new ByteWriter(9).u8(tag).u64(amount).bytes();
}

/** Source spl-token-2022-interface 2.1 `instruction.rs` */
const APPROVE = 4;
const CLOSE_ACCOUNT = 9;

export const buildApprove: InstructionBuilder<'approve'> = (args, context) => {
  const { names } = context;
  const from = names.resolve(args.from);
  const to = names.resolve(args.to);
  if (from === undefined || to === undefined) return undefined;
  const mint = mintOfHolding(context, from);
  const amount = readUnits(args.amount, mint.decimals);
  const authority = args.authority === undefined ? ownerOf(context, from) : names.resolve(args.authority);
  if (amount === undefined || authority === undefined) return undefined;
  return {
    program: mint.program,
    accounts: [writableAccount(from), readonlyAccount(to), ...authorityAccounts(context, authority)],
    data: amountData(APPROVE, amount),
  };
};

export const buildCloseTokenAccount: InstructionBuilder<'closeTokenAccount'> = (args, context) => {
  const { names } = context;
  const account = names.resolve(args.account);
  const to = names.resolve(args.to);
  if (account === undefined || to === undefined) return undefined;
  const { program } = mintOfHolding(context, account);
  const authority = args.authority === undefined ? ownerOf(context, account) : names.resolve(args.authority);
  if (authority === undefined) return undefined;
  return {
    program,
    accounts: [writableAccount(account), writableAccount(to), ...authorityAccounts(context, authority)],
    data: Uint8Array.of(CLOSE_ACCOUNT),
  };
};

/**
 * Instructions that create mints and token accounts.
 *
 * Source   spl-token-2022-interface 2.1, spl-associated-token-account-interface 2.0
 * @module
 */

const INITIALIZE_ACCOUNT_3 = 18;
const INITIALIZE_MINT_2 = 20;
const CREATE = 0;
const CREATE_IDEMPOTENT = 1;

/** A new account and its initialization: two instructions. */
export const buildCreateMint: InstructionBuilder<'createMint'> = (args, context) => {
  const { names } = context;
  const account = names.resolve(args.mint);
  const authority = names.resolve(args.authority);
  const from = args.payer === undefined ? (context.payer ?? authority) : names.resolve(args.payer);
  const owner = args.program === undefined ? TOKEN_PROGRAM : names.resolve(args.program);
  if (account === undefined || authority === undefined) return undefined;
  if (from === undefined || owner === undefined) return undefined;
  requireTokenProgram(names, owner);
  names.setTokenProgram(account, owner);
  const data = new ByteWriter(35).u8(INITIALIZE_MINT_2).u8(args.decimals).append(decodeBase58(authority)).u8(0).bytes();
  return [
    createAccount({ from, account, owner, ...exempt(MINT_BYTES, context) }),
    { program: owner, accounts: [writableAccount(account)], data },
  ];
};

function exempt(bytes: number, { accounts }: BuildContext): { readonly space: bigint; readonly lamports: bigint } {
  return { space: BigInt(bytes), lamports: accounts.minimumBalance(bytes) };
}

/** A new account and its initialization: two instructions. */
export const buildCreateTokenAccount: InstructionBuilder<'createTokenAccount'> = (args, context) => {
  const { names } = context;
  const account = names.resolve(args.account);
  const mint = names.resolve(args.mint);
  const owner = names.resolve(args.owner);
  const from = args.payer === undefined ? (context.payer ?? owner) : names.resolve(args.payer);
  if (account === undefined || mint === undefined || owner === undefined || from === undefined) return undefined;
  const { program } = mintFacts(context, mint);
  const extensions = accountExtensionsFor(requireRules(context.accounts, mint), program, false);
  const bytes = withNewExtensions(new Uint8Array(TOKEN_ACCOUNT_BYTES), extensions).length;
  return [
    createAccount({ from, account, owner: program, ...exempt(bytes, context) }),
    {
      program,
      accounts: [writableAccount(account), readonlyAccount(mint)],
      data: new ByteWriter(33).u8(INITIALIZE_ACCOUNT_3).append(decodeBase58(owner)).bytes(),
    },
  ];
};

export const buildCreateAssociatedAccount: InstructionBuilder<'createAssociatedAccount'> = (args, context) => {
  const { names } = context;
  const owner = names.resolve(args.owner);
  const mint = names.resolve(args.mint);
  const payer = args.payer === undefined ? (context.payer ?? owner) : names.resolve(args.payer);
  if (owner === undefined || mint === undefined || payer === undefined) return undefined;
  const { program } = mintFacts(context, mint);
  const address = names.associated(owner, mint, program);
  if (context.accounts.get(address) === undefined) requireRules(context.accounts, mint);
  return {
    program: ASSOCIATED_TOKEN_PROGRAM,
    accounts: [
      writableSigner(payer),
      writableAccount(address),
      ...[owner, mint, SYSTEM_PROGRAM, program].map(readonlyAccount),
    ],
    data: Uint8Array.of(args.idempotent ? CREATE_IDEMPOTENT : CREATE),
  };
};
