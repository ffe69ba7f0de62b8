import { decodeBase58 } from '../../../codec/base58.ts';
import { ByteWriter } from '../../../codec/bytes.ts';
import { type Address, RECENT_BLOCKHASHES_SYSVAR, SYSTEM_PROGRAM } from '../../../solana/address.ts';
import {
  type Instruction,
  readonlyAccount,
  readonlySigner,
  writableAccount,
  writableSigner,
} from '../../../solana/instruction.ts';

/**
 * Instructions to the system program. Lamports and space are u64.
 *
 * Source   solana system-interface 3.2
 * @module
 */

const CREATE_ACCOUNT = 0;
const ASSIGN = 1;
const TRANSFER = 2;
const ADVANCE_NONCE_ACCOUNT = 4;
const ALLOCATE = 8;

export interface CreatedAccount {
  readonly lamports: bigint;
  /** bytes */
  readonly space: bigint;
  readonly owner: Address;
}

export function createAccountCall(payer: Address, account: Address, created: CreatedAccount): Instruction {
  const { lamports, owner, space } = created;
  const data = new ByteWriter(52).u32(CREATE_ACCOUNT).u64(lamports).u64(space).append(decodeBase58(owner)).bytes();
  return { program: SYSTEM_PROGRAM, accounts: [writableSigner(payer), writableSigner(account)], data };
}

export function transferCall(from: Address, to: Address, lamports: bigint): Instruction {
  const data = new ByteWriter(12).u32(TRANSFER).u64(lamports).bytes();
  return { program: SYSTEM_PROGRAM, accounts: [writableSigner(from), writableAccount(to)], data };
}

export function advanceNonceCall(nonce: Address, authority: Address): Instruction {
  return {
    program: SYSTEM_PROGRAM,
    accounts: [writableAccount(nonce), readonlyAccount(RECENT_BLOCKHASHES_SYSVAR), readonlySigner(authority)],
    data: new ByteWriter(4).u32(ADVANCE_NONCE_ACCOUNT).bytes(),
  };
}

/** An account that has lamports already gets its size and its program. */
export function allocateAndAssignCalls(account: Address, space: bigint, owner: Address): readonly Instruction[] {
  const accounts = [writableSigner(account)];
  const allocate = new ByteWriter(12).u32(ALLOCATE).u64(space).bytes();
  const assign = new ByteWriter(36).u32(ASSIGN).append(decodeBase58(owner)).bytes();
  return [allocate, assign].map((data) => ({ program: SYSTEM_PROGRAM, accounts, data }));
}
