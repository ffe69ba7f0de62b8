import { decodeBase58 } from '../../../codec/base58.ts';
import { ByteWriter } from '../../../codec/byteWriter.ts';
import { saturateU64 } from '../../../codec/u64.ts';
import { type Address, RECENT_BLOCKHASHES_SYSVAR, SYSTEM_PROGRAM } from '../../../model/address.ts';
import { rentExemption } from '../../../runtime/accounts/accounts.ts';
import { readonlyAccount, readonlySigner, writableAccount, writableSigner } from '../../../runtime/instruction.ts';
import type { BuiltInstruction, InstructionBuilder } from './builder.ts';

const CREATE_ACCOUNT = 0;
const TRANSFER = 2;
const ADVANCE_NONCE_ACCOUNT = 4;

export const buildTransfer: InstructionBuilder = (args, { names }) => {
  const from = names.resolve(args.address('from'));
  const to = names.resolve(args.address('to'));
  const lamports = args.lamports('lamports');
  if (from === undefined || to === undefined || lamports === undefined) return undefined;
  return {
    program: SYSTEM_PROGRAM,
    accounts: [writableSigner(from), writableAccount(to)],
    data: new ByteWriter(12).u32(TRANSFER).u64(lamports).bytes(),
  };
};

export const buildCreateAccount: InstructionBuilder = (args, { names }) => {
  const from = names.resolve(args.address('from'));
  const account = names.resolve(args.address('account'));
  const owner = names.resolve(args.address('owner'));
  const space = args.u64('space');
  const lamports = args.optionalLamports('lamports');
  if (from === undefined || account === undefined || owner === undefined) return undefined;
  if (space === undefined || lamports === undefined) return undefined;
  return createAccount({ from, account, owner, space, ...(lamports !== null && { lamports }) });
};

export interface NewAccount {
  readonly from: Address;
  readonly account: Address;
  readonly owner: Address;
  /** bytes */
  readonly space: bigint;
  /** default: what makes it rent-exempt */
  readonly lamports?: bigint;
}

export function createAccount(created: NewAccount): BuiltInstruction {
  const { from, account, owner, space, lamports = saturateU64(rentExemption(Number(space))) } = created;
  const data = new ByteWriter(52).u32(CREATE_ACCOUNT).u64(lamports).u64(space).append(decodeBase58(owner)).bytes();
  return { program: SYSTEM_PROGRAM, accounts: [writableSigner(from), writableSigner(account)], data };
}

export const buildAdvanceNonce: InstructionBuilder = (args, { names }) => {
  const nonce = names.resolve(args.address('nonce'));
  const authority = names.resolve(args.address('authority'));
  if (nonce === undefined || authority === undefined) return undefined;
  return {
    program: SYSTEM_PROGRAM,
    accounts: [writableAccount(nonce), readonlyAccount(RECENT_BLOCKHASHES_SYSVAR), readonlySigner(authority)],
    data: new ByteWriter(4).u32(ADVANCE_NONCE_ACCOUNT).bytes(),
  };
};
