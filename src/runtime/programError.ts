import type { JsonValue } from '../codec/json.ts';

/** An error of an instruction as the RPC shows it: a name, or `{Custom: code}`. */
export type InstructionError = JsonValue;

/** What a program refuses to do. Who runs an instruction decides what becomes of it: an error of a transaction, or of a script. */
export class ProgramError extends Error {
  readonly err: InstructionError;
  readonly hint: string | undefined;

  /**
   * @param err as a node shows it
   * @param message the same in a sentence, for the author of a script
   * @param hint what the author can do about it
   */
  constructor(err: InstructionError, message: string, hint?: string) {
    super(message);
    this.name = 'ProgramError';
    this.err = err;
    this.hint = hint;
  }
}

/** An error that a program has numbered itself. */
export function custom(code: number): InstructionError {
  return { Custom: code };
}
