import type { JsonObject, JsonValue } from '../../src/codec/jsonText.ts';
import { Accounts } from '../../src/ledger/accounts/accounts.ts';
import { AccountTable } from '../../src/ledger/accounts/accountTable.ts';
import { chainTo } from '../../src/ledger/history/chain.ts';
import { History } from '../../src/ledger/history/history.ts';
import type { ScriptOptions } from '../../src/script/compiling/scriptOptions.ts';
import type { AccountKind, AccountNode } from '../../src/script/format/accounts.ts';
import { type InstructionNode, isInstructionName, readNamedInstruction } from '../../src/script/format/instructions.ts';
import type { Script, SlotNode } from '../../src/script/format/script.ts';
import type { TransactionNode } from '../../src/script/format/transactions.ts';
import type { Account } from '../../src/solana/account.ts';
import type { Address, Blockhash, Signature } from '../../src/solana/address.ts';
import type { Block, WireTransaction } from '../../src/solana/block.ts';
import type { TransactionError } from '../../src/solana/meta.ts';
import type { TransactionVersion } from '../../src/solana/transaction.ts';
import { Cursor, newReading } from '../../src/syntax/cursor.ts';
import type { AddressNode, AmountNode, KeyNode, Place } from '../../src/syntax/values.ts';
import { compileScript } from './compileScript.ts';
import { AGAVE_41 } from './testNode.ts';

/** Scripts from plain objects in the file format, so that compiling can be tested without files. */

type Value = string | number | bigint | boolean | Uint8Array | readonly string[];

/** `{transfer: {from: '$alice', …}}` or `{memo: 'hi'}`. */
export type InstructionSpec = Readonly<Record<string, string | Readonly<Record<string, Value>>>>;

export interface TransactionSpec {
  readonly instructions: readonly InstructionSpec[];
  readonly name?: string;
  readonly repeat?: number;
  readonly version?: TransactionVersion;
  readonly payer?: string;
  readonly signers?: readonly string[];
  readonly lookupTables?: readonly string[];
  readonly computeUnitLimit?: number;
  readonly computeUnitPrice?: bigint;
  readonly priorityFee?: bigint;
  readonly loadedDataLimit?: number;
  readonly heapSize?: number;
  readonly err?: TransactionError;
  readonly fee?: bigint;
  readonly logs?: readonly string[];
  readonly computeUnits?: bigint;
  readonly returnData?: { readonly program: string; readonly data: Uint8Array };
  readonly inner?: readonly { readonly index: number; readonly instructions: readonly InstructionSpec[] }[];
  /** lamports by address */
  readonly balances?: Readonly<Record<string, bigint>>;
}

export interface SlotSpec {
  readonly slot?: number;
  readonly from?: number;
  readonly to?: number;
  readonly every?: number;
  readonly skipped?: number | readonly [number, number];
  readonly blockTime?: number | null;
  readonly parent?: number;
  readonly leader?: string;
  readonly blockhash?: string;
  readonly transactions?: readonly (TransactionSpec | InstructionSpec)[];
}

export type AccountSpec =
  | { readonly sol: number }
  | { readonly lamports: bigint }
  | {
      readonly mint: {
        readonly decimals: number;
        readonly program?: string;
        readonly authority?: string;
        readonly supply?: string | bigint;
      };
    }
  | {
      readonly token: {
        readonly mint: string;
        readonly owner: string;
        readonly amount: string | bigint;
        readonly delegate?: { readonly to: string; readonly amount: string };
        readonly frozen?: boolean;
      };
    }
  | { readonly multisig: { readonly required: number; readonly signers: readonly string[] } }
  | { readonly nonce: { readonly authority: string; readonly nonce?: string } }
  | { readonly lookupTable: { readonly authority?: string; readonly addresses: readonly string[] } }
  | { readonly raw: { readonly owner: string; readonly data: Uint8Array }; readonly lamports?: bigint };

export interface ScriptSpec {
  /** an address, or the 32 bytes of a seed */
  readonly keys?: Readonly<Record<string, Address | Uint8Array>>;
  readonly accounts?: Readonly<Record<string, AccountSpec>>;
  readonly slots?: readonly SlotSpec[];
}

export interface CompiledScript {
  readonly blocks: readonly Block[];
  /** of all blocks */
  readonly transactions: readonly WireTransaction[];
  /** after the last block */
  readonly accounts: ReadonlyMap<Address, Account>;
  /** by name, then by copy */
  readonly signatures: ReadonlyMap<string, readonly Signature[]>;
  /** `place: message (hint)` */
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

export function compileSpec(spec: ScriptSpec, options?: ScriptOptions): CompiledScript {
  const report = new Report();
  const blocks: Block[] = [];
  const table = new AccountTable();
  const signatures = new Map<string, Signature[]>();
  compileScript(
    readScript(spec, report),
    {
      block: (block) => blocks.push(block),
      account: (account, slot) => (slot === undefined ? table.setBase(account) : table.addWrite(account, slot)),
      signature: (name, copy, signature) => {
        const copies = signatures.get(name) ?? [];
        copies[copy] = signature;
        signatures.set(name, copies);
      },
    },
    { protocol: AGAVE_41, ...options },
  );
  const transactions = blocks.flatMap(({ transactions: held = [] }) => held.filter((held) => held.kind === 'wire'));
  const accounts = accountsAfter(table, blocks);
  return { blocks, transactions, accounts, signatures, errors: report.errors, warnings: report.warnings };
}

function accountsAfter(table: AccountTable, blocks: readonly Block[]): ReadonlyMap<Address, Account> {
  const chain = chainTo(blocks.at(-1)?.slot ?? 0n, History.fromBlocks(blocks));
  return new Map(Array.from(Accounts.fromTable(table).at(chain).values(), (account) => [account.address, account]));
}

/** The same for scripts without mistakes. */
export function compileGood(spec: ScriptSpec, options?: ScriptOptions): CompiledScript {
  const compiled = compileSpec(spec, options);
  if (compiled.errors.length > 0) throw new Error(compiled.errors.join('\n'));
  return compiled;
}

class Report {
  readonly errors: string[] = [];
  readonly warnings: string[] = [];

  at(where: string): Place {
    return {
      refuse: (message, hint) => void this.errors.push(`${where}: ${message}${hint === undefined ? '' : ` (${hint})`}`),
      warn: (message, hint) => void this.warnings.push(`${where}: ${message}${hint === undefined ? '' : ` (${hint})`}`),
    };
  }
}

function readScript(spec: ScriptSpec, report: Report = new Report()): Script {
  return {
    keys: Object.entries(spec.keys ?? {}).map(([name, key]) => readKey(name, key, report)),
    accounts: Object.entries(spec.accounts ?? {}).map(([name, account]) => readAccount(name, account, report)),
    slots: (spec.slots ?? []).map((slot, i) => readSlot(slot, `slots/${i}`, report)),
  };
}

function readKey(name: string, key: Address | Uint8Array, report: Report): KeyNode {
  const at = report.at(`keys/${name}`);
  if (typeof key === 'string') return { name, at, key: { kind: 'address', address: key } };
  return { name, at, key: { kind: 'seed', seed: key } };
}

function readAccount(name: string, spec: AccountSpec, report: Report): AccountNode {
  const at = report.at(`accounts/${name}`);
  const word = (value: string): AddressNode => ({ value, at });
  return { address: word(name), at, accountKind: kindOf(spec, word), lamports: lamportsOf(spec) };
}

function lamportsOf(spec: AccountSpec): bigint | undefined {
  if ('sol' in spec) return BigInt(Math.round(spec.sol * 1e9));
  return 'lamports' in spec ? spec.lamports : undefined;
}

function kindOf(spec: AccountSpec, word: (value: string) => AddressNode): AccountKind {
  const optional = (value: string | undefined) => (value === undefined ? undefined : word(value));
  const amount = (value: string | bigint): AmountNode => ({ value, at: word('').at });
  if ('mint' in spec) {
    const { decimals, program, authority, supply } = spec.mint;
    return {
      kind: 'mint',
      decimals,
      program: optional(program),
      authority: optional(authority),
      freezeAuthority: undefined,
      supply: supply === undefined ? undefined : amount(supply),
      extensions: undefined,
    };
  }
  if ('token' in spec) {
    const { mint, owner, delegate, frozen = false } = spec.token;
    return {
      kind: 'token',
      mint: word(mint),
      owner: word(owner),
      amount: amount(spec.token.amount),
      delegate: delegate && { to: word(delegate.to), amount: amount(delegate.amount) },
      frozen,
      extensions: undefined,
    };
  }
  if ('multisig' in spec)
    return {
      kind: 'multisig',
      required: spec.multisig.required,
      signers: spec.multisig.signers.map(word),
      program: undefined,
    };
  if ('nonce' in spec)
    return { kind: 'nonce', authority: word(spec.nonce.authority), nonce: spec.nonce.nonce as Blockhash | undefined };
  if ('lookupTable' in spec) {
    const { authority, addresses } = spec.lookupTable;
    return { kind: 'lookupTable', authority: optional(authority), addresses: addresses.map(word) };
  }
  if ('raw' in spec)
    return { kind: 'raw', owner: word(spec.raw.owner), data: spec.raw.data, executable: false, rentEpoch: undefined };
  return { kind: 'wallet' };
}

function readSlot(spec: SlotSpec, where: string, report: Report): SlotNode {
  const at = report.at(where);
  if (spec.skipped !== undefined) {
    const [first, last] = typeof spec.skipped === 'number' ? [spec.skipped, spec.skipped] : spec.skipped;
    return { kind: 'skipped', first: BigInt(first), last: BigInt(last), at };
  }
  const { slot, from = slot ?? 0, to = from, every = 1, blockTime, parent, blockhash } = spec;
  return {
    kind: 'blocks',
    first: BigInt(from),
    last: BigInt(to),
    every: BigInt(every),
    blockTime: typeof blockTime === 'number' ? BigInt(blockTime) : blockTime,
    parent: parent === undefined ? undefined : BigInt(parent),
    leader: spec.leader === undefined ? undefined : { value: spec.leader, at: report.at(`${where}/leader`) },
    blockhash: blockhash as Blockhash | undefined,
    rewards: [],
    transactions: (spec.transactions ?? []).map((given, i) =>
      readTransaction(isWhole(given) ? given : { instructions: [given] }, `${where}/${i}`, report),
    ),
    at,
  };
}

function isWhole(given: TransactionSpec | InstructionSpec): given is TransactionSpec {
  return Array.isArray(given.instructions);
}

function readTransaction(spec: TransactionSpec, where: string, report: Report): TransactionNode {
  const at = report.at(where);
  const word = (value: string): AddressNode => ({ value, at });
  const instructions = (given: readonly InstructionSpec[], place: string) =>
    given.flatMap((instruction, i) => readInstruction(instruction, `${place}/${i}`, report));
  return {
    at,
    name: spec.name,
    repeat: spec.repeat ?? 1,
    version: spec.version,
    payer: spec.payer === undefined ? undefined : word(spec.payer),
    signers: (spec.signers ?? []).map(word),
    lookupTables: (spec.lookupTables ?? []).map(word),
    computeUnitLimit: spec.computeUnitLimit,
    computeUnitPrice: spec.computeUnitPrice,
    priorityFee: spec.priorityFee,
    loadedDataLimit: spec.loadedDataLimit,
    heapSize: spec.heapSize,
    instructions: instructions(spec.instructions, where),
    execute: undefined,
    outcome: {
      err:
        spec.err === undefined ? undefined : { value: { kind: 'known', err: spec.err }, at: report.at(`${where}/err`) },
      neverRan: undefined,
      fee: spec.fee,
      logs: spec.logs,
      emits: [],
      computeUnits: spec.computeUnits,
      returnData: spec.returnData && { program: word(spec.returnData.program), data: spec.returnData.data },
      inner: (spec.inner ?? []).map((group, i) => ({
        index: group.index,
        instructions: instructions(group.instructions, `${where}/inner/${i}`),
        at: report.at(`${where}/inner/${i}`),
      })),
      accounts: [],
      balances: Object.entries(spec.balances ?? {}).map(([address, lamports]) => ({
        address: word(address),
        lamports,
      })),
    },
  };
}

function readInstruction(spec: InstructionSpec, where: string, report: Report): readonly InstructionNode[] {
  const [name, given] = Object.entries(spec)[0]!;
  if (!isInstructionName(name)) throw new TypeError(`no instruction ${name}`);
  const word = new SpecCursor(typeof given === 'string' ? given : jsonOf(given), where, report, undefined, name);
  return [readNamedInstruction(word) ?? []].flat();
}

/** Bytes and amounts as the file format has them. */
function jsonOf(given: Readonly<Record<string, Value>>): JsonObject {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, memberOf(name, value)]));
}

function memberOf(name: string, value: Value): JsonValue {
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') };
  if (name === 'amount' && typeof value === 'bigint') return { raw: value };
  return name === 'sol' ? String(value) : value;
}

/** A value that no file has: what is wrong goes into the report. */
class SpecCursor extends Cursor {
  readonly #where: string;
  readonly #report: Report;

  constructor(value: JsonValue | undefined, where: string, report: Report, parent?: Cursor, key?: string | number) {
    super(value, {}, newReading(), parent, key);
    this.#where = where;
    this.#report = report;
  }

  override member(key: string): Cursor {
    const { value } = super.member(key);
    return new SpecCursor(value, `${this.#where}/${key}`, this.#report, this, key);
  }

  override item(index: number): Cursor {
    const { value } = super.item(index);
    return new SpecCursor(value, `${this.#where}/${index}`, this.#report, this, index);
  }

  override refuse(message: string, hint?: string): undefined {
    return this.#report.at(this.#where).refuse(message, hint);
  }

  override warn(message: string, hint?: string): undefined {
    return this.#report.at(this.#where).warn(message, hint);
  }
}
