import { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import type { JsonObject, JsonValue } from '../../codec/jsonText.ts';
import {
  type Codec,
  type Decoder,
  encode,
  type FixedCodec,
  fields,
  type TypeOf,
  type ValuesOf,
} from '../../codec/struct.ts';
import { DEFAULT_VERSION, type NodeVersion } from '../../nodeVersion.ts';
import { type Address, CLOCK_SYSVAR, RECENT_BLOCKHASHES_SYSVAR, RENT_SYSVAR, SYSTEM_PROGRAM } from '../address.ts';
import { type Instruction, type InstructionAccount, readonlySigner } from '../instruction.ts';
import type { AccountParser, InstructionParser, ParsedInstruction } from './parserTypes.ts';

/**
 * Instructions as rows of a table. From a row follow the parsed form of an instruction, its bytes and its accounts, and the arguments
 * that its program reads.
 *
 * Source   agave 4.1 transaction-status, account-decoder
 * @module
 */

/** The description of a type of instruction for readers. */
export interface InstructionRow<T = unknown> {
  readonly type: string;
  readonly minAccounts: number;
  /** the arguments, which are behind the tag */
  readonly args: Decoder<T>;
  /** whether bytes behind the arguments are refused */
  readonly isExact?: boolean;
  /**
   * The members of the parsed form.
   *
   * @param accounts at least `minAccounts`
   * @throws BytesError where the instruction cannot be shown
   */
  info(accounts: readonly Address[], args: T, version: NodeVersion): JsonObject | undefined;
}

/** A row by the names of its accounts; one whose arguments can be written too builds instructions. */
export type Row<K extends string, A, C extends Decoder<unknown>> = InstructionRow<TypeOf<C>> & {
  readonly type: K;
  readonly args: C;
  /** The account list, in the order of the row. */
  metas(accounts: A): readonly InstructionAccount[];
};

/** Arguments whose parsed form differs from their values. */
export interface ShownArgs<T> extends Codec<T> {
  show(args: T, version: NodeVersion): JsonObject;
}

type Members = Readonly<Record<string, Decoder<unknown>>>;
type WritableMember = Decoder<unknown> & { readonly write: (to: ByteWriter, value: never) => void };

/** The arguments of a row: one decoder for all of them, or one for each, in the order of the bytes. */
export type Args = (Decoder<unknown> & { readonly show?: unknown }) | Members;

/** The decoder of the arguments of a row, which writes them too if all of its members do. */
export type ArgsOf<A extends Args> =
  A extends Codec<infer T>
    ? Codec<T>
    : A extends Decoder<infer T>
      ? Decoder<T>
      : A extends Readonly<Record<string, WritableMember>>
        ? Codec<ValuesOf<A>>
        : Decoder<ValuesOf<A>>;

function argsOf<A extends Args>(args: A): ArgsOf<A> {
  const decoder: Decoder<unknown> = isDecoder(args) ? args : fields(args);
  return decoder as ArgsOf<A>;
}

function isDecoder(args: Args): args is Decoder<unknown> {
  return typeof args.read === 'function';
}

/** Describes arguments that the parsed form shows by other members. */
export function shownAs<const F extends Readonly<Record<string, WritableMember>>>(
  members: F,
  show: (args: ValuesOf<F>, version: NodeVersion) => JsonObject,
): ShownArgs<ValuesOf<F>> {
  return { ...fields(members), show };
}

/** The function that shows arguments in the parsed form. */
function showOf(args: Args): ShownArgs<unknown>['show'] {
  return 'show' in args ? (args as ShownArgs<unknown>).show : (values) => values as JsonObject;
}

/** Accounts that builders of instructions add for these names. */
const FIXED_ACCOUNTS = {
  clockSysvar: CLOCK_SYSVAR,
  recentBlockhashesSysvar: RECENT_BLOCKHASHES_SYSVAR,
  rentSysvar: RENT_SYSVAR,
  systemProgram: SYSTEM_PROGRAM,
};

type WithoutRights<N extends string> = N extends `${infer Name} ${string}` ? Name : N;
type IsOptional<N extends string> = WithoutRights<N> extends `${string}?` ? true : false;
type Shown<N extends string> = WithoutRights<N> extends `${infer Name}?` ? Shown<Name> : WithoutRights<N>;
type Key<N extends string> = Shown<N> extends `_${infer Name}` ? Name : Shown<N>;
type MayBeMissing<N extends string> =
  IsOptional<N> extends true ? true : Key<N> extends keyof typeof FIXED_ACCOUNTS ? true : false;

/** The accounts of a row by name. */
export type AccountsOf<N extends string> = {
  readonly [K in N as MayBeMissing<K> extends true ? never : Key<K>]: Address;
} & { readonly [K in N as MayBeMissing<K> extends true ? Key<K> : never]?: Address | undefined };

/** The place of an account in an instruction. */
interface AccountPlace {
  readonly name: string;
  readonly isShown: boolean;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
  readonly isOptional: boolean;
  /** shown in place of an account that is missing */
  readonly missing: null | undefined;
}

/** @param text `name`, or `name s`, `name w`, `name sw`, for accounts that sign and that are written */
function accountPlace(text: string): AccountPlace {
  const [markedName, rights = ''] = text.split(' ') as [string, string?];
  const name = markedName.replace(/\?+$/, '');
  return {
    name: name.replace(/^_/, ''),
    isShown: !name.startsWith('_'),
    isSigner: rights.includes('s'),
    isWritable: rights.includes('w'),
    isOptional: markedName.endsWith('?'),
    missing: markedName.endsWith('??') ? null : undefined,
  };
}

type NamedAccounts = Readonly<Record<string, Address | undefined>>;

function metasOf(places: readonly AccountPlace[], accounts: NamedAccounts): readonly InstructionAccount[] {
  return places.flatMap(({ name, isOptional, isSigner, isWritable }) => {
    const address = accounts[name] ?? (isOptional ? undefined : (FIXED_ACCOUNTS as NamedAccounts)[name]);
    return address === undefined ? [] : [{ address, isSigner, isWritable }];
  });
}

/**
 * The row of an instruction that shows its accounts by name. An account that may be missing has `?` behind its name, and is then left out;
 * or `??`, and is then null. One that is not shown has `_` before its name. Rights follow the name: `s` for an account that signs, `w` for
 * one that is written.
 *
 * Example  row('transfer', ['source sw', 'destination w'], { lamports: u64 })
 */
export function row<const K extends string, const N extends string>(
  type: K,
  accounts: readonly N[],
): NamedRow<K, N, Codec<NoArgs>>;
export function row<const K extends string, const N extends string, const A extends Args>(
  type: K,
  accounts: readonly N[],
  args: A,
): NamedRow<K, N, ArgsOf<A>>;
export function row(type: string, accounts: readonly string[], args: Args = {}): AnyRow & NamedAccountsRow {
  const places = accounts.map(accountPlace);
  const shownPlaces = places.map((place, index) => ({ ...place, index })).filter(({ isShown }) => isShown);
  const show = showOf(args);
  return {
    type,
    accounts,
    minAccounts: places.filter(({ isOptional }) => !isOptional).length,
    args: argsOf(args),
    info(addresses, values, version) {
      const info: Record<string, JsonValue | undefined> = {};
      for (const { name, index, missing } of shownPlaces) info[name] = addresses[index] ?? missing;
      return Object.assign(info, show(values, version));
    },
    metas: (named: NamedAccounts) => metasOf(places, named),
  };
}

/** A row that has the names of its accounts, with marks and rights. */
export interface NamedAccountsRow extends InstructionRow {
  readonly accounts: readonly string[];
}

type NamedRow<K extends string, N extends string, C extends Decoder<unknown>> = Row<K, AccountsOf<N>, C> & {
  readonly accounts: readonly N[];
};

type NoArgs = Readonly<Record<never, never>>;
type AnyRow = Row<string, never, Decoder<unknown>>;

/** The accounts of a row whose authority is a wallet, or a multisig with the members that sign. */
export type SignedAccounts<N extends string, S extends string> = AccountsOf<N> & { readonly [K in S]: Address } & {
  /** members of a multisig; undefined: the authority signs itself */
  readonly signers?: readonly Address[] | undefined;
};

/** The row of an instruction whose authority, shown as `signer`, comes after the named accounts. */
export function signedRow<const K extends string, const N extends string, const S extends string>(
  type: K,
  accounts: readonly N[],
  signer: S,
): Row<K, SignedAccounts<N, S>, Codec<NoArgs>>;
export function signedRow<const K extends string, const N extends string, const S extends string, const A extends Args>(
  type: K,
  accounts: readonly N[],
  signer: S,
  args: A,
): Row<K, SignedAccounts<N, S>, ArgsOf<A>>;
export function signedRow(type: string, accounts: readonly string[], signer: string, args: Args = {}): AnyRow {
  const places = accounts.map(accountPlace);
  const names = places.map(({ name }) => name);
  const show = showOf(args);
  return {
    type,
    minAccounts: names.length + 1,
    args: argsOf(args),
    info: (addresses, values, version) => ({
      ...nameAccounts(addresses, names),
      ...show(values, version),
      ...signedBy(addresses, names.length, signer),
    }),
    metas({ signers, ...named }: { readonly signers?: readonly Address[] }) {
      const authority = { ...accountPlace(signer), isSigner: signers === undefined };
      return [...metasOf([...places, authority], named), ...(signers ?? []).map(readonlySigner)];
    },
  };
}

/** A row whose parsed form does not follow from its accounts and arguments alone. */
export function shownBy<R extends InstructionRow>(
  row: R,
  info: (accounts: readonly Address[], args: TypeOf<R['args']>, version: NodeVersion) => JsonObject | undefined,
): R {
  return { ...row, info };
}

export function nameAccounts(accounts: readonly Address[], names: readonly string[]): JsonObject {
  const named: Record<string, Address | undefined> = {};
  for (let i = 0; i < names.length; i++) named[names[i]!] = accounts[i];
  return named;
}

/**
 * The authority at `index`. If accounts follow, it counts as a multisig with these as its signers: the node looks only at positions,
 * and not at who signed.
 */
export function signedBy(
  accounts: readonly Address[],
  index: number,
  key: string,
  multisigKey: string = `multisig${key[0]!.toUpperCase()}${key.slice(1)}`,
): JsonObject {
  if (accounts.length <= index + 1) return { [key]: accounts[index] };
  return { [multisigKey]: accounts[index], signers: accounts.slice(index + 1) };
}

type BuildableRow = InstructionRow & {
  readonly args: WritableMember;
  metas(accounts: never): readonly InstructionAccount[];
};
type BuildArgs<T> = keyof T extends never ? [] : [args: T];

/** The instructions of a program by type. */
export type InstructionsOf<R extends BuildableRow> = { readonly [T in R as T['type']]: BuildableInstruction<T> };

export type BuildableInstruction<R extends BuildableRow> = R & {
  /** the bytes that its data begins with */
  readonly tag: Uint8Array;
  build(accounts: Parameters<R['metas']>[0], ...args: BuildArgs<TypeOf<R['args']>>): Instruction;
};

/** @param rows by their tag */
export function instructionsOf<R extends BuildableRow>(
  program: Address,
  tag: FixedCodec<number>,
  rows: Readonly<Record<number, R>>,
): InstructionsOf<R> {
  const instructions = Object.entries(rows).map(([number, row]) => [
    row.type,
    buildableInstruction(program, encode(tag, Number(number), tag.size), row),
  ]);
  return Object.fromEntries(instructions);
}

function buildableInstruction(program: Address, tag: Uint8Array, row: BuildableRow) {
  return {
    ...row,
    tag,
    build(accounts: never, args: unknown = {}): Instruction {
      const writer = new ByteWriter().append(tag);
      row.args.write(writer, args as never);
      return { program, accounts: row.metas(accounts), data: writer.bytes() };
    },
  };
}

/** Parses an instruction by its row; undefined: the tag has no row, or accounts are missing. */
export function parseByRow(
  program: string,
  row: InstructionRow | undefined,
  accounts: readonly Address[],
  data: ByteReader,
  version: NodeVersion = DEFAULT_VERSION,
): ParsedInstruction | undefined {
  if (row === undefined || accounts.length < row.minAccounts) return undefined;
  const args = row.args.read(data);
  if (row.isExact && data.remaining > 0) return undefined;
  return { program, parsed: { type: row.type, info: row.info(accounts, args, version) } };
}

/** The parser of a program whose instructions start with a u32 tag, the index of their row. */
export function bincodeParser(program: string, rows: readonly InstructionRow[]): InstructionParser {
  return ({ accounts, data }, version) => {
    const reader = new ByteReader(data);
    return parseByRow(program, rows[reader.u32()], accounts, reader, version);
  };
}

/** One state of an account, by its tag: its type, and the data after the tag. */
export interface TaggedState {
  readonly type: string;
  readonly info?: Decoder<JsonObject>;
}

/** The parser of accounts that start with a u32 tag, the index of their state. */
export function stateParser(program: string, states: readonly TaggedState[]): AccountParser {
  return (data) => {
    const reader = new ByteReader(data);
    const state = states[reader.u32()];
    return state && { program, parsed: { type: state.type, info: state.info?.read(reader) } };
  };
}
