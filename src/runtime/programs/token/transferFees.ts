import { saturateU64 } from '../../../codec/bigints.ts';
import type { Address } from '../../../solana/address.ts';
import { BASIS_POINTS } from '../../../solana/basisPoints.ts';
import { TRANSFER_FEE_ROWS } from '../../../solana/programs/splToken/extensionInstructions.ts';
import { readWhole } from '../../../solana/programs/splToken/extensions.ts';
import { EXTENSION } from '../../../solana/programs/splToken/extensionTable.ts';
import { transferFeeAmount, transferFeeConfig } from '../../../solana/programs/splToken/extensionValues.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { type Effects, effectOf, logName } from '../effects.ts';
import { requireKey } from './authorities.ts';
import { addExtension, editExtension, requireExtension } from './extensionEntries.ts';
import { authorizedExtension, nextExtension, nextNewMint } from './mintExtensions.ts';
import { readMintState, readTokenState, tokenAccountError } from './readTokenState.ts';
import { requireU64, transferExtended } from './spending.ts';
import { invalidInstruction, readExtensionArguments, subTagOf } from './tokenArguments.ts';
import type { TokenCall } from './tokenCall.ts';
import { assertNotFrozen, requireSameMint } from './tokenChecks.ts';
import { tokenError } from './tokenErrors.ts';
import type { TokenState } from './tokenState.ts';

/**
 * Instructions for transfer fees: the fee of a mint, and the fees that were withheld.
 *
 * Source   spl-token-2022 11.0 `extension/transfer_fee/processor.rs`
 * @module
 */

const EFFECTS: Effects<(typeof TRANSFER_FEE_ROWS)[number], TokenCall> = {
  initializeTransferFeeConfig: initializeConfig,
  transferCheckedWithFee: transferExtended,
  withdrawWithheldTokensFromMint: withdrawFromMint,
  withdrawWithheldTokensFromAccounts: withdrawFromAccounts,
  harvestWithheldTokensToMint: harvestToMint,
  setTransferFee: setFee,
};

/** Carries out an instruction about fees: all but the first log a line once their arguments are read. */
export function transferFees(call: TokenCall): void {
  const row = TRANSFER_FEE_ROWS[subTagOf(call) ?? -1];
  const args = row && readExtensionArguments(call, row);
  if (args === undefined) throw invalidInstruction();
  if (row!.type !== 'initializeTransferFeeConfig') call.log(`TransferFeeInstruction: ${logName(row!)}`);
  effectOf(EFFECTS, row!)!(call, args as never);
}

interface NewFee {
  readonly transferFeeBasisPoints: number;
  readonly maximumFee: bigint;
}

interface NewConfig extends NewFee {
  readonly transferFeeConfigAuthority: Address | undefined;
  readonly withdrawWithheldAuthority: Address | undefined;
}

function initializeConfig(call: TokenCall, { maximumFee, transferFeeBasisPoints, ...authorities }: NewConfig): void {
  const value = addExtension(call, nextNewMint(call), EXTENSION.transferFeeConfig);
  const { transferFeeConfigAuthority = null, withdrawWithheldAuthority = null } = authorities;
  for (const authority of [transferFeeConfigAuthority, withdrawWithheldAuthority])
    if (authority !== null) requireKey(authority);
  requireBasisPoints(transferFeeBasisPoints);
  const fee = { epoch: call.accounts.clock.epoch, maximumFee, transferFeeBasisPoints };
  transferFeeConfig.change(value, {
    transferFeeConfigAuthority,
    withdrawWithheldAuthority,
    olderTransferFee: fee,
    newerTransferFee: fee,
  });
}

function requireBasisPoints(basisPoints: number): void {
  if (basisPoints > BASIS_POINTS)
    throw tokenError('TransferFeeExceedsMaximum', `a fee of ${basisPoints} basis points is more than the whole amount`);
}

/** epochs from a change of a fee until it counts */
const NOTICE_EPOCHS = 2n;

function setFee(call: TokenCall, { maximumFee, transferFeeBasisPoints }: NewFee): void {
  const value = nextExtension(call, { type: EXTENSION.transferFeeConfig, member: 'transferFeeConfigAuthority' });
  requireBasisPoints(transferFeeBasisPoints);
  const { newerTransferFee, olderTransferFee } = readWhole(value, transferFeeConfig);
  const { epoch } = call.accounts.clock;
  transferFeeConfig.change(value, {
    olderTransferFee: newerTransferFee.epoch <= epoch ? newerTransferFee : olderTransferFee,
    newerTransferFee: { epoch: saturateU64(epoch + NOTICE_EPOCHS), maximumFee, transferFeeBasisPoints },
  });
}

const WITHDRAWING = { type: EXTENSION.transferFeeConfig, member: 'withdrawWithheldAuthority' };

/** Reads the account of the mint that gets the withheld fees. */
function readRecipient(call: TokenCall, recipient: LoadedAccount, mint: LoadedAccount): TokenState {
  call.requireOther(recipient, mint);
  const state = readTokenState(call, recipient);
  requireSameMint(call, state, mint.address);
  assertNotFrozen(call, state, 'receive tokens');
  return state;
}

function receive(call: TokenCall, state: TokenState, amount: bigint): void {
  state.amount = requireU64(call, state.account, state.amount + amount);
}

function withdrawFromMint(call: TokenCall): void {
  const [mint, recipient, authority] = [call.next(), call.next(), call.next()];
  call.requireOwned(mint);
  call.requireOwned(recipient);
  const value = authorizedExtension(call, mint, WITHDRAWING, authority);
  const state = readRecipient(call, recipient, mint);
  receive(call, state, readWhole(value, transferFeeConfig).withheldAmount);
  transferFeeConfig.change(value, { withheldAmount: 0n });
}

/** @param args `sources`: the number of accounts at the end whose withheld fees are withdrawn */
function withdrawFromAccounts(call: TokenCall, { sources: sourceCount }: { readonly sources: number }): void {
  const [mint, recipient, authority] = [call.next(), call.next(), call.next()];
  const signersAndSources = call.otherAccounts();
  const signerCount = Math.max(0, signersAndSources.length - sourceCount);
  call.requireOwned(mint);
  call.requireOwned(recipient);
  authorizedExtension(call, mint, WITHDRAWING, authority, signersAndSources.slice(0, signerCount));
  const state = readRecipient(call, recipient, mint);
  for (const source of signersAndSources.slice(signerCount))
    receive(call, state, source === recipient ? takeOwn(call, source) : harvest(call, mint, source));
}

function takeOwn(call: TokenCall, recipient: LoadedAccount): bigint {
  const amount = takeWithheld(recipient);
  if (amount !== undefined) return amount;
  throw tokenError('InvalidState', `${call.show(recipient)} does not withhold fees`);
}

/** Moves withheld fees into the mint: all accounts after it are sources. */
function harvestToMint(call: TokenCall): void {
  const mint = call.next();
  const sources = call.otherAccounts();
  call.requireOwned(mint);
  readMintState(call, mint);
  requireExtension(call, mint, EXTENSION.transferFeeConfig);
  const value = editExtension(mint, EXTENSION.transferFeeConfig)!;
  for (const source of sources) {
    const sum = readWhole(value, transferFeeConfig).withheldAmount + harvest(call, mint, source);
    transferFeeConfig.change(value, { withheldAmount: requireU64(call, mint, sum) });
  }
}

/** Takes what a source withholds; nothing from an account that is not a source, which is logged. */
function harvest(call: TokenCall, mint: LoadedAccount, source: LoadedAccount): bigint {
  call.requireOther(source, mint);
  const isAccount = tokenAccountError(source, true) === undefined;
  const isOfMint = isAccount && readTokenState(call, source).mint === mint.address;
  const amount = isOfMint && source.owner === call.program ? takeWithheld(source) : undefined;
  if (amount !== undefined) return amount;
  const reason =
    isAccount && !isOfMint ? 'Account not associated with this Mint' : 'State is invalid for requested operation';
  call.log(`Error harvesting from ${source.address}: ${reason}`);
  return 0n;
}

/** Empties the withheld fees of an account, and returns them; undefined: the account does not withhold fees. */
function takeWithheld(account: LoadedAccount): bigint | undefined {
  const value = editExtension(account, EXTENSION.transferFeeAmount);
  if (value === undefined) return undefined;
  const { withheldAmount } = readWhole(value, transferFeeAmount);
  transferFeeAmount.change(value, { withheldAmount: 0n });
  return withheldAmount;
}
