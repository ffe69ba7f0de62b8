import { INSTRUCTIONS, type InstructionName } from '../../../src/script/instructions/index.ts';
import { Definitions, type Schema } from '../../../src/syntax/syntax.ts';

/** The arguments of an instruction, in their order. */
export function argumentsOf(word: InstructionName): readonly string[] {
  const { anyOf, properties } = INSTRUCTIONS[word].arguments.schema(new Definitions());
  // a memo may be written as text
  const members = properties ?? (anyOf as readonly Schema[])[1]!.properties;
  return Object.keys(members as Schema);
}
