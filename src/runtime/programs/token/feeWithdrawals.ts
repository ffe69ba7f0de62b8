import { ADDRESS_BYTES } from '../../../model/address.ts';
import { EXTENSION } from '../../accounts/extensions.ts';
import type { LoadedAccount } from '../../accounts/loadedAccounts.ts';
import { requireAuthority } from './authority.ts';
import type { TokenCall } from './call.ts';
import { extensionAddress } from './extensionChecks.ts';
import { editExtension, extensionValue, requireExtension } from './extensionEntries.ts';
import { invalidInstruction, u64At } from './instructionData.ts';
import { readMintState, readTokenState, tokenAccountError } from './reading.ts';
import { mayNot, requireFrozenNot, requireMint } from './sentences.ts';
import { requireU64 } from './spending.ts';
import { TokenState } from './state.ts';
import { SUB_ARGUMENTS } from './subInstructions.ts';
import { tokenError } from './tokenErrors.ts';

const WITHHELD_IN_MINT = 64;

/** What the mint withholds goes to an account. */
export function withdrawFromMint(call: TokenCall): void {
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
export function withdrawFromAccounts(call: TokenCall): void {
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
export function harvestToMint(call: TokenCall): void {
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
