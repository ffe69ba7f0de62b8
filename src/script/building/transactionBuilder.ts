import type { TransactionVersion } from '../../solana/transaction.ts';
import type { U64 } from '../../solana/u64.ts';
import type {
  FailureJson,
  InstructionJson,
  LamportsJson,
  TransactionJson,
  TransactionMembers,
} from '../format/ledgerJsonTypes.ts';
import type { ExecutorName } from '../format/transactions.ts';
import { type WrittenAccount, writtenAccountJson } from './accountBuilders.ts';
import { joined, recordCall, withMembers } from './callSites.ts';
import { InstructionList, Instructions } from './instructionBuilders.ts';
import { addressText, type Key } from './keyBuilders.ts';
import { type Bytes, bytesJson, fieldsJson } from './valueBuilders.ts';

/** A method for every member of a transaction besides its instructions. A repeated call replaces the earlier value. */
export abstract class TransactionMethods<Self> extends Instructions<Self> {
  /** The members of the transaction so far. */
  protected abstract readonly members: TransactionMembers;
  protected abstract with(members: TransactionMembers): Self;

  /** Names the transaction, so that `node.signature(name)` returns its signature. */
  named(name: string): Self {
    return this.with({ name });
  }

  /** This many copies, each with its own signature. */
  repeat(copies: number): Self {
    return this.with({ repeat: copies });
  }

  /** The account that pays the fee. Default: the first signer that an instruction needs. */
  payer(payer: Key): Self {
    return this.with({ payer: addressText(payer) });
  }

  /** Signers besides those that instructions need. */
  signers(...signers: readonly Key[]): Self {
    return this.with({ signers: signers.map(addressText) });
  }

  /** The version of the transaction. Default: 0 with lookup tables, else legacy. */
  version(version: TransactionVersion): Self {
    return this.with({ version });
  }

  /** Lookup tables that the transaction uses. */
  lookupTables(...tables: readonly Key[]): Self {
    return this.with({ lookupTables: tables.map(addressText) });
  }

  /** The limit of compute units. */
  computeUnitLimit(units: number): Self {
    return this.with({ computeUnitLimit: units });
  }

  /** The price of a compute unit. */
  computeUnitPrice(microLamports: U64): Self {
    return this.with({ computeUnitPrice: microLamports });
  }

  /** Version 1: lamports in addition to those of the signatures. */
  priorityFee(lamports: U64): Self {
    return this.with({ priorityFee: lamports });
  }

  /** Version 1: bytes of accounts that it may load. Default: 64 MiB. */
  loadedDataLimit(bytes: number): Self {
    return this.with({ loadedDataLimit: bytes });
  }

  /** Version 1: bytes, a multiple of 1024 from 32 KiB to 256 KiB. Default: 32 KiB. */
  heapSize(bytes: number): Self {
    return this.with({ heapSize: bytes });
  }

  /** `execute('litesvm')`: LiteSVM runs the programs; logs, units, error and account changes are theirs. Default: what the script says. */
  execute(executor: ExecutorName): Self {
    return this.with({ execute: executor });
  }

  /**
   * The error of a failed transaction: only its fee is paid.
   *
   * ```ts
   * b.transfer('alice', 'bob', sol(1)).fail({ custom: 6001 });
   * b.transfer('alice', 'bob', sol(1)).fail({ error: 'InvalidArgument', instruction: 0 });
   * b.transfer('alice', 'bob', sol(1)).fail('InsufficientFundsForFee');
   * b.call('market.placeOrder', { … }).fail('market.SlippageExceeded');
   * ```
   */
  fail(err: FailureJson): Self {
    return this.with({ err });
  }

  /** A transaction whose payer could not pay: it is in the block, nothing is paid and nothing was run. Needs the gate `invalidFeePayer`. */
  neverRan(neverRan: NonNullable<TransactionMembers['neverRan']>): Self {
    return this.with({ neverRan });
  }

  /** The fee. Default: 5000 lamports for each signature, and the priority fee of the compute budget. */
  fee(lamports: U64): Self {
    return this.with({ fee: lamports });
  }

  /** The log lines. Default: what the runtime logs of the programs that are called. */
  logs(...lines: readonly string[]): Self {
    return this.with({ logs: lines });
  }

  /** An event of a program with an IDL, by default in the logs of the first instruction that calls it: `emits('market.Filled', { price: 10 })`. */
  emits(
    event: `${string}.${string}`,
    fields: object = {},
    options: { readonly instruction?: number; readonly cpi?: boolean } = {},
  ): Self {
    const emitted = { ...options, [event]: fieldsJson(fields, 'fields') as object };
    return this.with({ emits: [...(this.members.emits ?? []), emitted] });
  }

  /** The number of compute units that were consumed. */
  computeUnits(units: number): Self {
    return this.with({ computeUnits: units });
  }

  /** Data that a program returned. */
  returnData(program: Key, data: Bytes): Self {
    return this.with({ returnData: { program: addressText(program), data: bytesJson(data) } });
  }

  /** Calls that the instruction of this index made: `inner(0, (i) => i.transfer('vault', 'bob', sol(1)))`. */
  inner(index: number, build: (instructions: InstructionList) => InstructionList): Self {
    const group = { index, instructions: build(new InstructionList()).toJSON() };
    return this.with({ inner: [...(this.members.inner ?? []), group] });
  }

  /** The balance of an account after the transaction, where it does not follow from the instructions. */
  balance(account: Key, after: LamportsJson): Self {
    return this.with({ balances: { ...this.members.balances, [addressText(account)]: after } });
  }

  /**
   * An account after the transaction, where it does not follow from the instructions; null: closed.
   *
   * ```ts
   * b.call('market.placeOrder', { … }).writes('order1', { program: 'market', account: 'Order', fields: { price: 10 } });
   * ```
   */
  writes(account: Key, after: WrittenAccount | null): Self {
    const writes = after && recordCall(writtenAccountJson(after));
    return this.with({ accounts: { ...this.members.accounts, [addressText(account)]: writes } });
  }
}

/** A transaction of any number of instructions. */
export class TransactionBuilder extends TransactionMethods<TransactionBuilder> {
  readonly #instructions: readonly InstructionJson[];
  protected readonly members: TransactionMembers;

  constructor(instructions: readonly InstructionJson[] = [], members: TransactionMembers = {}) {
    super();
    this.#instructions = instructions;
    this.members = members;
  }

  protected override instruction(json: InstructionJson): TransactionBuilder {
    return new TransactionBuilder([...this.#instructions, recordCall(json)], this.members);
  }

  protected override with(members: TransactionMembers): TransactionBuilder {
    return new TransactionBuilder(this.#instructions, withMembers(this.members, members));
  }

  /** A single instruction is written in short. */
  toJSON(): TransactionJson {
    const [only, second] = this.#instructions;
    const isShort = only !== undefined && second === undefined;
    return joined(isShort ? only : { instructions: this.#instructions }, this.members, only);
  }
}
