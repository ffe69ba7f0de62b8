import { ByteReader } from '../../../codec/byteReader.ts';
import type { Address } from '../../../model/address.ts';
import { readTransferFeeConfig, transferFee } from '../../../programs/splToken/extensions/transferFees.ts';
import { EXTENSION } from '../../accounts/extensions.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import type { TokenCall } from './call.ts';
import {
  permanentDelegateOf,
  refuseGuarded,
  refuseHook,
  refusePaused,
  requireMemo,
  requirePlainTransfers,
  withhold,
} from './extensionChecks.ts';
import { extensionValue } from './extensionEntries.ts';
import { readMintState, readTokenState } from './reading.ts';
import { mintMismatch, REFUSED, requireDecimals, requireFrozenNot, requireMint, requireTokens } from './sentences.ts';
import { moveLamports, requireU64, spend } from './spending.ts';
import type { TokenState } from './state.ts';
import { tokenError } from './tokenErrors.ts';

export interface Transfer {
  readonly amount: bigint;
  /** undefined: the mint is not named */
  readonly decimals?: number;
  /** as the instruction says it, if it does */
  readonly fee?: bigint;
}

/** What the mint adds to a transfer. */
interface Terms {
  readonly fee: bigint;
  readonly permanentDelegate: Address | null;
}

/** In the order of Token-2022. */
export function transferExtended(call: TokenCall, { amount, decimals, fee: expectedFee }: Transfer): void {
  const from = call.next();
  const mint = decimals === undefined ? undefined : call.next();
  const to = call.next();
  const authority = call.next();
  call.requireOwned(from);
  call.requireOwned(to);
  const source = readTokenState(call, from);
  requireFrozenNot(call, source, 'send tokens');
  requireTokens(call, source, amount, 'send');
  refuseBound(call, source);
  const terms = mint === undefined ? termsWithoutMint(call, source) : termsOf(call, source, mint, amount, decimals!);
  if (expectedFee !== undefined) requireFee(call, terms.fee, expectedFee);
  refuseGuarded(call, source, authority, 'CpiGuardTransferBlocked');
  const { permanentDelegate, fee } = terms;
  spend(call, source, { amount, authority, permanentDelegate, isReturned: from === to });
  if (from === to) requireMemo(call, from);
  else arrive(call, source, to, amount, fee);
  if (mint !== undefined && from !== to) refuseHook(call, mint);
}

/** Tokens that cannot be transferred have accounts that say so. */
function refuseBound(call: TokenCall, { account, mint }: TokenState): void {
  if (extensionValue(account, EXTENSION.nonTransferableAccount) !== undefined)
    throw tokenError('NonTransferable', `tokens of ${call.names.show(mint)} cannot be transferred`, REFUSED);
}

function termsOf(call: TokenCall, source: TokenState, mint: LoadedAccount, amount: bigint, decimals: number): Terms {
  call.requireOwned(mint);
  requireMint(call, source, mint.address);
  requireDecimals(call, readMintState(call, mint), decimals);
  const fees = extensionValue(mint, EXTENSION.transferFeeConfig);
  const { epoch } = call.accounts.moment;
  const fee = fees === undefined ? 0n : transferFee(readTransferFeeConfig(new ByteReader(fees)), epoch, amount);
  refusePaused(call, mint);
  return { fee, permanentDelegate: permanentDelegateOf(mint) };
}

const ASKS_FOR_MINT = [EXTENSION.transferHookAccount, EXTENSION.transferFeeAmount, EXTENSION.pausableAccount];

function termsWithoutMint(call: TokenCall, { account, mint }: TokenState): Terms {
  if (ASKS_FOR_MINT.some((type) => extensionValue(account, type) !== undefined))
    throw tokenError(
      'MintRequiredForTransfer',
      `tokens of ${call.names.show(mint)} are not moved without naming the mint`,
      'use `transferChecked`',
    );
  return { fee: 0n, permanentDelegate: null };
}

function requireFee(call: TokenCall, fee: bigint, expected: bigint): void {
  if (fee === expected) return;
  // the program logs its format as it is
  call.log('Calculated fee {calculated_fee}, received {fee}');
  throw tokenError('FeeMismatch', `the fee is ${fee}, not ${expected}`);
}

function arrive(call: TokenCall, source: TokenState, to: LoadedAccount, amount: bigint, fee: bigint): void {
  const destination = readTokenState(call, to);
  requireFrozenNot(call, destination, 'receive tokens');
  if (!source.hasMintOf(destination)) throw mintMismatch(call, source, destination.mint);
  requireMemo(call, to);
  requirePlainTransfers(call, to);
  const had = destination.amount;
  source.amount -= amount;
  destination.amount = requireU64(call, to, had + amount - fee);
  if (fee > 0n) withhold(call, destination, fee);
  if (source.isNative) moveLamports(call, source.account, to, amount);
}
