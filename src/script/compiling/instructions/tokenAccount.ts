import { type Address, NATIVE_MINT, SYSTEM_PROGRAM } from '../../../model/address.ts';
import type { Changes } from '../../../runtime/accounts/accounts.ts';
import { amountText } from '../../../runtime/accounts/amounts.ts';
import { checkClosing, refuseGuarded } from '../../../runtime/accounts/extensionRules.ts';
import {
  type Holding,
  refuseFrozen,
  requireHolding,
  requireMint,
  setTokens,
} from '../../../runtime/accounts/tokens.ts';
import type { CallSite } from '../../../runtime/instruction.ts';
import { readUnits } from '../accounts/units.ts';
import { ScriptError } from '../scriptError.ts';
import { type InstructionBuilder, readonlyAccount, writableAccount } from './builder.ts';
import { authorityAccounts, ownerOf, tokenAccountHolding } from './holdings.ts';
import { amountData } from './token.ts';

/** Source spl-token-2022-interface 2.1 `instruction.rs` */
const APPROVE = 4;
const CLOSE_ACCOUNT = 9;

export const buildApprove: InstructionBuilder = (args, context) => {
  const { names } = context;
  const fromAddress = names.resolve(args.address('from'));
  const to = names.resolve(args.address('to'));
  const amountWord = args.amount('amount');
  const authorityWord = args.optionalAddress('authority');
  if (fromAddress === undefined || to === undefined) return undefined;
  const { holding, mint } = tokenAccountHolding(context, fromAddress);
  const amount = readUnits(amountWord, mint.decimals);
  const authority = authorityWord === null ? ownerOf(context, holding) : names.resolve(authorityWord);
  if (amount === undefined || authority === undefined) return undefined;
  return {
    program: mint.program,
    accounts: [writableAccount(holding.address), readonlyAccount(to), ...authorityAccounts(context, authority)],
    data: amountData(APPROVE, amount),
    effect: (accounts) => {
      const { account, token } = requireOwned(accounts, holding, authority);
      refuseFrozen(accounts, holding, token, 'approve a delegate');
      refuseGuarded(accounts, holding, authority, context.site);
      setTokens(accounts, account, { ...token, delegate: to, delegatedAmount: amount });
    },
  };
};

export const buildCloseTokenAccount: InstructionBuilder = (args, context) => {
  const { names } = context;
  const given = names.resolve(args.address('account'));
  const to = names.resolve(args.address('to'));
  const authorityWord = args.optionalAddress('authority');
  if (given === undefined || to === undefined) return undefined;
  const { holding, mint } = tokenAccountHolding(context, given);
  const authority = authorityWord === null ? ownerOf(context, holding) : names.resolve(authorityWord);
  if (authority === undefined) return undefined;
  return {
    program: mint.program,
    accounts: [writableAccount(holding.address), writableAccount(to), ...authorityAccounts(context, authority)],
    data: Uint8Array.of(CLOSE_ACCOUNT),
    effect: (accounts) => closeAccount(accounts, holding, to, authority, context.site),
  };
};

function closeAccount(accounts: Changes, holding: Holding, to: Address, authority: Address, site: CallSite): void {
  const { account, token } = requireOwned(accounts, holding, authority);
  const { names, moment } = accounts;
  if (token.amount > 0n && token.mint !== NATIVE_MINT) {
    const { decimals } = requireMint(accounts, token.mint).mint;
    throw new ScriptError(
      `${names.show(account.address)} holds ${amountText(token.amount, decimals)} of ${names.show(token.mint)} ` +
        `at slot ${moment.slot} and cannot be closed`,
    );
  }
  checkClosing(accounts, holding, account, to, site);
  accounts.set({ ...account, lamports: 0n, owner: SYSTEM_PROGRAM, data: new Uint8Array() });
  accounts.credit(to, account.lamports);
}

function requireOwned(accounts: Changes, holding: Holding, authority: Address): ReturnType<typeof requireHolding> {
  const held = requireHolding(accounts, holding);
  if (held.token.owner === authority || held.token.closeAuthority === authority) return held;
  const { names, moment } = accounts;
  throw new ScriptError(
    `${names.show(authority)} does not own ${names.show(holding.address)} at slot ${moment.slot}`,
    `${names.show(held.token.owner)} does`,
  );
}
