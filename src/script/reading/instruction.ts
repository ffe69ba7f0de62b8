import type { Cursor } from '../../document/cursor.ts';
import { didYouMean } from '../../document/didYouMean.ts';
import { isObject, readList } from '../../document/readers.ts';
import { INSTRUCTIONS } from '../compiling/instructions/index.ts';
import type { InstructionWord } from '../format/types.ts';
import { CursorArguments } from './arguments.ts';

export const INSTRUCTION_WORDS: readonly string[] = Object.keys(INSTRUCTIONS);

export function isInstructionWord(name: string): boolean {
  return INSTRUCTION_WORDS.includes(name);
}

/** An instruction by its word; what its arguments mean is up to the word. */
export function instructionOf(word: Cursor): InstructionWord {
  return { at: word, name: word.key, arguments: new CursorArguments(word) };
}

export function readInstructions(at: Cursor): readonly InstructionWord[] | undefined {
  return readList(at, readInstruction);
}

/** `{word: arguments}` */
function readInstruction(at: Cursor): InstructionWord | undefined {
  if (!isObject(at)) return undefined;
  const [word, ...others] = at.members();
  if (word === undefined || others.length > 0) return at.expected('an instruction: {word: arguments}');
  if (isInstructionWord(word.key)) return instructionOf(word);
  return word.refuse('unknown instruction', didYouMean(word.key, INSTRUCTION_WORDS));
}
