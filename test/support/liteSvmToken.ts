import { getTransactionDecoder, type Address as KitAddress, lamports } from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm';
import { NO_ACCOUNT_NAMES } from '../../src/runtime/accountNames.ts';
import { BankAccounts } from '../../src/runtime/accounts/bankAccounts.ts';
import { rentExemption } from '../../src/runtime/accounts/builtinAccounts.ts';
import { Changes } from '../../src/runtime/accounts/changes.ts';
import { compileMessage } from '../../src/runtime/compileMessage.ts';
import { noResults } from '../../src/runtime/invocation.ts';
import { invoke } from '../../src/runtime/invoke.ts';
import { transactionErrorOf } from '../../src/runtime/litesvm/litesvmErrors.ts';
import { type InstructionError, ProgramError } from '../../src/runtime/programError.ts';
import { type Account, emptyAccount } from '../../src/solana/account.ts';
import type { Address } from '../../src/solana/address.ts';
import type { Instruction, InstructionAccount } from '../../src/solana/instruction.ts';
import { encodeTransaction } from '../../src/solana/wire.ts';
import { namedAddress, namedSignature } from './transactions.ts';

/** Instructions carried out twice: by the runtime, and by litesvm, which runs the real programs. */

/** What instructions leave, as far as both tell it. */
export interface Outcome {
  /** null: all of them succeeded; a text: the transaction failed apart from its instructions */
  readonly failure: readonly [index: number, err: InstructionError] | string | null;
  readonly logs: readonly string[];
  /** hex; empty: none */
  readonly returnData: string;
  /** `lamports owner hex` of those that exist */
  readonly accounts: Readonly<Record<string, string>>;
}

const PAYER: Address = namedAddress('payer');
const PAYER_LAMPORTS = 1_000_000_000_000n;
const SLOT = 1000n;
const EPOCH = 7n;
/** of the Clock: the beginning of 2025 */
export const UNIX_TIMESTAMP = 1_735_689_600n;

let shared: LiteSVM | undefined;

function svmAt(): LiteSVM {
  if (shared !== undefined) return shared;
  const svm = new LiteSVM().withNativeMints().withSigverify(false).withBlockhashCheck(false).withTransactionHistory(0n);
  const clock = svm.getClock();
  clock.slot = SLOT;
  clock.epoch = EPOCH;
  clock.unixTimestamp = UNIX_TIMESTAMP;
  svm.setClock(clock);
  shared = svm;
  return svm;
}

/** Carries the instructions out as one transaction of another payer, by the real programs. */
export function byPrograms(accounts: readonly Account[], instructions: readonly Instruction[]): Outcome {
  const svm = svmAt();
  const keys = keysOf(accounts, instructions);
  for (const key of keys) put(svm, accounts.find(({ address }) => address === key) ?? emptyAccount(key));
  put(svm, { ...emptyAccount(PAYER), lamports: PAYER_LAMPORTS });
  const result = svm.sendTransaction(getTransactionDecoder().decode(wireOf(instructions)) as never);
  const failed = result instanceof FailedTransactionMetadata;
  const meta = failed ? result.meta() : result;
  return {
    failure: failed ? failureOf(result) : null,
    logs: logsOf(meta),
    returnData: failed ? '' : Buffer.from(meta.returnData().data()).toString('hex'),
    accounts: Object.fromEntries(keys.flatMap((key) => accountIn(svm, key))),
  };
}

function put(svm: LiteSVM, account: Account): void {
  const { address, executable, data, owner } = account;
  svm.setAccount({
    address: address as unknown as KitAddress,
    lamports: lamports(account.lamports),
    data,
    executable,
    programAddress: owner as unknown as KitAddress,
    space: BigInt(data.length),
  });
}

function accountIn(svm: LiteSVM, key: Address): [string, string][] {
  const account = svm.getAccount(key as unknown as KitAddress);
  if (!account.exists || account.lamports === 0n) return [];
  return [[key, shown({ ...account, owner: account.programAddress as unknown as Address })]];
}

function shown({ lamports: had, owner, data }: Pick<Account, 'lamports' | 'owner' | 'data'>): string {
  return `${had} ${owner} ${Buffer.from(data).toString('hex')}`;
}

function failureOf(result: FailedTransactionMetadata): Outcome['failure'] {
  const error = transactionErrorOf(result.err());
  const { InstructionError: ofInstruction } = error as { InstructionError?: readonly [number, InstructionError] };
  return ofInstruction ?? String(error);
}

/** Without compute units, and without the place where a program stopped. */
function logsOf(meta: TransactionMetadata): readonly string[] {
  const lines = meta.logs().filter((line) => !/ consumed \d+ of \d+ compute units$/.test(line));
  return lines.map((line) => line.replace(/failed: SBF program Panicked in .*$/, 'failed: Program failed to complete'));
}

function wireOf(instructions: readonly Instruction[]): Uint8Array {
  const plan = { version: 0, payer: PAYER, instructions, signers: [], tables: [], config: undefined } as const;
  const { message } = compileMessage(plan);
  const signatures = Array.from({ length: message.header.numRequiredSignatures }, (_, i) => namedSignature(`${i}`));
  return encodeTransaction({ version: 0, message, signatures });
}

/** Carries the instructions out by the runtime, as one transaction of another payer. */
export function byRuntime(accounts: readonly Account[], instructions: readonly Instruction[]): Outcome {
  const before = new BankAccounts(undefined, new Map(accounts.map((account) => [account.address, account])));
  const moment = { slot: SLOT, epoch: EPOCH, unixTimestamp: UNIX_TIMESTAMP, parentHash: new Uint8Array(32) };
  const changes = new Changes(before, moment, NO_ACCOUNT_NAMES, new Set(), rentExemption);
  const results = noResults();
  const failure = run(withRightsOfTransaction(instructions), (instruction) => invoke(instruction, changes, results));
  if (failure === null) changes.commit();
  const after = keysOf(accounts, instructions).flatMap((key): [string, string][] => {
    const account = before.get(key);
    return account === undefined ? [] : [[key, shown(account)]];
  });
  return {
    failure,
    logs: results.logs.lines,
    returnData: failure === null ? Buffer.from(results.returnData?.data ?? []).toString('hex') : '',
    accounts: Object.fromEntries(after),
  };
}

function run(instructions: readonly Instruction[], carryOut: (instruction: Instruction) => void): Outcome['failure'] {
  for (const [index, instruction] of instructions.entries()) {
    try {
      carryOut(instruction);
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error;
      return [index, error.err];
    }
  }
  return null;
}

/** A right that one instruction of a transaction asks for is one in all of them. */
function withRightsOfTransaction(instructions: readonly Instruction[]): readonly Instruction[] {
  const metas = instructions.flatMap(({ accounts }) => accounts);
  const has = (right: 'isSigner' | 'isWritable') =>
    new Set(metas.filter((meta) => meta[right]).map(({ address }) => address));
  const signers = has('isSigner');
  const writable = has('isWritable');
  const promoted = ({ address }: InstructionAccount) => ({
    address,
    isSigner: signers.has(address),
    isWritable: writable.has(address),
  });
  return instructions.map((instruction) => ({ ...instruction, accounts: instruction.accounts.map(promoted) }));
}

function keysOf(accounts: readonly Account[], instructions: readonly Instruction[]): readonly Address[] {
  const named = instructions.flatMap((instruction) => instruction.accounts.map(({ address }) => address));
  const all = new Set([...accounts.map(({ address }) => address), ...named]);
  return [...all].filter((key) => !FIXED.test(key));
}

/** Sysvars and programs are as litesvm has them. */
const FIXED = /^(Sysvar|Token|1{32})/;
