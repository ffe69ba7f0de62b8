import { decodeBase58 } from '../../../codec/base58.ts';
import { saturateU64 } from '../../../codec/bigints.ts';
import { ByteWriter } from '../../../codec/bytes.ts';
import { readonlyAccount, readonlySigner, writableAccount, writableSigner } from '../../../runtime/instruction.ts';
import { type Address, RECENT_BLOCKHASHES_SYSVAR, SYSTEM_PROGRAM } from '../../../solana/address.ts';
import type { BuiltInstruction, InstructionBuilder } from './instructionBuilder.ts';

const CREATE_ACCOUNT = 0;
const TRANSFER = 2;
const ADVANCE_NONCE_ACCOUNT = 4;

export const buildTransfer: InstructionBuilder<'transfer'> = (args, { names }) => {
  const from = names.resolve(args.from);
  const to = names.resolve(args.to);
  if (from === undefined || to === undefined) return undefined;
  return {
    program: SYSTEM_PROGRAM,
    accounts: [writableSigner(from), writableAccount(to)],
    data: new ByteWriter(12).u32(TRANSFER).u64(args.lamports).bytes(),
  };
};

export const buildCreateAccount: InstructionBuilder<'createAccount'> = (args, { accounts, names }) => {
  const { space, lamports = saturateU64(accounts.minimumBalance(Number(space))) } = args;
  const from = names.resolve(args.from);
  const account = names.resolve(args.account);
  const owner = names.resolve(args.owner);
  if (from === undefined || account === undefined || owner === undefined) return undefined;
  return createAccount({ from, account, owner, space, lamports });
};

export interface NewAccount {
  readonly from: Address;
  readonly account: Address;
  readonly owner: Address;
  /** bytes */
  readonly space: bigint;
  readonly lamports: bigint;
}

export function createAccount(created: NewAccount): BuiltInstruction {
  const { from, account, owner, space, lamports } = created;
  const data = new ByteWriter(52).u32(CREATE_ACCOUNT).u64(lamports).u64(space).append(decodeBase58(owner)).bytes();
  return { program: SYSTEM_PROGRAM, accounts: [writableSigner(from), writableSigner(account)], data };
}

export const buildAdvanceNonce: InstructionBuilder<'advanceNonce'> = (args, { names }) => {
  const nonce = names.resolve(args.nonce);
  const authority = names.resolve(args.authority);
  if (nonce === undefined || authority === undefined) return undefined;
  return {
    program: SYSTEM_PROGRAM,
    accounts: [writableAccount(nonce), readonlyAccount(RECENT_BLOCKHASHES_SYSVAR), readonlySigner(authority)],
    data: new ByteWriter(4).u32(ADVANCE_NONCE_ACCOUNT).bytes(),
  };
};
