import { saturateU64 } from '../../../codec/bigints.ts';
import { ByteReader } from '../../../codec/bytes.ts';
import { type Decoder, fields, optional, type TypeOf, tryDecode, u8, u16, u64 } from '../../../codec/struct.ts';
import {
  MAX_FEE_BASIS_POINTS,
  readWhole,
  transferFeeAmount,
  transferFeeConfig,
} from '../../../solana/programs/splToken/extensions.ts';
import { pubkey } from '../../../solana/pubkey.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { EXTENSION } from '../../accounts/tokenLayouts.ts';
import { requireKey } from './authorities.ts';
import { addExtension, editExtension, requireExtension } from './extensionEntries.ts';
import { authorizedExtension, nextExtension, nextNewMint } from './mintExtensions.ts';
import { readMintState, readTokenState, tokenAccountError } from './readTokenState.ts';
import { assertNotFrozen, requireMint } from './sentences.ts';
import { requireU64, transferExtended } from './spending.ts';
import { invalidInstruction } from './tokenArguments.ts';
import type { TokenCall } from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';
import type { TokenState } from './tokenState.ts';

/**
 * Transfer fees: what a mint asks for, and what becomes of the fees that were withheld.
 *
 * Source   spl-token-2022 11.0 `extension/transfer_fee/processor.rs`
 * @module
 */

const ARGUMENTS_OFFSET = 2;

/**
 * An instruction about fees. Bytes behind its arguments are ignored.
 *
 * @param name that it logs when it has read them; undefined: none
 */
function feeInstruction<T>(
  name: string | undefined,
  args: Decoder<T>,
  carryOut: (call: TokenCall, args: T) => void,
): (call: TokenCall) => void {
  return (call) => {
    const values = tryDecode(() => args.read(new ByteReader(call.data, ARGUMENTS_OFFSET)));
    if (values === undefined) throw invalidInstruction();
    if (name !== undefined) call.log(`TransferFeeInstruction: ${name}`);
    carryOut(call, values);
  };
}

const NO_ARGUMENTS = fields({});
const newFee = fields({ transferFeeBasisPoints: u16, maximumFee: u64 });
const newConfig = fields({
  transferFeeConfigAuthority: optional(pubkey),
  withdrawWithheldAuthority: optional(pubkey),
  ...newFee.members,
});

/** Instructions by sub tag. */
const INSTRUCTIONS: readonly ((call: TokenCall) => void)[] = [
  feeInstruction(undefined, newConfig, initializeConfig),
  feeInstruction('TransferCheckedWithFee', fields({ amount: u64, decimals: u8, fee: u64 }), transferExtended),
  feeInstruction('WithdrawWithheldTokensFromMint', NO_ARGUMENTS, withdrawFromMint),
  feeInstruction('WithdrawWithheldTokensFromAccounts', fields({ sources: u8 }), (call, { sources }) =>
    withdrawFromAccounts(call, sources),
  ),
  feeInstruction('HarvestWithheldTokensToMint', NO_ARGUMENTS, harvestToMint),
  feeInstruction('SetTransferFee', newFee, setFee),
];

export function transferFees(call: TokenCall): void {
  const carryOut = INSTRUCTIONS[call.data[1] ?? -1];
  if (carryOut === undefined) throw invalidInstruction();
  carryOut(call);
}

function initializeConfig(
  call: TokenCall,
  { maximumFee, transferFeeBasisPoints, ...given }: TypeOf<typeof newConfig>,
): void {
  const value = addExtension(call, nextNewMint(call), EXTENSION.transferFeeConfig);
  const { transferFeeConfigAuthority = null, withdrawWithheldAuthority = null } = given;
  for (const authority of [transferFeeConfigAuthority, withdrawWithheldAuthority])
    if (authority !== null) requireKey(authority);
  requireShare(transferFeeBasisPoints);
  const fee = { epoch: call.accounts.moment.epoch, maximumFee, transferFeeBasisPoints };
  transferFeeConfig.change(value, {
    transferFeeConfigAuthority,
    withdrawWithheldAuthority,
    olderTransferFee: fee,
    newerTransferFee: fee,
  });
}

function requireShare(basisPoints: number): void {
  if (basisPoints > MAX_FEE_BASIS_POINTS)
    throw tokenError('TransferFeeExceedsMaximum', `a fee of ${basisPoints} basis points is more than the whole amount`);
}

/** epochs from a change of a fee until it counts */
const NOTICE_EPOCHS = 2n;

function setFee(call: TokenCall, { maximumFee, transferFeeBasisPoints }: TypeOf<typeof newFee>): void {
  const value = nextExtension(call, { type: EXTENSION.transferFeeConfig, member: 'transferFeeConfigAuthority' });
  requireShare(transferFeeBasisPoints);
  const { newerTransferFee, olderTransferFee } = readWhole(value, transferFeeConfig);
  const { epoch } = call.accounts.moment;
  transferFeeConfig.change(value, {
    olderTransferFee: newerTransferFee.epoch <= epoch ? newerTransferFee : olderTransferFee,
    newerTransferFee: { epoch: saturateU64(epoch + NOTICE_EPOCHS), maximumFee, transferFeeBasisPoints },
  });
}

const WITHDRAWING = { type: EXTENSION.transferFeeConfig, member: 'withdrawWithheldAuthority' };

/** An account of the mint, which gets what was withheld. */
function readRecipient(call: TokenCall, recipient: LoadedAccount, mint: LoadedAccount): TokenState {
  call.requireOther(recipient, mint);
  const state = readTokenState(call, recipient);
  requireMint(call, state, mint.address);
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

/** @param sourceCount number of the last accounts: what they withhold is withdrawn */
function withdrawFromAccounts(call: TokenCall, sourceCount: number): void {
  const [mint, recipient, authority] = [call.next(), call.next(), call.next()];
  const others = call.otherAccounts();
  const signers = Math.max(0, others.length - sourceCount);
  call.requireOwned(mint);
  call.requireOwned(recipient);
  authorizedExtension(call, mint, WITHDRAWING, authority, others.slice(0, signers));
  const state = readRecipient(call, recipient, mint);
  for (const source of others.slice(signers))
    receive(call, state, source === recipient ? takeOwn(call, source) : harvest(call, mint, source));
}

function takeOwn(call: TokenCall, recipient: LoadedAccount): bigint {
  const amount = takeWithheld(recipient);
  if (amount !== undefined) return amount;
  throw tokenError('InvalidState', `${call.show(recipient)} does not withhold fees`);
}

/** All accounts behind the mint are sources. */
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

/** Undefined: the account does not withhold fees. */
function takeWithheld(account: LoadedAccount): bigint | undefined {
  const value = editExtension(account, EXTENSION.transferFeeAmount);
  if (value === undefined) return undefined;
  const { withheldAmount } = readWhole(value, transferFeeAmount);
  transferFeeAmount.change(value, { withheldAmount: 0n });
  return withheldAmount;
}
