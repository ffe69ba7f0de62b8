import type { Account } from '../solana/account.ts';
import { type Address, UPGRADEABLE_LOADER } from '../solana/address.ts';
import type { InnerInstructions, ReturnData, TokenBalance, TransactionError, U64 } from '../solana/meta.ts';
import { PROGRAM_TAG, UPGRADEABLE_PROGRAM } from '../solana/programs/loaders.ts';
import type { Message } from '../solana/transaction.ts';
import type { AccountsView, Changes } from './accounts/accountStates.ts';
import type { Bank } from './bank.ts';
import { INSTRUCTIONS_SYSVAR } from './instructionsSysvar.ts';
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

/** The outcome of a transaction that is in a block. The bank changes when it is committed. */
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

const LOOKUP_TABLE_BYTES = 8_248;

const ACCOUNT_OVERHEAD_BYTES = 64;

/**
 * The bytes of loaded accounts that a transaction is charged for.
 *
 * Source   agave 4.1 svm account_loader.rs load_transaction_accounts
 */
export function loadedAccountsDataSize({ keys, message }: RunnableTransaction, accounts: AccountsView): number {
  const counted = new Set<Address>(keys);
  let bytes = (message.addressTableLookups?.length ?? 0) * LOOKUP_TABLE_BYTES;
  for (const key of keys) {
    if (key === INSTRUCTIONS_SYSVAR) continue;
    const account = accounts.get(key);
    if (account === undefined) continue;
    bytes += ACCOUNT_OVERHEAD_BYTES + account.data.length;
    const code = codeAddressOf(account);
    const codeAccount = code === undefined || counted.has(code) ? undefined : accounts.get(code);
    if (codeAccount === undefined) continue;
    counted.add(codeAccount.address);
    bytes += ACCOUNT_OVERHEAD_BYTES + codeAccount.data.length;
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
export class InnerCallCollector {
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
