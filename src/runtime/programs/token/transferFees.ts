/**
 * Fees of transfers: what they are, and what becomes of those that accounts withhold.
 *
 * Source   spl-token-2022 10.0 `extension/transfer_fee/processor.rs`, spl-token-2022-interface 3.0 `extension/transfer_fee/mod.rs`
 * @module
 */
import { ADDRESS_BYTES } from '../../../model/address.ts';
import { EXTENSION } from '../../accounts/extensions.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { requireAuthority } from './authority.ts';
import type { TokenCall, TokenInstruction } from './call.ts';
import { extensionAddress } from './extensionChecks.ts';
import { addExtension, editExtension, requireExtension } from './extensionEntries.ts';
import { harvestToMint, withdrawFromAccounts, withdrawFromMint } from './feeWithdrawals.ts';
import { invalidInstruction, u64At } from './instructionData.ts';
import { nextNewMint } from './mintExtensions.ts';
import { readMintState } from './reading.ts';
import { mayNot } from './sentences.ts';
import { setExtensionAddress } from './setExtensionAuthority.ts';
import { SUB_ARGUMENTS } from './subInstructions.ts';
import { tokenError } from './tokenErrors.ts';
import { transferExtended } from './transferExtended.ts';

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
