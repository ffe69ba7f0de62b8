import { decodeBase58 } from '../../codec/base58.ts';
import type { Address } from '../../solana/address.ts';
import {
  camelCase,
  type IdlPda,
  type IdlProgram,
  type IdlSeed,
  type IdlType,
  isNamed,
  resolved,
  typeText,
} from '../../solana/idl/idl.ts';
import { BYTE, encodeInteger, isInRange, rangeText } from '../../solana/idl/numbers.ts';
import type { AddressExpression, Operand, SeedOperand } from '../../syntax/addressExpression.ts';
import { ScriptError } from '../../syntax/scriptError.ts';
import { programAddress } from '../derive.ts';
import { type IdlPrograms, pdaNamed } from './programNames.ts';

type Assigned = Extract<Operand, { kind: 'assigned' }>;
type ValueSeed = Extract<IdlSeed, { kind: 'value' }>;
type Resolve = (expression: AddressExpression) => Address;

/**
 * The address of `$pda(market.order, owner=$alice, id=7)`, with the seeds that the IDL of the program has for it.
 *
 * @param name of the program and of the derived address
 * @throws ScriptError, ProgramError
 */
export function namedPda(name: string, operands: readonly Operand[], programs: IdlPrograms, resolve: Resolve): Address {
  const { pdas, program } = pdaNamed(name, programs);
  const assigned = operands.filter((operand) => operand.kind === 'assigned');
  const pda = assigned.length < operands.length ? undefined : pdas.find((candidate) => takes(candidate, assigned));
  if (pda === undefined)
    throw new ScriptError(
      `$pda(${name},…) takes ${pdas.map(seedsText).join(', or ')}`,
      `as in ${example(name, pdas[0]!)}`,
    );
  const seeds = pda.seeds.map((seed) => seedBytes(seed, assigned, program, resolve));
  return programAddress(ownerOf(pda, program), seeds);
}

function ownerOf({ name, program: owner }: IdlPda, program: IdlProgram): Address {
  if (owner === undefined || owner.kind === 'program') return program.address;
  if (owner.kind === 'address') return owner.address;
  throw new ScriptError(
    `${name} is derived from a program that only the instruction knows`,
    'write its seeds: $pda($program, …)',
  );
}

function takes({ seeds }: IdlPda, assigned: readonly Assigned[]): boolean {
  const values = seeds.filter(isAsked);
  const areNamed = assigned.every(({ name }) => values.some((seed) => isNamed(seed.name, name)));
  return areNamed && values.every(({ name }) => assigned.filter((operand) => isNamed(name, operand.name)).length === 1);
}

/** The program itself is known. */
function isAsked(seed: IdlSeed): seed is ValueSeed {
  return seed.kind === 'value' && seed.source?.kind !== 'program';
}

function seedsText({ seeds }: IdlPda): string {
  const names = seeds.filter(isAsked).map(({ name }) => camelCase(name));
  return names.length === 0 ? 'no seeds' : names.map((name) => `${name}=…`).join(',');
}

function example(name: string, pda: IdlPda): string {
  const seeds = pda.seeds.some(isAsked) ? `,${seedsText(pda)}` : '';
  return `$pda(${name}${seeds})`;
}

function seedBytes(seed: IdlSeed, assigned: readonly Assigned[], program: IdlProgram, resolve: Resolve): Uint8Array {
  if (seed.kind === 'constant') return seed.bytes;
  if (!isAsked(seed)) return decodeBase58(program.address);
  const { value } = assigned.find(({ name }) => isNamed(seed.name, name))!;
  const bytes = valueBytes(value, resolved(seed.type, program.idl.types), resolve);
  if (bytes !== undefined) return bytes;
  throw new ScriptError(`the seed ${camelCase(seed.name)} must be ${expected(seed)}`);
}

/** Undefined: a value of another type. */
function valueBytes(
  value: AddressExpression | SeedOperand,
  type: ReturnType<typeof resolved>,
  resolve: Resolve,
): Uint8Array | undefined {
  if (value.kind === 'seed') return isBytes(type, value.seed.length) ? value.seed : undefined;
  if (value.kind === 'number') return type.kind === 'integer' ? numberBytes(value.digits, type) : undefined;
  if (value.kind === 'name' && !value.isMarked) return wordBytes(value.name, type);
  return type.kind === 'publicKey' ? decodeBase58(resolve(value)) : undefined;
}

function isBytes(type: IdlType, length: number): boolean {
  if (type.kind === 'array') return Number(type.length) === length;
  return type.kind === 'string' || type.kind === 'bytes' || (type.kind === 'list' && type.size === 'rest');
}

function numberBytes(digits: string, type: Extract<IdlType, { kind: 'integer' }>): Uint8Array | undefined {
  const value = /^-?\d{1,80}$/.test(digits) ? BigInt(digits) : undefined;
  return value !== undefined && isInRange(value, type) ? encodeInteger(value, type) : undefined;
}

/** `true`, or a variant without fields. */
function wordBytes(word: string, type: IdlType): Uint8Array | undefined {
  if (type.kind === 'bool' && (word === 'true' || word === 'false'))
    return encodeInteger(word === 'true' ? 1n : 0n, type.size ?? BYTE);
  const variants = type.kind === 'enum' ? type.variants : [];
  const index = variants.findIndex(({ content, name }) => content === undefined && isNamed(name, word));
  if (type.kind !== 'enum' || index < 0) return undefined;
  return encodeInteger(BigInt(variants[index]!.number ?? index), type.size ?? BYTE);
}

function expected({ type }: ValueSeed): string {
  if (type.kind === 'integer') return rangeText(type);
  if (type.kind === 'publicKey') return 'an address or a $name';
  if (type.kind === 'string' || type.kind === 'bytes') return 'a quoted text, or bytes as 0x00ff';
  return typeText(type);
}
