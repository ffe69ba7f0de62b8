import { decodeBase58 } from '../codec/base58.ts';
import { ByteWriter } from '../codec/bytes.ts';
import { type Account, closedAccount } from '../solana/account.ts';
import { type Address, address, INCINERATOR, SYSVAR_OWNER, UPGRADEABLE_LOADER } from '../solana/address.ts';
import type { Instruction } from '../solana/instruction.ts';
import type { InnerInstructions, ReturnData, TokenBalance, TransactionError, U64 } from '../solana/meta.ts';
import { PROGRAM_TAG, UPGRADEABLE_PROGRAM } from '../solana/programs/loaders.ts';
import type { Message } from '../solana/transaction.ts';
import type { AccountsView, Changes } from './accounts/accountStates.ts';
import type { Bank, RentRules } from './bank.ts';
import type { CalledInstruction, Trace } from './invocation.ts';
import type { Outcome } from './outcome.ts';
import type { ProgramError } from './programError.ts';

/** A transaction that may be executed: its message keeps the rules, and its lookup tables were read. */
export interface RunnableTransaction {
  readonly message: Message;
  /** keys in index order: static ones, then those that tables loaded */
  readonly keys: readonly Address[];
  isSigner(index: number): boolean;
  isWritable(index: number): boolean;
  /** lamports */
  readonly fee: bigint;
  /** the account whose nonce is its lifetime */
  readonly nonce: Address | undefined;
  /** compute units that it may consume */
  readonly unitLimit: bigint;
  /** bytes of accounts that it may load */
  readonly maxLoadedBytes: bigint;
}

/** The balances of the accounts of a transaction. */
export interface Balances {
  /** lamports, one an account */
  readonly lamports: readonly U64[];
  readonly tokens: readonly TokenBalance[];
}

/** The outcome of a transaction that pays its fee. The bank changes when it is committed. */
export interface Execution {
  /** `feesOnly`: nothing of it was run; `neverRan`: its payer could not even pay */
  readonly kind: 'executed' | 'feesOnly' | 'neverRan';
  readonly err: TransactionError | null;
  readonly logs: readonly string[];
  readonly units: bigint;
  readonly inner: readonly InnerInstructions[];
  readonly returnData: ReturnData | undefined;
  /** programs whose effect is not known: they succeeded and changed nothing */
  readonly assumed: readonly Address[];
  /** bytes */
  readonly loadedAccountsDataSize: number;
  readonly before: Balances;
  readonly after: Balances;
  readonly changes: Changes;
  /** the reason why an instruction failed, if it is known in words */
  readonly failure?: InstructionFailure | undefined;
}

/** The error of an instruction of the message. */
export interface InstructionFailure {
  readonly index: number;
  readonly error: ProgramError;
}

/** Executes a transaction that has passed every check before. */
export type Executor = (transaction: RunnableTransaction, bank: Bank, outcome: Outcome) => Execution;

export const INSTRUCTIONS_SYSVAR: Address = address('Sysvar1nstructions1111111111111111111111111');
const SIGNER = 1;
const WRITABLE = 2;

/**
 * The account in which programs read the instructions of their transaction, as it is when the last one has been carried out. It has no lamports.
 *
 * | field | type |
 * |---|---|
 * | number of instructions | u16 |
 * | offset of each instruction | u16 |
 * | each instruction: number of accounts, u16; flags and address of each; program; length of data, u16; data | |
 * | index of the instruction that runs | u16 |
 *
 * Source   solana instructions-sysvar 3.0 construct_instructions_data; agave 4.1 transaction-context push
 */
export function instructionsSysvar(instructions: readonly Instruction[]): Account {
  const bodies = instructions.map(bodyOf);
  const writer = new ByteWriter().u16(instructions.length);
  let offset = 2 + 2 * instructions.length;
  for (const { length } of bodies) {
    writer.u16(offset);
    offset += length;
  }
  for (const body of bodies) writer.append(body);
  writer.u16(Math.max(instructions.length - 1, 0));
  return { ...closedAccount(INSTRUCTIONS_SYSVAR), owner: SYSVAR_OWNER, data: writer.bytes() };
}

function bodyOf({ accounts, data, program }: Instruction): Uint8Array {
  const writer = new ByteWriter().u16(accounts.length);
  for (const { address, isSigner, isWritable } of accounts)
    writer.u8((isSigner ? SIGNER : 0) | (isWritable ? WRITABLE : 0)).append(decodeBase58(address));
  return writer.append(decodeBase58(program)).u16(data.length).append(data).bytes();
}

const BYTES_OF_TABLE = 8_248;
const BYTES_OF_ACCOUNT = 64;

/**
 * Bytes that the accounts of a transaction count.
 *
 * Source   agave 4.1 svm account_loader.rs load_transaction_accounts
 */
export function loadedAccountsDataSize({ keys, message }: RunnableTransaction, accounts: AccountsView): number {
  const counted = new Set<Address>(keys);
  let bytes = (message.addressTableLookups?.length ?? 0) * BYTES_OF_TABLE;
  for (const key of keys) {
    if (key === INSTRUCTIONS_SYSVAR) continue;
    const account = accounts.get(key);
    if (account === undefined) continue;
    bytes += BYTES_OF_ACCOUNT + account.data.length;
    const code = codeAddressOf(account);
    const codeAccount = code === undefined || counted.has(code) ? undefined : accounts.get(code);
    if (codeAccount === undefined) continue;
    counted.add(codeAccount.address);
    bytes += BYTES_OF_ACCOUNT + codeAccount.data.length;
  }
  return bytes;
}

/** The separate account with the code of an upgradeable program. Source solana loader-v3-interface state.rs */
export function codeAddressOf({ data, owner }: Account): Address | undefined {
  if (owner !== UPGRADEABLE_LOADER || data.length < UPGRADEABLE_PROGRAM.size) return undefined;
  const { tag, programData } = UPGRADEABLE_PROGRAM.decode(data);
  return tag === PROGRAM_TAG ? programData : undefined;
}

/** Collects what the instructions of a message called, in the form of metadata. */
export class InnerCalls {
  readonly #keys: readonly Address[];
  readonly #groups: InnerInstructions[] = [];

  /** @param keys of the transaction, in index order */
  constructor(keys: readonly Address[]) {
    this.#keys = keys;
  }

  get all(): readonly InnerInstructions[] {
    return this.#groups;
  }

  /** Takes the calls of the instruction with this index from the trace. */
  take(index: number, trace: Trace): void {
    if (trace.called.length === 0) return;
    const called = trace.called.splice(0);
    this.#groups.push({ index, instructions: called.map((call) => this.#compile(call)) });
  }

  #compile({ instruction, stackHeight }: CalledInstruction) {
    const { accounts, data, program } = instruction;
    return {
      programIdIndex: this.#indexOf(program),
      accounts: Uint8Array.from(accounts, ({ address }) => this.#indexOf(address)),
      data,
      stackHeight,
    };
  }

  #indexOf(address: Address): number {
    const index = this.#keys.lastIndexOf(address);
    if (index < 0) throw new TypeError(`a program called ${address}, which the transaction does not have`);
    return index;
  }
}

type Holding = Account | undefined;

/**
 * Whether a transaction may leave an account in this state: exempt from rent, or without lamports, or not richer than
 * before without rent exemption; under the relaxed rule not poorer than before.
 *
 * Source   agave 4.2 svm rent_calculator.rs transition_allowed
 */
export function isRentTransitionAllowed(
  key: Address,
  before: Holding,
  after: Holding,
  { isRentRelaxed, minimumBalance }: RentRules,
): boolean {
  const isExempt = ({ data, lamports }: Account) => lamports >= minimumBalance(data.length);
  if (after === undefined || after.lamports === 0n || key === INCINERATOR || isExempt(after)) return true;
  if (before === undefined || before.lamports === 0n || (!isRentRelaxed && isExempt(before))) return false;
  if (isRentRelaxed)
    return after.lamports >= before.lamports && after.data.length <= before.data.length && after.owner === before.owner;
  return after.data.length === before.data.length && after.lamports <= before.lamports;
}
