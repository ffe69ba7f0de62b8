import { INSTRUCTION_ARGUMENTS, type InstructionName } from '../../../src/script/format/instructions.ts';
import type { Schema } from '../../../src/syntax/syntax.ts';

/** The arguments of an instruction, in their order. */
export function argumentsOf(word: InstructionName): readonly string[] {
  const { anyOf, properties } = INSTRUCTION_ARGUMENTS[word].schema(new Map());
  // a memo may be written as text
  const members = properties ?? (anyOf as readonly Schema[])[1]!.properties;
  return Object.keys(members as Schema);
}
