import {
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  type Address as KitAddress,
  lamports,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { decodeBase58 } from '../../src/codec/base58.ts';
import { stringifyJson } from '../../src/codec/jsonText.ts';
import { NO_ACCOUNT_NAMES } from '../../src/runtime/accountNames.ts';
import { BankAccounts } from '../../src/runtime/accounts/bankAccounts.ts';
import { rentExemption } from '../../src/runtime/accounts/builtinAccounts.ts';
import { Changes } from '../../src/runtime/accounts/changes.ts';
import { programBinary } from '../../src/runtime/cluster/programBinaries.ts';
import { noResults, type ResultsSoFar } from '../../src/runtime/invocation.ts';
import { invoke } from '../../src/runtime/invoke.ts';
import { ProgramError } from '../../src/runtime/programError.ts';
import { type Account, emptyAccount } from '../../src/solana/account.ts';
import { type Address, addressOf, TOKEN_2022_PROGRAM } from '../../src/solana/address.ts';
import type { Instruction } from '../../src/solana/instruction.ts';

/** The same instructions on the same accounts, carried out by litesvm, which runs the real programs, and by the runtime. */

/** What becomes of a transaction. */
export interface Result {
  /** as JSON; `late` where it is of none of the instructions, which all succeeded */
  readonly err: string;
  readonly logs: readonly string[];
  /** those that are called: stack height, accounts and data */
  readonly called: readonly string[];
  /** owner, lamports and data of each account afterwards; empty after a failure */
  readonly accounts: readonly string[];
}

/** 32 equal bytes. */
export function key(byte: number): Address {
  return addressOf(new Uint8Array(32).fill(byte));
}

const PAYER: Address = key(251);
const svm = new LiteSVM()
  .withNativeMints()
  .withSigverify(false)
  .withBlockhashCheck(false)
  .withTransactionHistory(0n)
  .withLogBytesLimit();
const PAYER_ACCOUNT: Account = { ...emptyAccount(PAYER), lamports: 10n ** 15n };
put(PAYER_ACCOUNT);
// that of a test validator: LiteSVM brings an older one
svm.addProgram(kit(TOKEN_2022_PROGRAM), Uint8Array.from(programBinary(TOKEN_2022_PROGRAM)));

/** 32 bytes: that of the block before, for both. */
export const PARENT_HASH: Uint8Array = decodeBase58(svm.latestBlockhash());

function put({ address, lamports: had, owner, data, executable }: Account): void {
  svm.setAccount({
    address: kit(address),
    lamports: lamports(had),
    data,
    executable,
    programAddress: kit(owner),
    space: BigInt(data.length),
  });
}

function kit(address: Address): KitAddress {
  return address as unknown as KitAddress;
}

/** @param accounts all that the instructions change; those without lamports do not exist */
export function byLiteSvm(accounts: readonly Account[], instructions: readonly Instruction[]): Result {
  for (const account of accounts) put(account.lamports === 0n ? emptyAccount(account.address) : account);
  const sent = compile(instructions);
  const result = svm.simulateTransaction(sent as never);
  const isFailed = result instanceof FailedTransactionMetadata;
  const keys = messageOf(sent).staticAccounts;
  const after = new Map(isFailed ? [] : result.postAccounts().map((account) => [`${account.address}`, account]));
  return {
    err: isFailed ? errOf(`${result.err()}`) : 'null',
    logs: result
      .meta()
      .logs()
      .filter((line) => !/ consumed \d+ of \d+ compute units$/.test(line)),
    called: result
      .meta()
      .innerInstructions()
      .flat()
      .map((inner) => {
        const instruction = inner.instruction();
        const named = [instruction.programIdIndex(), ...instruction.accounts()].map((index) => `${keys[index]}`);
        return showCall(inner.stackHeight(), named, instruction.data());
      }),
    accounts: accounts.flatMap((before) => {
      const now = after.get(before.address);
      if (now === undefined) return isFailed ? [] : [show(before)];
      const owner = now.programAddress as unknown as Address;
      return [show({ ...before, lamports: now.lamports, owner, data: Uint8Array.from(now.data) })];
    }),
  };
}

/** The same by the runtime. */
export function byRuntime(accounts: readonly Account[], instructions: readonly Instruction[]): Result {
  const before = new BankAccounts(undefined, new Map([...accounts, PAYER_ACCOUNT].map((each) => [each.address, each])));
  const moment = { slot: 1n, epoch: 0n, unixTimestamp: 0n, parentHash: PARENT_HASH };
  const changes = new Changes(before, moment, NO_ACCOUNT_NAMES, new Set(), rentExemption);
  const results = noResults();
  const err = run(asInMessage(instructions), changes, results);
  return {
    err,
    logs: results.logs.lines,
    called: results.called.map(({ instruction: { program, accounts: metas, data }, stackHeight }) =>
      showCall(stackHeight, [program, ...metas.map(({ address }) => address)], data),
    ),
    accounts: err === 'null' ? accounts.map(({ address }) => show(changes.get(address) ?? emptyAccount(address))) : [],
  };
}

function run(instructions: readonly Instruction[], changes: Changes, results: ResultsSoFar): string {
  for (const [index, instruction] of instructions.entries()) {
    try {
      invoke(instruction, changes, results);
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error;
      return `${index} ${stringifyJson(error.err)}`;
    }
  }
  return 'null';
}

/** An error of an instruction in the same form, with the name or code of its text; any other as `late` */
function errOf(text: string): string {
  const [, index, name, code] =
    /InstructionError \{ index: (\d+), error: (\w+)(?: \{ code: (\d+) \})? \}/.exec(text) ?? [];
  if (index === undefined) return `late ${text}`;
  return `${index} ${code === undefined ? JSON.stringify(name) : `{"Custom":${code}}`}`;
}

function show({ address, lamports: has, owner, data }: Account): string {
  if (has === 0n) return `${address} is not there`;
  return `${address} ${has} ${owner} ${Buffer.from(data).toString('hex')}`;
}

/** @param named the program, then the accounts */
function showCall(height: number, named: readonly string[], data: Uint8Array): string {
  return `${height} ${named.join(' ')} ${Buffer.from(data).toString('hex')}`;
}

function compile(instructions: readonly Instruction[]) {
  const message = setTransactionMessageFeePayer(kit(PAYER), createTransactionMessage({ version: 'legacy' }));
  const lifetime = { blockhash: svm.latestBlockhash(), lastValidBlockHeight: 0n };
  const given = instructions.map(({ program, accounts, data }) => ({
    programAddress: kit(program),
    accounts: accounts.map(({ address, isSigner, isWritable }) => ({
      address: kit(address),
      role: (isSigner ? 2 : 0) + (isWritable ? 1 : 0),
    })),
    data,
  }));
  const alive = setTransactionMessageLifetimeUsingBlockhash(lifetime, message);
  return compileTransaction(appendTransactionMessageInstructions(given, alive));
}

function messageOf({ messageBytes }: ReturnType<typeof compile>) {
  return getCompiledTransactionMessageDecoder().decode(messageBytes);
}

/** A message says once for all its instructions who signs and what is writable; what is called as a program never is. */
function asInMessage(instructions: readonly Instruction[]): readonly Instruction[] {
  const metas = [
    { address: PAYER, isSigner: true, isWritable: true },
    ...instructions.flatMap(({ accounts }) => accounts),
  ];
  const signers = new Set(metas.filter(({ isSigner }) => isSigner).map(({ address }) => address));
  const writable = new Set(metas.filter(({ isWritable }) => isWritable).map(({ address }) => address));
  for (const { program } of instructions) writable.delete(program);
  return instructions.map((instruction) => ({
    ...instruction,
    accounts: instruction.accounts.map(({ address }) => ({
      address,
      isSigner: signers.has(address),
      isWritable: writable.has(address),
    })),
  }));
}
