import { decodeBase58 } from '../../codec/base58.ts';
import { isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import { fieldBytes } from '../../idl/fieldBytes.ts';
import { givenMembers, memberNamed } from '../../idl/givenMembers.ts';
import { programAddress } from '../../runtime/derive.ts';
import { instructionNamed } from '../../runtime/names/programNames.ts';
import { ProgramError } from '../../runtime/programError.ts';
import type { Address } from '../../solana/address.ts';
import { IdlDataError } from '../../solana/idl/budget.ts';
import type {
  AccountSource,
  IdlInstruction,
  IdlInstructionAccount,
  IdlPda,
  IdlProgram,
  IdlSeed,
} from '../../solana/idl/idl.ts';
import { isSameName, isSamePath } from '../../solana/idl/idlNames.ts';
import { instructionLines } from '../../solana/idl/programLogs.ts';
import { accountTypeOf, readFields } from '../../solana/idl/readFields.ts';
import { type InstructionAccount, readonlyAccount } from '../../solana/instruction.ts';
import { Cursor, newReading } from '../../syntax/cursor.ts';
import { ScriptError } from '../../syntax/scriptError.ts';
import { type ObjectOf, object, optional, withDefault } from '../../syntax/syntax.ts';
import { asCursor, type Place, readAddressNode } from '../../syntax/values.ts';
import { byIdl } from '../format/programs.ts';
import { accountMetas, resolveMetas } from './accountMeta.ts';
import type { BuildContext, BuiltInstruction } from './scriptInstruction.ts';

/** Arguments and accounts of an instruction of a program with an IDL. */
export const PROGRAM_INSTRUCTION = object(
  {
    args: optional(byIdl, 'by name; a missing one is 0, false, empty or none'),
    accounts: optional(byIdl, 'addresses by name; a missing one follows from the IDL, if it can'),
    remainingAccounts: withDefault(accountMetas, [], 'after those of the IDL'),
  },
  'An instruction of a program with an IDL.',
);

/** `{"market.placeOrder": {args?, accounts?}}`: `at` is the member. */
export interface ProgramInstructionNode {
  readonly at: Place;
  readonly name: 'ofProgram';
  readonly arguments: ObjectOf<typeof PROGRAM_INSTRUCTION.members>;
}

/**
 * An instruction of a program with an IDL: data from its arguments, accounts that are given or follow from the IDL. Its effect is
 * unknown, so it changes nothing. Undefined: there is a mistake, which was reported.
 */
export function buildProgramInstruction(
  { arguments: members, at }: ProgramInstructionNode,
  context: BuildContext,
): BuiltInstruction | undefined {
  const cursor = asCursor(at);
  const named = instructionNamed({ at, value: cursor.key }, context.names.programs);
  if (named === undefined) return undefined;
  const { part: instruction, program } = named;
  const args = members.args ?? cursor.member('args');
  const data = fieldBytes(instruction.args, args, (item) => context.names.resolve(item));
  const accounts = new InstructionAccounts(instruction, program, cursor, context).all();
  const remaining = resolveMetas(members.remainingAccounts, context.names);
  if (data === undefined || accounts === undefined || remaining === undefined) return undefined;
  return {
    program: program.address,
    accounts: [...accounts, ...remaining],
    data: Buffer.concat([instruction.discriminator, data]),
    hasNoEffect: true,
    lines: instructionLines(instruction, program.idl),
  };
}

type Path = readonly string[];

/** A mistake in the source of an account, which was reported at its own place. */
class ReportedError extends Error {}

class InstructionAccounts {
  readonly #instruction: IdlInstruction;
  readonly #program: IdlProgram;
  readonly #at: Cursor;
  readonly #context: BuildContext;
  /** undefined: there is a mistake, which was reported */
  readonly #addresses = new Map<IdlInstructionAccount, Address | undefined>();
  readonly #pending = new Set<IdlInstructionAccount>();

  constructor(instruction: IdlInstruction, program: IdlProgram, at: Cursor, context: BuildContext) {
    this.#instruction = instruction;
    this.#program = program;
    this.#at = at;
    this.#context = context;
  }

  all(): readonly InstructionAccount[] | undefined {
    const { accounts } = this.#instruction;
    const areKnown = checkAccountNames(
      this.#at.member('accounts'),
      accounts.map(({ path }) => path),
    );
    const listed = accounts.filter((account) => !this.#isUnlisted(account));
    const metas = listed.map((account) => this.#meta(account));
    const complete = metas.filter((meta) => meta !== undefined);
    return areKnown && complete.length === metas.length ? complete : undefined;
  }

  #meta(account: IdlInstructionAccount): InstructionAccount | undefined {
    // the address of the program takes the place of an account that is left out
    if (this.#isLeftOut(account)) return readonlyAccount(this.#program.address);
    const address = this.#address(account);
    return address && { address, isSigner: this.#signs(account, address), isWritable: account.isWritable };
  }

  #isUnlisted(account: IdlInstructionAccount): boolean {
    return this.#instruction.optionalAccounts === 'omitted' && this.#isLeftOut(account);
  }

  /** Whether an optional account is left out; one of Codama that is not mentioned has its default. */
  #isLeftOut({ isOptional, path, source }: IdlInstructionAccount): boolean {
    const { isNothing, value } = this.#givenAt(path);
    const hasDefault = this.#program.idl.framework !== 'anchor' && source !== undefined && value !== null;
    return isOptional && isNothing && !hasDefault;
  }

  /** Whether an account signs; where that is optional, an account with data, such as a multisig, does not. */
  #signs({ isEitherSigner = false, isSigner }: IdlInstructionAccount, address: Address): boolean {
    const { data } = this.#context.accounts.get(address) ?? {};
    return isSigner && !(isEitherSigner && data !== undefined && data.length > 0);
  }

  #givenAt(path: Path): Cursor {
    return memberAt(this.#at.member('accounts'), path);
  }

  /** Undefined: there is a mistake, which was reported. */
  #address(account: IdlInstructionAccount): Address | undefined {
    if (this.#addresses.has(account)) return this.#addresses.get(account);
    const at = this.#givenAt(account.path);
    this.#pending.add(account);
    const address = at.isNothing ? this.#defaultAddress(account, at) : this.#context.names.resolve(readAddressNode(at));
    this.#pending.delete(account);
    this.#addresses.set(account, address);
    return address;
  }

  #defaultAddress({ path, source }: IdlInstructionAccount, at: Cursor): Address | undefined {
    if (source === undefined) return at.expected(`an address for the account ${path.join('.')}`, 'it has no default');
    try {
      return this.#resolve(source);
    } catch (error) {
      if (error instanceof ReportedError) return undefined;
      if (!(error instanceof ScriptError || error instanceof ProgramError)) throw error;
      return at.refuse(`${path.join('.')} does not follow from the IDL: ${error.message}`, 'give its address');
    }
  }

  /** @throws ScriptError, ProgramError; ReportedError: there is a mistake, which was reported */
  #resolve(source: AccountSource): Address {
    switch (source.kind) {
      case 'address':
        return source.address;
      case 'program':
        return this.#program.address;
      case 'account':
        return this.#accountAddress(source.path);
      case 'argument':
        return this.#argumentAddress(source.path);
      case 'field':
        return this.#fieldAddress(source.account, source.field);
      case 'pda':
        return this.#pda(source.pda);
    }
  }

  #accountAddress(path: Path): Address {
    const account = this.#instruction.accounts.find((item) => isSamePath(item.path, path));
    if (account === undefined || this.#isLeftOut(account))
      throw new ScriptError(`there is no account ${path.join('.')}`);
    if (this.#pending.has(account)) throw new ScriptError(`${path.join('.')} follows from it`);
    return this.#address(account) ?? throwReported();
  }

  #argumentAddress(path: Path): Address {
    const node = readAddressNode(withoutReports(memberAt(this.#at.member('args'), path)));
    return this.#context.names.resolve(node) ?? throwReported();
  }

  #fieldAddress(account: Path, field: Path): Address {
    const value = this.#field(account, field);
    if (typeof value !== 'string') throw new ScriptError(`${[...account, ...field].join('.')} is not an address`);
    return value as Address;
  }

  /** The value of a field in the data of an account before this instruction. */
  #field(path: Path, field: Path): JsonValue {
    const { accounts, names } = this.#context;
    const address = this.#accountAddress(path);
    const { data } = accounts.get(address) ?? {};
    const fields = data && unlessThrown([IdlDataError], () => this.#fieldsOf(data));
    const value = fields === undefined ? undefined : valueAt(fields, field);
    if (value === undefined)
      throw new ScriptError(`${names.show(address)} has no field ${field.join('.')} in the ledger`);
    return value;
  }

  #fieldsOf(data: Uint8Array): JsonValue | undefined {
    const { idl } = this.#program;
    const type = accountTypeOf(data, idl);
    return type && readFields(data, type);
  }

  #pda({ program, seeds }: IdlPda): Address {
    const owner = program === undefined ? this.#program.address : this.#resolve(program);
    return programAddress(
      owner,
      seeds.map((seed) => this.#seed(seed)),
    );
  }

  #seed(seed: IdlSeed): Uint8Array {
    if (seed.kind === 'constant') return seed.bytes;
    const { name, source, type } = seed;
    if (source === undefined) throw new ScriptError(`the seed ${name} is not known`);
    if (source.kind === 'argument') {
      const at = memberAt(this.#at.member('args'), source.path);
      return this.#presetOf(source.path, at) ?? this.#encoded(seed, at);
    }
    if (source.kind !== 'field' || type.kind === 'publicKey') return decodeBase58(this.#resolve(source));
    const { reading, source: text } = this.#at;
    return this.#encoded(seed, new Cursor(this.#field(source.account, source.field), text, reading, this.#at, name));
  }

  /** An argument that is left out may have a value in the IDL. */
  #presetOf([name, ...rest]: Path, at: Cursor): Uint8Array | undefined {
    if (rest.length > 0 || at.value !== undefined) return undefined;
    return name === undefined ? undefined : this.#instruction.presets?.get(name);
  }

  /** The bytes of a value as a seed. Mistakes in arguments are reported elsewhere. */
  #encoded({ type }: Extract<IdlSeed, { kind: 'value' }>, at: Cursor): Uint8Array {
    return fieldBytes(type, withoutReports(at), (node) => this.#context.names.resolve(node)) ?? throwReported();
  }
}

function throwReported(): never {
  throw new ReportedError();
}

function withoutReports(at: Cursor): Cursor {
  return new Cursor(at.value, at.source, newReading(), at.parent, at.key);
}

function memberAt(at: Cursor, path: Path): Cursor {
  return path.reduce(memberNamed, at);
}

function valueAt(value: JsonValue, [name, ...rest]: Path): JsonValue | undefined {
  if (name === undefined) return value;
  const key = isJsonObject(value) ? Object.keys(value).find((item) => isSameName(item, name)) : undefined;
  return key === undefined || !isJsonObject(value) ? undefined : valueAt(value[key]!, rest);
}

/** Whether all members are names of accounts, and of their groups; others are reported. */
function checkAccountNames(at: Cursor, paths: readonly Path[]): boolean {
  if (at.isNothing) return true;
  if (!isJsonObject(at.value)) return at.expected('an object of addresses') ?? false;
  const names = [...new Set(paths.flatMap(([name]) => name ?? []))].map((name) => ({ name }));
  const { areRight, members } = givenMembers(at, names, 'account');
  let areKnown = areRight;
  for (const [{ name }, member] of members) {
    const inner = paths.filter(([first, ...rest]) => first === name && rest.length > 0).map(([, ...rest]) => rest);
    if (inner.length > 0) areKnown = checkAccountNames(member, inner) && areKnown;
  }
  return areKnown;
}
