import { compileScript } from '../../src/fixtures/script/compiling/compile.ts';
import type { ScriptOptions } from '../../src/fixtures/script/compiling/sink.ts';
import type {
  AccountKind,
  AccountWord,
  AddressWord,
  AmountWord,
  ArgumentReader,
  InstructionWord,
  KeyWord,
  Place,
  Script,
  SlotWord,
  TransactionWord,
} from '../../src/fixtures/script/format/scriptTypes.ts';
import { Accounts } from '../../src/ledger/accounts/accounts.ts';
import { AccountTable } from '../../src/ledger/accounts/accountTable.ts';
import { chainTo } from '../../src/ledger/history/chain.ts';
import { History } from '../../src/ledger/history/history.ts';
import type { Account } from '../../src/solana/account.ts';
import type { Address, Signature } from '../../src/solana/address.ts';
import type { Block, WireTransaction } from '../../src/solana/block.ts';
import type { TransactionError } from '../../src/solana/meta.ts';
import type { TransactionVersion } from '../../src/solana/transaction.ts';

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
      account: (account, slot) => (slot === undefined ? table.add(account) : table.write(account, slot)),
      signature: (name, copy, signature) => {
        const copies = signatures.get(name) ?? [];
        copies[copy] = signature;
        signatures.set(name, copies);
      },
    },
    options,
  );
  const transactions = blocks.flatMap(({ transactions: held = [] }) => held.filter((held) => held.kind === 'wire'));
  const accounts = accountsAfter(table, blocks);
  return { blocks, transactions, accounts, signatures, errors: report.errors, warnings: report.warnings };
}

function accountsAfter(table: AccountTable, blocks: readonly Block[]): ReadonlyMap<Address, Account> {
  const chain = chainTo(blocks.at(-1)?.slot ?? 0n, History.of(blocks));
  return new Map(Array.from(Accounts.of(table).at(chain).values(), (account) => [account.address, account]));
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

function readKey(name: string, key: Address | Uint8Array, report: Report): KeyWord {
  const at = report.at(`keys/${name}`);
  if (typeof key === 'string') return { name, at, key: { kind: 'address', address: key } };
  return { name, at, key: { kind: 'seed', seed: key } };
}

function readAccount(name: string, spec: AccountSpec, report: Report): AccountWord {
  const at = report.at(`accounts/${name}`);
  const word = (value: string): AddressWord => ({ value, at });
  return { address: word(name), at, is: kindOf(spec, word), lamports: lamportsOf(spec) };
}

function lamportsOf(spec: AccountSpec): bigint | undefined {
  if ('sol' in spec) return BigInt(Math.round(spec.sol * 1e9));
  return 'lamports' in spec ? spec.lamports : undefined;
}

function kindOf(spec: AccountSpec, word: (value: string) => AddressWord): AccountKind {
  const optional = (value: string | undefined) => (value === undefined ? undefined : word(value));
  const amount = (value: string | bigint): AmountWord => ({ value, at: word('').at });
  if ('mint' in spec) {
    const { decimals, program, authority, supply } = spec.mint;
    return {
      kind: 'mint',
      decimals,
      program: optional(program),
      authority: optional(authority),
      freezeAuthority: undefined,
      supply: supply === undefined ? undefined : amount(supply),
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
    };
  }
  if ('multisig' in spec)
    return {
      kind: 'multisig',
      required: spec.multisig.required,
      signers: spec.multisig.signers.map(word),
      program: undefined,
    };
  if ('nonce' in spec) return { kind: 'nonce', authority: word(spec.nonce.authority), nonce: spec.nonce.nonce };
  if ('lookupTable' in spec) {
    const { authority, addresses } = spec.lookupTable;
    return { kind: 'lookupTable', authority: optional(authority), addresses: addresses.map(word) };
  }
  if ('raw' in spec)
    return { kind: 'raw', owner: word(spec.raw.owner), data: spec.raw.data, executable: false, rentEpoch: undefined };
  return { kind: 'wallet' };
}

function readSlot(spec: SlotSpec, where: string, report: Report): SlotWord {
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
    blockhash,
    transactions: (spec.transactions ?? []).map((given, i) =>
      readTransaction(isWhole(given) ? given : { instructions: [given] }, `${where}/${i}`, report),
    ),
    at,
  };
}

function isWhole(given: TransactionSpec | InstructionSpec): given is TransactionSpec {
  return Array.isArray(given.instructions);
}

function readTransaction(spec: TransactionSpec, where: string, report: Report): TransactionWord {
  const at = report.at(where);
  const word = (value: string): AddressWord => ({ value, at });
  const instructions = (given: readonly InstructionSpec[], place: string) =>
    given.map((instruction, i) => readInstruction(instruction, `${place}/${i}`, report));
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
    instructions: instructions(spec.instructions, where),
    execute: undefined,
    outcome: {
      err: spec.err === undefined ? undefined : { value: spec.err, at: report.at(`${where}/err`) },
      fee: spec.fee,
      logs: spec.logs,
      computeUnits: spec.computeUnits,
      returnData: spec.returnData && { program: word(spec.returnData.program), data: spec.returnData.data },
      inner: (spec.inner ?? []).map((group, i) => ({
        index: group.index,
        instructions: instructions(group.instructions, `${where}/inner/${i}`),
        at: report.at(`${where}/inner/${i}`),
      })),
      balances: Object.entries(spec.balances ?? {}).map(([address, lamports]) => ({
        address: word(address),
        lamports,
      })),
    },
  };
}

function readInstruction(spec: InstructionSpec, where: string, report: Report): InstructionWord {
  const [name, given] = Object.entries(spec)[0]!;
  const at = report.at(where);
  return { at, name, arguments: new PlainArguments(given, where, report) };
}

class PlainArguments implements ArgumentReader {
  readonly at: Place;
  readonly #given: Readonly<Record<string, Value>>;
  readonly #whole: string | undefined;
  readonly #where: string;
  readonly #report: Report;
  readonly #asked = new Set<string>();

  constructor(given: string | Readonly<Record<string, Value>>, where: string, report: Report) {
    this.at = report.at(where);
    this.#given = typeof given === 'string' ? {} : given;
    this.#whole = typeof given === 'string' ? given : undefined;
    this.#where = where;
    this.#report = report;
  }

  address(name: string): AddressWord | undefined {
    const value = this.text(name);
    return value === undefined ? undefined : { value, at: this.#report.at(`${this.#where}/${name}`) };
  }

  optionalAddress(name: string): AddressWord | null | undefined {
    return this.#value(name) === undefined ? null : this.address(name);
  }

  addresses(name: string): readonly AddressWord[] {
    return this.#texts(name).map((value) => ({ value, at: this.at }));
  }

  lamports(name: string): bigint | undefined {
    const lamports = this.optionalLamports(name);
    return lamports === null ? this.at.refuse(`no ${name}`) : lamports;
  }

  optionalLamports(name: string): bigint | null | undefined {
    const sol = this.#value('sol');
    if (sol !== undefined) return BigInt(Math.round(Number(sol) * 1e9));
    return this.#value(name) === undefined ? null : this.u64(name);
  }

  amount(name: string): AmountWord | undefined {
    const value = this.#value(name);
    const at = this.#report.at(`${this.#where}/${name}`);
    if (typeof value === 'string' || typeof value === 'bigint') return { value, at };
    return this.at.refuse(`no ${name}`);
  }

  u64(name: string): bigint | undefined {
    const value = this.#value(name);
    return typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : this.at.refuse(`no ${name}`);
  }

  u8(name: string): number | undefined {
    const value = this.#value(name);
    return typeof value === 'number' ? value : this.at.refuse(`no ${name}`);
  }

  flag(name: string): boolean {
    return this.#value(name) === true;
  }

  text(name: string): string | undefined {
    const value = this.#value(name);
    return typeof value === 'string' ? value : this.at.refuse(`no ${name}`);
  }

  wholeText(): string | undefined {
    return this.#whole;
  }

  bytes(name: string): Uint8Array {
    const value = this.#value(name);
    return value instanceof Uint8Array ? value : new Uint8Array();
  }

  accountMetas(name: string) {
    return this.#texts(name).map((text) => {
      const [value = '', flags = ''] = text.split(' ');
      return { address: { value, at: this.at }, signer: flags.includes('s'), writable: flags.includes('w') };
    });
  }

  finish(): void {
    for (const name of Object.keys(this.#given)) if (!this.#asked.has(name)) this.at.refuse(`what is ${name}?`);
  }

  #value(name: string): Value | undefined {
    this.#asked.add(name);
    return this.#given[name];
  }

  #texts(name: string): readonly string[] {
    const value = this.#value(name);
    return typeof value === 'object' && !(value instanceof Uint8Array) ? value : [];
  }
}
