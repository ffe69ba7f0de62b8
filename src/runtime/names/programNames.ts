import { suggest } from '../../codec/suggest.ts';
import { errorsOf } from '../../solana/idl/describe.ts';
import type { IdlAccount, IdlError, IdlEvent, IdlInstruction, IdlPartKind, IdlProgram } from '../../solana/idl/idl.ts';
import { isSameName, partByName } from '../../solana/idl/idlNames.ts';
import { ScriptError } from '../../syntax/scriptError.ts';
import type { Located, Place } from '../../syntax/values.ts';

/**
 * Parts of programs with an IDL by name: `program.name`. The functions return undefined after they have reported a name that is not known.
 * @module
 */

export type IdlPrograms = ReadonlyMap<string, IdlProgram>;

interface ProgramPart<T> {
  readonly program: IdlProgram;
  readonly part: T;
}

export function instructionNamed(
  name: Located<string>,
  programs: IdlPrograms,
): ProgramPart<IdlInstruction> | undefined {
  return partNamed(name, programs, 'instruction', ({ idl }) => idl.instructions);
}

export function eventNamed(name: Located<string>, programs: IdlPrograms): ProgramPart<IdlEvent> | undefined {
  return partNamed(name, programs, 'event', ({ idl }) => idl.events);
}

/** An error of the program, or of its framework. */
export function errorNamed(name: Located<string>, programs: IdlPrograms): ProgramPart<IdlError> | undefined {
  return partNamed(name, programs, 'error', ({ idl }) => errorsOf(idl));
}

export function programNamed(name: Located<string>, programs: IdlPrograms): IdlProgram | undefined {
  return oneNamed(name, [...programs.values()], 'the ledger has no program with an IDL');
}

/**
 * The derived addresses of a name, `market.order`: they differ in their seeds.
 *
 * @throws ScriptError
 */
export function pdaNamed(name: string, programs: IdlPrograms) {
  const fail: Place['refuse'] = (message, hint) => {
    throw new ScriptError(message, hint);
  };
  const at = { refuse: fail, warn: () => undefined };
  // `at` throws for an unknown name
  const { part, program } = partNamed({ at, value: name }, programs, 'pda', ({ idl }) => idl.pdas)!;
  return { program, pdas: program.idl.pdas.filter((pda) => isSameName(pda.name, part.name)) };
}

function partNamed<T extends { readonly name: string }>(
  { at, value }: Located<string>,
  programs: IdlPrograms,
  kind: IdlPartKind,
  partsOf: (program: IdlProgram) => readonly T[],
): ProgramPart<T> | undefined {
  const [owner = '', name = ''] = value.split('.');
  const program = programNamed({ at, value: owner }, programs);
  if (program === undefined) return undefined;
  const part = partOf({ at, value: name }, program, kind, partsOf(program));
  return part && { program, part };
}

const KIND_TEXTS: Readonly<Record<IdlPartKind, string>> = {
  account: 'account',
  instruction: 'instruction',
  event: 'event',
  error: 'error',
  pda: 'derived address',
};

export function accountNamed(name: Located<string>, program: IdlProgram): IdlAccount | undefined {
  return partOf(name, program, 'account', program.idl.accounts);
}

/** A part of the program with this name. */
function partOf<T extends { readonly name: string }>(
  { at, value }: Located<string>,
  { idl, name }: IdlProgram,
  kind: IdlPartKind,
  parts: readonly T[],
): T | undefined {
  const missing = `the IDL of ${name} has no ${KIND_TEXTS[kind]}`;
  const leftOut = partByName(parts, value) === undefined ? partByName(idl.leftOut.get(kind) ?? [], value) : undefined;
  if (leftOut !== undefined) return at.refuse(`${missing} ${value} that can be read: ${leftOut.reason}`);
  return oneNamed({ at, value }, parts, missing);
}

/** @param missing the message before a name that is not known */
function oneNamed<T extends { readonly name: string }>(
  { at, value }: Located<string>,
  all: readonly T[],
  missing: string,
): T | undefined {
  const names = all.map(({ name }) => name);
  return partByName(all, value) ?? at.refuse(`${missing} ${value}`, suggest(value, names));
}
