import { U64_MAX } from '../../../codec/bigints.ts';
import { ADDRESS_BYTES, type Address } from '../../../solana/address.ts';
import { readWhole } from '../../../solana/programs/splToken/extensions.ts';
import { EXTENSION } from '../../../solana/programs/splToken/extensionTable.ts';
import { confidentialTransferAccount, transferFeeAmount } from '../../../solana/programs/splToken/extensionValues.ts';
import { isZero } from '../../../solana/pubkey.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { NotModelledError } from '../../notModelled.ts';
import type { ProgramError } from '../../programError.ts';
import { editExtension, extensionValue, memberAddress } from './extensionEntries.ts';
import type { TokenCall } from './tokenCall.ts';
import { amountOf, REFUSED } from './tokenChecks.ts';
import { type TokenErrorName, tokenError } from './tokenErrors.ts';
import type { TokenState } from './tokenState.ts';

/**
 * Rules of Token-2022 for tokens whose mint, or account, has extensions.
 *
 * Source   spl-token-2022 10.0 `processor.rs`
 * @module
 */

export function permanentDelegateOf(mint: LoadedAccount): Address | null {
  const value = extensionValue(mint, EXTENSION.permanentDelegate);
  return value === undefined ? null : memberAddress(value, EXTENSION.permanentDelegate, 'delegate');
}

export function refusePaused(call: TokenCall, mint: LoadedAccount): void {
  if ((extensionValue(mint, EXTENSION.pausableConfig)?.[ADDRESS_BYTES] ?? 0) !== 0)
    throw tokenError('MintPaused', `${call.show(mint)} is paused`, REFUSED);
}

export function refuseConfidential(call: TokenCall, mint: LoadedAccount): void {
  if (extensionValue(mint, EXTENSION.confidentialMintBurn) !== undefined)
    throw tokenError(
      'IllegalMintBurnConversion',
      `${call.show(mint)} is minted and burned confidentially only`,
      REFUSED,
    );
}

/** Refuses a mint with a transfer hook: the code of the hook is not known. @throws NotModelledError */
export function refuseHook(call: TokenCall, mint: LoadedAccount): void {
  const value = extensionValue(mint, EXTENSION.transferHook);
  const hook = value === undefined ? null : memberAddress(value, EXTENSION.transferHook, 'programId');
  if (hook === null) return;
  throw new NotModelledError(
    call.instruction,
    `a transfer of ${call.show(mint)}, which has the transfer hook ${call.names.show(hook)},`,
  );
}

function hasFlag(account: LoadedAccount, type: number): boolean {
  return (extensionValue(account, type)?.[0] ?? 0) !== 0;
}

/** Whether a program calls, and the account guards against that. */
export function isGuarded(call: TokenCall, account: LoadedAccount): boolean {
  return call.isCalled && hasCpiGuard(account);
}

export function hasCpiGuard(account: LoadedAccount): boolean {
  return hasFlag(account, EXTENSION.cpiGuard);
}

/** Refuses a call by a program that uses the signature of the owner of a guarded account. */
export function refuseGuarded(
  call: TokenCall,
  { account, owner }: TokenState,
  authority: LoadedAccount,
  error: TokenErrorName,
) {
  if (authority.address === owner && isGuarded(call, account)) throw guardError(call, account, error);
}

export function guardError(call: TokenCall, account: LoadedAccount, error: TokenErrorName): ProgramError {
  return tokenError(error, `${call.show(account)} guards against programs that call for its owner`, REFUSED);
}

export function requireMemo(call: TokenCall, account: LoadedAccount): void {
  if (hasFlag(account, EXTENSION.memoTransfer) && !call.invocation.site.followsMemo)
    throw tokenError(
      'NoMemo',
      `${call.show(account)} takes no transfer without a memo`,
      'put a `memo` right before it',
    );
}

const CREDITS_OFFSET = confidentialTransferAccount.offsetOf('allowNonConfidentialCredits');

export function requirePlainTransfers(call: TokenCall, account: LoadedAccount): void {
  const value = extensionValue(account, EXTENSION.confidentialTransferAccount);
  if (value !== undefined && value[CREDITS_OFFSET] === 0)
    throw tokenError(
      'NonConfidentialTransfersDisabled',
      `${call.show(account)} takes only confidential transfers`,
      REFUSED,
    );
}

/** Keeps a fee back in the account. */
export function withhold(call: TokenCall, { account, mint }: TokenState, fee: bigint): void {
  const value = editExtension(account, EXTENSION.transferFeeAmount);
  if (value === undefined)
    throw tokenError('InvalidState', `${call.show(account)} cannot withhold the fees of ${call.names.show(mint)}`);
  const withheldAmount = readWhole(value, transferFeeAmount).withheldAmount + fee;
  if (withheldAmount > U64_MAX) throw tokenError('Overflow', `${call.show(account)} cannot withhold this many tokens`);
  transferFeeAmount.change(value, { withheldAmount });
}

/** the three encrypted balances are side by side */
const BALANCES_START = confidentialTransferAccount.offsetOf('pendingBalanceLo');
const BALANCES_END = confidentialTransferAccount.offsetOf('decryptableAvailableBalance');

const NONE_WITHHELD = { withheldAmount: 0n };

/** Checks that a closed account does not hold or withhold tokens, besides its plain amount. */
export function checkClosing(call: TokenCall, { account, mint }: TokenState): void {
  const encrypted = `${call.show(account)} holds encrypted tokens and cannot be closed`;
  const confidential = extensionValue(account, EXTENSION.confidentialTransferAccount);
  if (confidential !== undefined && !isZero(confidential.subarray(BALANCES_START, BALANCES_END)))
    throw tokenError('ConfidentialTransferAccountHasBalance', encrypted, REFUSED);
  const fees = extensionValue(account, EXTENSION.confidentialTransferFeeAmount);
  if (fees !== undefined && !isZero(fees))
    throw tokenError('ConfidentialTransferFeeAccountHasWithheldFee', encrypted, REFUSED);
  const value = extensionValue(account, EXTENSION.transferFeeAmount);
  const { withheldAmount } = value === undefined ? NONE_WITHHELD : readWhole(value, transferFeeAmount);
  if (withheldAmount === 0n) return;
  const amount = `${amountOf(call, mint, withheldAmount)} of ${call.names.show(mint)}`;
  throw tokenError(
    'AccountHasWithheldTransferFees',
    `${call.show(account)} withholds ${amount} and cannot be closed`,
    REFUSED,
  );
}
