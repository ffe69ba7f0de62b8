import { suggest } from '../../codec/suggest.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { isQualified } from '../../syntax/qualifiedName.ts';
import { isObject } from '../../syntax/readers.ts';
import { named, type References, type Schema, syntax } from '../../syntax/syntax.ts';
import type { Place } from '../../syntax/values.ts';
import { type ArgumentsOf, INSTRUCTION_NAMES, INSTRUCTIONS, type InstructionName } from '../instructions/index.ts';
import { PROGRAM_INSTRUCTION, type ProgramInstructionNode } from '../instructions/programInstruction.ts';
import { qualifiedMembers } from './programs.ts';

/** An instruction of the table; in the script, its name is the member that holds the arguments. */
export type KnownInstructionNode<K extends InstructionName = InstructionName> = {
  [N in K]: { readonly at: Place; readonly name: N; readonly arguments: ArgumentsOf<N> };
}[K];

export type InstructionNode = KnownInstructionNode | ProgramInstructionNode;

/** Whether a member is an instruction. */
export function isInstructionName(name: string): boolean {
  return Object.hasOwn(INSTRUCTIONS, name) || isQualified(name);
}

/** @param at its key is the name of the instruction */
export function readNamedInstruction(at: Cursor): InstructionNode | undefined {
  if (isQualified(at.key)) {
    const read = PROGRAM_INSTRUCTION(at);
    return read && { at, name: 'ofProgram', arguments: read };
  }
  const name = at.key as InstructionName;
  const read = INSTRUCTIONS[name].arguments(at);
  // the arguments are those of this name
  return read && ({ at, name, arguments: read } as InstructionNode);
}

/** The schemas of the arguments by the name of the instruction: properties of an object that has one of them. */
export function instructionSchemas(definitions: References): Record<string, Schema> {
  const schemas = Object.entries(INSTRUCTIONS).map(([name, { arguments: value }]) => [
    name,
    named<unknown>(name, value).schema(definitions),
  ]);
  return Object.fromEntries(schemas);
}

/** The schema of instructions of programs with an IDL: properties of an object that has one of them. */
export function programInstructionSchema(definitions: References): Schema {
  return qualifiedMembers(named('programInstruction', PROGRAM_INSTRUCTION).schema(definitions));
}

/** `{name: arguments}` */
export const instruction = named(
  'instruction',
  syntax<InstructionNode>(readInstruction, (definitions) => ({
    type: 'object',
    description: '{name: arguments}',
    additionalProperties: false,
    properties: instructionSchemas(definitions),
    ...programInstructionSchema(definitions),
    minProperties: 1,
    maxProperties: 1,
  })),
);

function readInstruction(at: Cursor): InstructionNode | undefined {
  if (!isObject(at)) return undefined;
  const [member, ...others] = at.members();
  if (member === undefined || others.length > 0) return at.expected('an instruction: {name: arguments}');
  if (isInstructionName(member.key)) return readNamedInstruction(member);
  return member.refuse('unknown instruction', suggest(member.key, INSTRUCTION_NAMES));
}
