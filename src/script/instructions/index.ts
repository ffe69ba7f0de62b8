import { ASSOCIATED_TOKEN_INSTRUCTIONS } from './associatedTokenInstructions.ts';
import { MEMO_INSTRUCTIONS } from './memoInstructions.ts';
import { RAW_INSTRUCTIONS } from './rawInstruction.ts';
import type { ScriptInstruction } from './scriptInstruction.ts';
import { SYSTEM_INSTRUCTIONS } from './systemInstructions.ts';
import { TOKEN_INSTRUCTIONS } from './tokenInstructions.ts';

/** Every instruction of scripts by its name, in the order of docs/fixtures.md. */
export const INSTRUCTIONS = {
  ...SYSTEM_INSTRUCTIONS,
  ...TOKEN_INSTRUCTIONS,
  ...ASSOCIATED_TOKEN_INSTRUCTIONS,
  ...MEMO_INSTRUCTIONS,
  ...RAW_INSTRUCTIONS,
};

type Table = typeof INSTRUCTIONS;

export type InstructionName = keyof Table;

export const INSTRUCTION_NAMES = Object.keys(INSTRUCTIONS) as readonly InstructionName[];

/** The arguments of an instruction after reading. */
export type ArgumentsOf<K extends InstructionName> = Table[K] extends ScriptInstruction<infer A> ? A : never;
