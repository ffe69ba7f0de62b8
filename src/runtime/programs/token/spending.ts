import { U64_MAX } from '../../../codec/bigints.ts';
import type { Address } from '../../../solana/address.ts';
import { readWhole } from '../../../solana/programs/splToken/extensions.ts';
import { EXTENSION } from '../../../solana/programs/splToken/extensionTable.ts';
import { feeOfTransfer, transferFeeConfig } from '../../../solana/programs/splToken/extensionValues.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { requireAuthority } from './authorities.ts';
import { extensionValue } from './extensionEntries.ts';
import {
  permanentDelegateOf,
  refuseGuarded,
  refuseHook,
  refusePaused,
  requireMemo,
  requirePlainTransfers,
  withhold,
} from './extensionRules.ts';
import { readMintState, readTokenState } from './readTokenState.ts';
import type { Amount } from './tokenArguments.ts';
import type { TokenCall } from './tokenCall.ts';
import {
  amountOf,
  assertNotFrozen,
  mintMismatch,
  REFUSED,
  requireDecimals,
  requireSameMint,
  requireTokens,
} from './tokenChecks.ts';
import { OVERFLOW, tokenError } from './tokenErrors.ts';
import type { TokenState } from './tokenState.ts';

interface Spending {
  readonly amount: bigint;
  readonly authority: LoadedAccount;
  /** the permanent delegate of the mint, who may take tokens out of any account */
  readonly permanentDelegate?: Address | null | undefined;
  /** whether the account sends to itself, so that the delegated amount stays */
  readonly isReturned?: boolean;
}

/** Checks the right of the owner or of a delegate, and reduces what the delegate may spend. */
export function spend(call: TokenCall, state: TokenState, spending: Spending): void {
  const { amount, authority, permanentDelegate, isReturned } = spending;
  const refusal = (): [string] => [
    `${call.show(authority)} is neither the owner nor the delegate of ${call.show(state.account)} ${call.atSlot}`,
  ];
  if (permanentDelegate === authority.address) {
    requireAuthority(call, permanentDelegate, authority, refusal);
    return;
  }
  const { delegate } = state;
  if (delegate !== authority.address) {
    requireAuthority(call, state.owner, authority, refusal);
    return;
  }
  requireAuthority(call, delegate, authority, refusal);
  const remaining = state.delegatedAmount - amount;
  if (remaining < 0n) throw delegationError(call, state, spending);
  if (!isReturned) state.delegateTo(remaining === 0n ? null : delegate, remaining);
}

function delegationError(call: TokenCall, state: TokenState, { amount, authority }: Spending) {
  const { mint, delegatedAmount } = state;
  return tokenError(
    'InsufficientFunds',
    `${call.show(authority)} may spend ${amountOf(call, mint, delegatedAmount)} of ${call.names.show(mint)} from ` +
      `${call.show(state.account)} ${call.atSlot}, not ${amountOf(call, mint, amount)}`,
  );
}

/** Moves the lamports of wrapped SOL, which token accounts hold themselves. */
function moveLamports(call: TokenCall, from: LoadedAccount, to: LoadedAccount, amount: bigint): void {
  from.lamports -= amount;
  to.lamports += amount;
  // the Token program does not check this, and the node notices it at the end
  if (call.isToken2022) from.requireLamports(call.accounts, OVERFLOW);
}

/**
 * Checks an amount in Token-2022, which throws Overflow; the Token program does not check, and wraps at 2^64. @throws ProgramError
 */
export function requireU64(call: TokenCall, account: LoadedAccount, amount: bigint): bigint {
  if (call.isToken2022 && amount > U64_MAX)
    throw tokenError('Overflow', `${call.show(account)} cannot hold this many tokens`);
  return amount;
}

export interface Transfer extends Amount {
  /** the fee in the instruction, if it has one */
  readonly fee?: bigint;
}

/** The terms that a mint adds to a transfer. */
interface Terms {
  readonly fee: bigint;
  readonly permanentDelegate: Address | null;
}

/** Transfers tokens, with the order of checks of Token-2022. */
export function transferExtended(call: TokenCall, { amount, decimals, fee: expectedFee }: Transfer): void {
  const from = call.next();
  const mint = decimals === undefined ? undefined : call.next();
  const to = call.next();
  const authority = call.next();
  call.requireOwned(from);
  call.requireOwned(to);
  const source = readTokenState(call, from);
  assertNotFrozen(call, source, 'send tokens');
  requireTokens(call, source, amount, 'send');
  refuseNonTransferable(call, source);
  const terms = mint === undefined ? termsWithoutMint(call, source) : termsOf(call, source, mint, amount, decimals!);
  if (expectedFee !== undefined) requireFee(call, terms.fee, expectedFee);
  refuseGuarded(call, source, authority, 'CpiGuardTransferBlocked');
  const { permanentDelegate, fee } = terms;
  spend(call, source, { amount, authority, permanentDelegate, isReturned: from === to });
  if (from === to) requireMemo(call, from);
  else receiveTransfer(call, source, to, amount, fee);
  if (mint !== undefined && from !== to) refuseHook(call, mint);
}

/** Refuses tokens that cannot be transferred: their accounts have an extension. */
function refuseNonTransferable(call: TokenCall, { account, mint }: TokenState): void {
  if (extensionValue(account, EXTENSION.nonTransferableAccount) !== undefined)
    throw tokenError('NonTransferable', `tokens of ${call.names.show(mint)} cannot be transferred`, REFUSED);
}

function termsOf(call: TokenCall, source: TokenState, mint: LoadedAccount, amount: bigint, decimals: number): Terms {
  call.requireOwned(mint);
  checkMint(call, source, mint, decimals);
  const fees = extensionValue(mint, EXTENSION.transferFeeConfig);
  const { epoch } = call.accounts.clock;
  const fee = fees === undefined ? 0n : feeOfTransfer(readWhole(fees, transferFeeConfig), epoch, amount);
  refusePaused(call, mint);
  return { fee, permanentDelegate: permanentDelegateOf(mint) };
}

const NEED_MINT = [EXTENSION.transferHookAccount, EXTENSION.transferFeeAmount, EXTENSION.pausableAccount];

function termsWithoutMint(call: TokenCall, { account, mint }: TokenState): Terms {
  if (NEED_MINT.some((type) => extensionValue(account, type) !== undefined))
    throw tokenError(
      'MintRequiredForTransfer',
      `tokens of ${call.names.show(mint)} are not moved without naming the mint`,
      'use `transferChecked`',
    );
  return { fee: 0n, permanentDelegate: null };
}

function requireFee(call: TokenCall, fee: bigint, expected: bigint): void {
  if (fee === expected) return;
  // the program logs its format string without values
  call.log('Calculated fee {calculated_fee}, received {fee}');
  throw tokenError('FeeMismatch', `the fee is ${fee}, not ${expected}`);
}

function receiveTransfer(call: TokenCall, source: TokenState, to: LoadedAccount, amount: bigint, fee: bigint): void {
  const destination = readTokenState(call, to);
  assertNotFrozen(call, destination, 'receive tokens');
  if (!source.hasMintOf(destination)) throw mintMismatch(call, source, destination.mint);
  requireMemo(call, to);
  requirePlainTransfers(call, to);
  const had = destination.amount;
  source.amount -= amount;
  destination.amount = requireU64(call, to, had + amount - fee);
  if (fee > 0n) withhold(call, destination, fee);
  if (source.isNative) moveLamports(call, source.account, to, amount);
}

export function transfer(call: TokenCall, args: Amount): void {
  if (call.isToken2022) transferExtended(call, args);
  else transferPlain(call, args);
}

/** Transfers tokens, with the order of checks of the Token program. */
function transferPlain(call: TokenCall, { amount, decimals }: Amount): void {
  const from = call.next();
  const mint = decimals === undefined ? undefined : call.next();
  const to = call.next();
  const authority = call.next();
  const source = readTokenState(call, from);
  const destination = from === to ? source : readTokenState(call, to);
  assertNotFrozen(call, source, 'send tokens');
  assertNotFrozen(call, destination, 'receive tokens');
  requireTokens(call, source, amount, 'send');
  if (!source.hasMintOf(destination)) throw mintMismatch(call, source, destination.mint);
  if (mint !== undefined) checkMint(call, source, mint, decimals!);
  spend(call, source, { amount, authority, isReturned: from === to });
  if (from === to || amount === 0n) {
    call.requireOwned(from);
    call.requireOwned(to);
    return;
  }
  source.amount -= amount;
  destination.amount += amount;
  if (source.isNative) moveLamports(call, from, to, amount);
}

function checkMint(call: TokenCall, source: TokenState, mint: LoadedAccount, decimals: number): void {
  requireSameMint(call, source, mint.address);
  requireDecimals(call, readMintState(call, mint), decimals);
}
