import { U64_MAX } from '../../../codec/bigints.ts';
import { type Address, RECENT_BLOCKHASHES_SYSVAR, RENT_SYSVAR, SYSTEM_PROGRAM } from '../../../solana/address.ts';
import {
  decodeNonce,
  type Nonce,
  newNonce,
  nextNonce,
  UNINITIALIZED_NONCE,
  writeNonce,
} from '../../../solana/nonce.ts';
import { inFile } from '../../../syntax/hintParts.ts';
import type { Changes } from '../../accounts/changes.ts';
import { accountAddressAt, BorrowedAccount, isSigner, requireAccounts } from '../../borrowedAccount.ts';
import type { Invocation } from '../../invocation.ts';
import { ProgramError } from '../../programError.ts';
import { refuse, SYSTEM_ERROR } from './systemErrors.ts';

/**
 * The instructions of durable nonces.
 *
 * Source   agave 4.1 system_instruction.rs
 * @module
 */

/** The nonce that the current block gives: it follows from the blockhash of the parent. */
export function currentNonce({ clock }: Changes, authority: Address): Nonce {
  return newNonce(authority, nextNonce(clock.parentHash));
}

/** @throws ProgramError if the account is not an initialized nonce account */
export function nonceOf(accounts: Changes, address: Address): Nonce {
  const account = accounts.get(address);
  const nonce = account?.owner === SYSTEM_PROGRAM ? decodeNonce(account.data) : undefined;
  if (!nonce) throw missingNonce(accounts, address);
  return nonce;
}

function missingNonce({ names, clock }: Changes, address: Address): ProgramError {
  return new ProgramError(
    'InvalidAccountData',
    `there is no nonce account ${names.show(address)} at slot ${clock.slot}`,
    `add it ${inFile('nonce')}`,
  );
}

/** The name of an instruction in the log. */
type InstructionName = 'Advance' | 'Withdraw' | 'Initialize' | 'Authorize';

function requireWritable(
  invocation: Invocation,
  { isWritable, address }: BorrowedAccount,
  instructionName: InstructionName,
): void {
  if (!isWritable)
    refuse(invocation, 'InvalidArgument', {
      log: `${instructionName} nonce account: Account ${address} must be writeable`,
    });
}

function requireSigner(invocation: Invocation, address: Address, instructionName: InstructionName): void {
  if (!isSigner(invocation.instruction, address))
    refuse(invocation, 'MissingRequiredSignature', {
      log: `${instructionName} nonce account: Account ${address} must sign`,
    });
}

function requireSysvar(invocation: Invocation, index: number, sysvar: Address): void {
  const address = accountAddressAt(invocation.instruction, index);
  const { names } = invocation.accounts;
  if (address !== sysvar)
    refuse(invocation, 'InvalidArgument', {
      sentence: `${names.show(address)} is in the place of ${names.show(sysvar)}`,
    });
}

function refuseSecondAdvance(invocation: Invocation, address: Address, instructionName: InstructionName): never {
  const { names, clock } = invocation.accounts;
  return refuse(invocation, SYSTEM_ERROR.nonceBlockhashNotExpired, {
    log: `${instructionName} nonce account: nonce can only advance once per slot`,
    sentence: `${names.show(address)} was advanced in slot ${clock.slot} before: a nonce advances once a block`,
  });
}

/** Accounts: the nonce, the sysvar of recent blockhashes; its authority signs. */
export function advanceNonce(invocation: Invocation): void {
  const account = new BorrowedAccount(invocation, 0);
  requireSysvar(invocation, 1, RECENT_BLOCKHASHES_SYSVAR);
  requireWritable(invocation, account, 'Advance');
  const nonce = requireInitialized(invocation, account, 'Advance');
  const { authority } = nonce;
  if (!isSigner(invocation.instruction, authority))
    refuse(invocation, 'MissingRequiredSignature', {
      log: `Advance nonce account: Account ${authority} must be a signer`,
      ...notAllowed(invocation, account.address, authority),
    });
  const next = currentNonce(invocation.accounts, authority);
  if (nonce.value === next.value) refuseSecondAdvance(invocation, account.address, 'Advance');
  account.write(writeNonce(next));
}

function notAllowed({ instruction, accounts: { names } }: Invocation, nonce: Address, authority: Address) {
  const signer = instruction.accounts[2]?.address;
  if (signer === undefined || signer === authority) return { sentence: `${names.show(authority)} does not sign` };
  return {
    sentence: `${names.show(signer)} may not advance ${names.show(nonce)}`,
    hint: `${names.show(authority)} may`,
  };
}

/** Accounts: the nonce, the sysvars of recent blockhashes and of rent. None has to sign. */
export function initializeNonce(
  invocation: Invocation,
  { nonceAuthority }: { readonly nonceAuthority: Address },
): void {
  const account = new BorrowedAccount(invocation, 0);
  requireSysvar(invocation, 1, RECENT_BLOCKHASHES_SYSVAR);
  requireSysvar(invocation, 2, RENT_SYSVAR);
  requireWritable(invocation, account, 'Initialize');
  const { data, lamports } = account.account;
  const nonce = decodeNonce(data);
  if (nonce === undefined) throw missingNonce(invocation.accounts, account.address);
  if (nonce !== null) refuseState(invocation, account.address, 'Initialize');
  const needed = invocation.accounts.minimumBalance(data.length);
  if (lamports < needed)
    refuse(invocation, 'InsufficientFunds', {
      log: `Initialize nonce account: insufficient lamports ${lamports}, need ${needed}`,
    });
  account.write(writeNonce(currentNonce(invocation.accounts, nonceAuthority)));
}

/** Accounts: the nonce; its authority signs. */
export function authorizeNonce(invocation: Invocation, { newAuthorized }: { readonly newAuthorized: Address }): void {
  const account = new BorrowedAccount(invocation, 0);
  requireWritable(invocation, account, 'Authorize');
  const nonce = requireInitialized(invocation, account, 'Authorize');
  requireSigner(invocation, nonce.authority, 'Authorize');
  account.write(writeNonce({ ...nonce, authority: newAuthorized }));
}

function requireInitialized(
  invocation: Invocation,
  { address, account }: BorrowedAccount,
  instructionName: InstructionName,
): Nonce {
  const nonce = decodeNonce(account.data);
  if (nonce === undefined) throw missingNonce(invocation.accounts, address);
  return nonce ?? refuseState(invocation, address, instructionName);
}

function refuseState(invocation: Invocation, address: Address, instructionName: InstructionName): never {
  return refuse(invocation, 'InvalidAccountData', {
    log: `${instructionName} nonce account: Account ${address} state is invalid`,
  });
}

/**
 * Takes lamports out of a nonce account: all of them, which ends the nonce, or those that are not its rent. Accounts: the nonce,
 * the receiver, the sysvars of recent blockhashes and of rent; the authority signs.
 *
 * Source   agave 4.1 system_instruction.rs
 */
export function withdrawNonce(invocation: Invocation, { lamports }: { readonly lamports: bigint }): void {
  requireAccounts(invocation.instruction.accounts.length, 2);
  requireSysvar(invocation, 2, RECENT_BLOCKHASHES_SYSVAR);
  requireSysvar(invocation, 3, RENT_SYSVAR);
  const from = new BorrowedAccount(invocation, 0);
  requireWritable(invocation, from, 'Withdraw');
  const nonce = decodeNonce(from.account.data);
  if (nonce === undefined) throw missingNonce(invocation.accounts, from.address);
  if (nonce === null) {
    requireLamports(invocation, from, lamports);
    requireSigner(invocation, from.address, 'Withdraw');
  } else if (lamports === from.account.lamports) endNonce(invocation, from, nonce);
  else {
    requireLamports(invocation, from, lamports + invocation.accounts.minimumBalance(from.account.data.length));
    requireSigner(invocation, nonce.authority, 'Withdraw');
  }
  from.subtractLamports(lamports);
  new BorrowedAccount(invocation, 1).addLamports(lamports);
}

function endNonce(invocation: Invocation, from: BorrowedAccount, nonce: Nonce): void {
  if (nonce.value === currentNonce(invocation.accounts, nonce.authority).value)
    refuseSecondAdvance(invocation, from.address, 'Withdraw');
  requireSigner(invocation, nonce.authority, 'Withdraw');
  from.write(UNINITIALIZED_NONCE);
}

function requireLamports(invocation: Invocation, { account }: BorrowedAccount, needed: bigint): void {
  if (needed > U64_MAX) refuse(invocation, 'InsufficientFunds');
  if (needed > account.lamports)
    refuse(invocation, 'InsufficientFunds', {
      log: `Withdraw nonce account: insufficient lamports ${account.lamports}, need ${needed}`,
    });
}
