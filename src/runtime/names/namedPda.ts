import { decodeBase58 } from '../../codec/base58.ts';
import type { Address } from '../../solana/address.ts';
import type { IdlPda, IdlProgram, IdlSeed, SeedValue } from '../../solana/idl/idl.ts';
import { camelCase, isNamed } from '../../solana/idl/idlNames.ts';
import type { AddressExpression, Operand, SeedOperand } from '../../syntax/addressExpression.ts';
import { ScriptError } from '../../syntax/scriptError.ts';
import { programAddress } from '../derive.ts';
import { isVariant } from './nameUses.ts';
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
  const pda = assigned.length < operands.length ? undefined : pdas.find((candidate) => hasSeeds(candidate, assigned));
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

function hasSeeds({ seeds }: IdlPda, assigned: readonly Assigned[]): boolean {
  const values = seeds.filter(mustBeAssigned);
  const areNamed = assigned.every(({ name }) => values.some((seed) => isNamed(seed.name, name)));
  return areNamed && values.every(({ name }) => assigned.filter((operand) => isNamed(name, operand.name)).length === 1);
}

/** Whether an expression has to assign the seed; the address of the program itself is known. */
function mustBeAssigned(seed: IdlSeed): seed is ValueSeed {
  return seed.kind === 'value' && seed.source?.kind !== 'program';
}

function seedsText({ seeds }: IdlPda): string {
  const names = seeds.filter(mustBeAssigned).map(({ name }) => camelCase(name));
  return names.length === 0 ? 'no seeds' : names.map((name) => `${name}=…`).join(',');
}

function example(name: string, pda: IdlPda): string {
  const seeds = pda.seeds.some(mustBeAssigned) ? `,${seedsText(pda)}` : '';
  return `$pda(${name}${seeds})`;
}

function seedBytes(seed: IdlSeed, assigned: readonly Assigned[], program: IdlProgram, resolve: Resolve): Uint8Array {
  if (seed.kind === 'constant') return seed.bytes;
  if (!mustBeAssigned(seed)) return decodeBase58(program.address);
  const { value } = assigned.find(({ name }) => isNamed(seed.name, name))!;
  const bytes = seed.type.seedBytes(seedValue(value, resolve));
  if (bytes !== undefined) return bytes;
  throw new ScriptError(`the seed ${camelCase(seed.name)} must be ${seed.type.seedText}`);
}

function seedValue(value: AddressExpression | SeedOperand, resolve: Resolve): SeedValue {
  if (value.kind === 'seed' || value.kind === 'number') return value;
  if (isVariant(value)) return value;
  return { kind: 'address', bytes: () => decodeBase58(resolve(value)) };
}
