import { ByteWriter } from '../../../codec/byteWriter.ts';
import { SYSTEM_PROGRAM } from '../../../model/address.ts';
import type { BorrowedAccount } from '../../borrowedAccount.ts';
import { writableAccount, writableSigner } from '../../instruction.ts';
import type { Invocation } from '../../invocation.ts';
import { refuse } from './refusal.ts';

const TRANSFER = 2;

/** @throws ProgramError MissingRequiredSignature */
export function requirePayer(invocation: Invocation, payer: BorrowedAccount): void {
  if (!payer.isSigner) refuse(invocation, 'MissingRequiredSignature', { log: 'Payer account must be a signer' });
}

/** Lamports that a table of this size lacks. */
export function lackingLamports({ accounts }: Invocation, { account }: BorrowedAccount, bytes: number): bigint {
  const needed = accounts.minimumBalance(bytes) || 1n;
  return needed > account.lamports ? needed - account.lamports : 0n;
}

export function pay(invocation: Invocation, payer: BorrowedAccount, table: BorrowedAccount, lamports: bigint): void {
  const data = new ByteWriter(12).u32(TRANSFER).u64(lamports).bytes();
  invocation.call({
    program: SYSTEM_PROGRAM,
    accounts: [writableSigner(payer.address), writableAccount(table.address)],
    data,
  });
}
