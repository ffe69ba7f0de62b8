import { ADDRESS_BYTES } from '../../../solana/address.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { EXTENSION } from '../../accounts/tokenLayouts.ts';
import { requireAuthority, setExtensionAddress } from './authorities.ts';
import { addExtension, editExtension, extensionAddress, extensionValue, requireExtension } from './extensionEntries.ts';
import { nextNewMint, SUB_ARGUMENTS } from './mintExtensions.ts';
import { mayNot, requireFrozenNot, requireMint } from './sentences.ts';
import { requireU64, transferExtended } from './spending.ts';
import { invalidInstruction, type TokenCall, type TokenInstruction, u64At } from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';
import { readMintState, readTokenState, TokenState, tokenAccountError } from './tokenState.ts';

const WITHHELD_IN_MINT = 64;

/** What the mint withholds goes to an account. */
function withdrawFromMint(call: TokenCall): void {
  call.log('TransferFeeInstruction: WithdrawWithheldTokensFromMint');
  const mint = call.next();
  const to = call.next();
  const authority = call.next();
  call.requireOwned(mint);
  call.requireOwned(to);
  readMintState(call, mint);
  requireWithdrawer(call, mint, authority, call.rest());
  call.requireOther(mint, to);
  const destination = requireDestination(call, mint, to);
  const config = editExtension(mint, EXTENSION.transferFeeConfig)!;
  destination.amount = requireU64(call, to, destination.amount + u64At(config, WITHHELD_IN_MINT));
  config.fill(0, WITHHELD_IN_MINT, WITHHELD_IN_MINT + 8);
}

/** What these accounts withhold goes to one of them or another. */
function withdrawFromAccounts(call: TokenCall): void {
  const count = call.data[SUB_ARGUMENTS];
  if (count === undefined) throw invalidInstruction();
  call.log('TransferFeeInstruction: WithdrawWithheldTokensFromAccounts');
  const mint = call.next();
  const to = call.next();
  const authority = call.next();
  const rest = call.rest();
  const signers = rest.slice(0, Math.max(0, rest.length - count));
  call.requireOwned(mint);
  call.requireOwned(to);
  readMintState(call, mint);
  requireWithdrawer(call, mint, authority, signers);
  call.requireOther(mint, to);
  const destination = requireDestination(call, mint, to);
  for (const account of rest.slice(signers.length)) {
    const amount = account === to ? takeOwn(call, to) : harvest(call, mint, account);
    if (amount !== undefined) destination.amount = requireU64(call, to, destination.amount + amount);
  }
}

/** What these accounts withhold goes to their mint. */
function harvestToMint(call: TokenCall): void {
  call.log('TransferFeeInstruction: HarvestWithheldTokensToMint');
  const mint = call.next();
  call.requireOwned(mint);
  readMintState(call, mint);
  requireExtension(call, mint, EXTENSION.transferFeeConfig);
  for (const account of call.rest()) {
    call.requireOther(mint, account);
    const amount = harvest(call, mint, account);
    if (amount === undefined) continue;
    const config = editExtension(mint, EXTENSION.transferFeeConfig)!;
    const withheld = requireU64(call, mint, u64At(config, WITHHELD_IN_MINT) + amount);
    new DataView(config.buffer, config.byteOffset).setBigUint64(WITHHELD_IN_MINT, withheld, true);
  }
}

function requireWithdrawer(
  call: TokenCall,
  mint: LoadedAccount,
  authority: LoadedAccount,
  signers: readonly LoadedAccount[],
): void {
  const config = requireExtension(call, mint, EXTENSION.transferFeeConfig);
  const allowed = extensionAddress(config, ADDRESS_BYTES);
  if (allowed === null)
    throw tokenError('NoAuthorityExists', `nobody may withdraw the fees of ${call.show(mint)} any more`);
  const what = `withdraw the fees of ${call.show(mint)}`;
  requireAuthority(call, allowed, authority, mayNot(call, what, authority, allowed), signers);
}

function requireDestination(call: TokenCall, mint: LoadedAccount, to: LoadedAccount): TokenState {
  const destination = readTokenState(call, to);
  requireMint(call, destination, mint.address);
  requireFrozenNot(call, destination, 'receive tokens');
  return destination;
}

function takeOwn(call: TokenCall, to: LoadedAccount): bigint {
  const amount = takeWithheld(to);
  if (amount === undefined) throw tokenError('InvalidState', `${call.show(to)} withholds no fees`);
  return amount;
}

function takeWithheld(account: LoadedAccount): bigint | undefined {
  const value = extensionValue(account, EXTENSION.transferFeeAmount);
  if (value === undefined) return undefined;
  const amount = u64At(value, 0);
  editExtension(account, EXTENSION.transferFeeAmount)!.fill(0);
  return amount;
}

/** An account that has nothing to harvest is only logged. */
function harvest(call: TokenCall, mint: LoadedAccount, account: LoadedAccount): bigint | undefined {
  const isAccount = tokenAccountError(account, true) === undefined;
  const isOfMint = isAccount && new TokenState(account, true).mint === mint.address;
  const amount = isOfMint && account.owner === call.program ? takeWithheld(account) : undefined;
  if (amount !== undefined) return amount;
  const reason =
    isAccount && !isOfMint ? 'Account not associated with this Mint' : 'State is invalid for requested operation';
  call.log(`Error harvesting from ${account.address}: ${reason}`);
  return undefined;
}

/**
 * Fees of transfers: what they are, and what becomes of those that accounts withhold.
 *
 * Source   spl-token-2022 10.0 `extension/transfer_fee/processor.rs`, spl-token-2022-interface 3.0 `extension/transfer_fee/mod.rs`
 * @module
 */

const OLDER = 72;
const NEWER = 90;
const FEE_BYTES = 18;
const MAX_POINTS = 10_000;
const EPOCHS_BEFORE = 2n;

const INSTRUCTIONS: readonly TokenInstruction[] = [
  initializeConfig,
  transferWithFee,
  withdrawFromMint,
  withdrawFromAccounts,
  harvestToMint,
  setTransferFee,
];

export function transferFee(call: TokenCall): void {
  const run = INSTRUCTIONS[call.data[1] ?? -1];
  if (run === undefined) throw invalidInstruction();
  run(call);
}

/** Reads arguments in order; what is missing makes it no instruction. */
class FeeArguments {
  readonly #data: Uint8Array;
  #at = SUB_ARGUMENTS;

  constructor({ data }: TokenCall) {
    this.#data = data;
  }

  take(bytes: number): Uint8Array {
    const taken = this.#data.subarray(this.#at, this.#at + bytes);
    if (taken.length < bytes) throw invalidInstruction();
    this.#at += bytes;
    return taken;
  }

  u16(): number {
    const [low, high] = this.take(2) as unknown as [number, number];
    return low | (high << 8);
  }

  u64(): bigint {
    return u64At(this.take(8), 0);
  }

  optionalAddress() {
    const [tag] = this.take(1);
    if (tag! > 1) throw invalidInstruction();
    return tag === 0 ? null : (extensionAddress(this.take(ADDRESS_BYTES), 0) ?? NOBODY);
  }
}

const NOBODY = '11111111111111111111111111111111';

function initializeConfig(call: TokenCall): void {
  const given = new FeeArguments(call);
  const authorities = [given.optionalAddress(), given.optionalAddress()];
  const points = given.u16();
  const maximum = given.u64();
  const mint = nextNewMint(call);
  const value = addExtension(call, mint, EXTENSION.transferFeeConfig);
  for (const [i, to] of authorities.entries())
    setExtensionAddress(call, mint, EXTENSION.transferFeeConfig, i * ADDRESS_BYTES, to);
  requirePoints(points);
  const { epoch } = call.accounts.moment;
  writeFee(value, OLDER, { epoch, maximum, points });
  writeFee(value, NEWER, { epoch, maximum, points });
}

interface Fee {
  readonly epoch: bigint;
  readonly maximum: bigint;
  readonly points: number;
}

function requirePoints(points: number): void {
  if (points > MAX_POINTS)
    throw tokenError('TransferFeeExceedsMaximum', `a fee of ${points} basis points, of ${MAX_POINTS}`);
}

function writeFee(value: Uint8Array, offset: number, { epoch, maximum, points }: Fee): void {
  const view = new DataView(value.buffer, value.byteOffset + offset, FEE_BYTES);
  view.setBigUint64(0, epoch, true);
  view.setBigUint64(8, maximum, true);
  view.setUint16(16, points, true);
}

function transferWithFee(call: TokenCall): void {
  const given = new FeeArguments(call);
  const amount = given.u64();
  const decimals = given.take(1)[0]!;
  const fee = given.u64();
  call.log('TransferFeeInstruction: TransferCheckedWithFee');
  transferExtended(call, { amount, decimals, fee });
}

/** The new fee is taken two epochs later. */
function setTransferFee(call: TokenCall): void {
  const given = new FeeArguments(call);
  const points = given.u16();
  const maximum = given.u64();
  call.log('TransferFeeInstruction: SetTransferFee');
  const mint = call.next();
  const authority = call.next();
  call.requireOwned(mint);
  readMintState(call, mint);
  requireFeeAuthority(call, mint, authority);
  requirePoints(points);
  const value = editExtension(mint, EXTENSION.transferFeeConfig)!;
  const { epoch } = call.accounts.moment;
  if (u64At(value, NEWER) <= epoch) value.copyWithin(OLDER, NEWER, NEWER + FEE_BYTES);
  writeFee(value, NEWER, { epoch: epoch + EPOCHS_BEFORE, maximum, points });
}

function requireFeeAuthority(call: TokenCall, mint: LoadedAccount, authority: LoadedAccount): void {
  const allowed = extensionAddress(requireExtension(call, mint, EXTENSION.transferFeeConfig), 0);
  if (allowed === null)
    throw tokenError('NoAuthorityExists', `nobody may change the fee of ${call.show(mint)} any more`);
  const what = `change the fee of ${call.show(mint)}`;
  requireAuthority(call, allowed, authority, mayNot(call, what, authority, allowed));
}
