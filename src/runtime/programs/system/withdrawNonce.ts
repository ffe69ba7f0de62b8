import { U64_MAX } from '../../../codec/u64.ts';
import { RECENT_BLOCKHASHES_SYSVAR, RENT_SYSVAR } from '../../../model/address.ts';
import { BorrowedAccount, requireAccounts } from '../../borrowedAccount.ts';
import type { Invocation } from '../../invocation.ts';
import { currentNonce, isSameNonce, missingNonce, type Nonce, readNonce, UNINITIALIZED_NONCE } from './nonce.ts';
import { refuseAgain, requireSigner, requireSysvar, requireWritable } from './nonceChecks.ts';
import { refuse } from './systemError.ts';

/**
 * Takes lamports out of a nonce account: all of them, which ends the nonce, or those that are not its rent. Accounts: the nonce,
 * the receiver, the sysvars of recent blockhashes and of rent; the authority signs.
 *
 * Source   agave 4.1 system_instruction.rs
 */
export function withdrawNonce(invocation: Invocation, lamports: bigint): void {
  requireAccounts(invocation.instruction.accounts.length, 2);
  requireSysvar(invocation, 2, RECENT_BLOCKHASHES_SYSVAR);
  requireSysvar(invocation, 3, RENT_SYSVAR);
  const from = new BorrowedAccount(invocation, 0);
  requireWritable(invocation, from, 'Withdraw');
  const nonce = readNonce(from.account.data);
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
  if (isSameNonce(nonce, currentNonce(invocation.accounts, nonce.authority)))
    refuseAgain(invocation, from.address, 'Withdraw');
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
