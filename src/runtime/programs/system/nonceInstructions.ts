/**
 * What is done with durable nonces.
 *
 * Source   agave 4.1 system_instruction.rs
 * @module
 */
import { type Address, RECENT_BLOCKHASHES_SYSVAR, RENT_SYSVAR } from '../../../model/address.ts';
import { nextNonce } from '../../../model/durableNonce.ts';
import { BorrowedAccount, isSigner } from '../../borrowedAccount.ts';
import type { Invocation } from '../../invocation.ts';
import { currentNonce, isSameNonce, missingNonce, type Nonce, readNonce, writeNonce } from './nonce.ts';
import { refuseAgain, requireSigner, requireSysvar, requireWritable, type Verb } from './nonceChecks.ts';
import { refuse } from './systemError.ts';

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
  if (isSameNonce(nonce, next)) refuseAgain(invocation, account.address, 'Advance');
  account.write(writeNonce(next));
}

function notAllowed({ instruction, accounts: { names } }: Invocation, nonce: Address, authority: Address) {
  const asked = instruction.accounts[2]?.address;
  if (asked === undefined || asked === authority) return { sentence: `${names.show(authority)} does not sign` };
  return {
    sentence: `${names.show(asked)} may not advance ${names.show(nonce)}`,
    hint: `${names.show(authority)} may`,
  };
}

/** Accounts: the nonce, the sysvars of recent blockhashes and of rent. Nobody has to sign. */
export function initializeNonce(invocation: Invocation, authority: Address): void {
  const account = new BorrowedAccount(invocation, 0);
  requireSysvar(invocation, 1, RECENT_BLOCKHASHES_SYSVAR);
  requireSysvar(invocation, 2, RENT_SYSVAR);
  requireWritable(invocation, account, 'Initialize');
  const { data, lamports } = account.account;
  const nonce = readNonce(data);
  if (nonce === undefined) throw missingNonce(invocation.accounts, account.address);
  if (nonce !== null) refuseState(invocation, account.address, 'Initialize');
  const needed = invocation.accounts.minimumBalance(data.length);
  if (lamports < needed)
    refuse(invocation, 'InsufficientFunds', {
      log: `Initialize nonce account: insufficient lamports ${lamports}, need ${needed}`,
    });
  account.write(writeNonce(currentNonce(invocation.accounts, authority)));
}

/** Accounts: the nonce; its authority signs. */
export function authorizeNonce(invocation: Invocation, authority: Address): void {
  const account = new BorrowedAccount(invocation, 0);
  requireWritable(invocation, account, 'Authorize');
  const nonce = requireInitialized(invocation, account, 'Authorize');
  requireSigner(invocation, nonce.authority, 'Authorize');
  account.write(writeNonce({ ...nonce, authority }));
}

/** A legacy nonce gets a value that is no blockhash. Accounts: the nonce; nobody has to sign. */
export function upgradeNonce(invocation: Invocation): void {
  const account = new BorrowedAccount(invocation, 0);
  if (!account.isOwned) refuse(invocation, 'InvalidAccountOwner');
  if (!account.isWritable) refuse(invocation, 'InvalidArgument');
  const nonce = readNonce(account.account.data);
  if (nonce === undefined) throw missingNonce(invocation.accounts, account.address);
  if (nonce?.version !== 'legacy') refuse(invocation, 'InvalidArgument');
  account.write(writeNonce({ ...nonce, version: 'current', value: nextNonce(nonce.value) }));
}

function requireInitialized(invocation: Invocation, { address, account }: BorrowedAccount, verb: Verb): Nonce {
  const nonce = readNonce(account.data);
  if (nonce === undefined) throw missingNonce(invocation.accounts, address);
  return nonce ?? refuseState(invocation, address, verb);
}

function refuseState(invocation: Invocation, address: Address, verb: Verb): never {
  return refuse(invocation, 'InvalidAccountData', {
    log: `${verb} nonce account: Account ${address} state is invalid`,
  });
}
