/**
 * Instructions on existing tokens.
 *
 * Source   spl-token-2022-interface 2.1 `instruction.rs`
 * @module
 */
import { ByteWriter } from '../../../codec/byteWriter.ts';
import type { Address } from '../../../model/address.ts';
import type { Changes } from '../../../runtime/accounts/accounts.ts';
import { requireMint } from '../../../runtime/accounts/tokens.ts';
import { readonlyAccount, writableAccount } from '../../../runtime/instruction.ts';
import type { ArgumentReader } from '../../format/types.ts';
import { readUnits } from '../accounts/units.ts';
import { ScriptError } from '../scriptError.ts';
import type { BuildContext, BuiltInstruction, InstructionBuilder } from './builder.ts';
import { authorityAccounts, holdingOf, mintFacts, ownerOf } from './holdings.ts';

const TRANSFER = 3;
const MINT_TO = 7;
const BURN = 8;
const TRANSFER_CHECKED = 12;

export const buildTransferTokens: InstructionBuilder = (args, context) => buildMove(args, context, false);
export const buildTransferChecked: InstructionBuilder = (args, context) => buildMove(args, context, true);

function buildMove(args: ArgumentReader, context: BuildContext, isChecked: boolean): BuiltInstruction | undefined {
  const read = readTokens(args, context, ['from', 'to']);
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

/** What transfers, mintTo and burn are given; the default authority is the owner of the tokens, or who may mint them. */
function readTokens(args: ArgumentReader, context: BuildContext, accountNames: readonly ('from' | 'to')[]) {
  const { names, accounts } = context;
  const address = names.resolve(args.address('mint'));
  const given = accountNames.map((name) => names.resolve(args.address(name)));
  const amountWord = args.amount('amount');
  const authorityWord = args.optionalAddress('authority');
  if (address === undefined || !given.every((account) => account !== undefined)) return undefined;
  const mint = mintFacts(context, address);
  const holdings = given.map((account) => holdingOf(context, account, mint));
  const amount = readUnits(amountWord, mint.decimals);
  const standard = () =>
    accountNames[0] === 'from' ? ownerOf(context, holdings[0]!) : mintAuthority(accounts, address);
  const authority = authorityWord === null ? standard() : names.resolve(authorityWord);
  return amount === undefined || authority === undefined ? undefined : { mint, holdings, amount, authority };
}

export const buildMintTo: InstructionBuilder = (args, context) => {
  const read = readTokens(args, context, ['to']);
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

export const buildBurn: InstructionBuilder = (args, context) => {
  const read = readTokens(args, context, ['from']);
  if (read === undefined) return undefined;
  const { mint, holdings, amount, authority } = read;
  return {
    program: mint.program,
    accounts: [writableAccount(holdings[0]!), writableAccount(mint.address), ...authorityAccounts(context, authority)],
    data: amountData(BURN, amount),
  };
};

export function amountData(tag: number, amount: bigint): Uint8Array {
  return new ByteWriter(9).u8(tag).u64(amount).bytes();
}
