import { readonlyAccount, writableAccount } from '../../../runtime/instruction.ts';
import { readUnits } from '../accounts/units.ts';
import type { InstructionBuilder } from './builder.ts';
import { authorityAccounts, mintOfHolding, ownerOf } from './holdings.ts';
import { amountData } from './token.ts';

/** Source spl-token-2022-interface 2.1 `instruction.rs` */
const APPROVE = 4;
const CLOSE_ACCOUNT = 9;

export const buildApprove: InstructionBuilder = (args, context) => {
  const { names } = context;
  const from = names.resolve(args.address('from'));
  const to = names.resolve(args.address('to'));
  const amountWord = args.amount('amount');
  const authorityWord = args.optionalAddress('authority');
  if (from === undefined || to === undefined) return undefined;
  const mint = mintOfHolding(context, from);
  const amount = readUnits(amountWord, mint.decimals);
  const authority = authorityWord === null ? ownerOf(context, from) : names.resolve(authorityWord);
  if (amount === undefined || authority === undefined) return undefined;
  return {
    program: mint.program,
    accounts: [writableAccount(from), readonlyAccount(to), ...authorityAccounts(context, authority)],
    data: amountData(APPROVE, amount),
  };
};

export const buildCloseTokenAccount: InstructionBuilder = (args, context) => {
  const { names } = context;
  const account = names.resolve(args.address('account'));
  const to = names.resolve(args.address('to'));
  const authorityWord = args.optionalAddress('authority');
  if (account === undefined || to === undefined) return undefined;
  const { program } = mintOfHolding(context, account);
  const authority = authorityWord === null ? ownerOf(context, account) : names.resolve(authorityWord);
  if (authority === undefined) return undefined;
  return {
    program,
    accounts: [writableAccount(account), writableAccount(to), ...authorityAccounts(context, authority)],
    data: Uint8Array.of(CLOSE_ACCOUNT),
  };
};
