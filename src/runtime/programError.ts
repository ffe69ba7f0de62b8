import type { JsonValue } from '../codec/jsonText.ts';

/** An error of an instruction as the RPC shows it: a name, or `{Custom: code}`. */
export type InstructionError = JsonValue;

/** An error of a program. In a transaction it becomes the error of the transaction; in a script, a reported problem. */
export class ProgramError extends Error {
  readonly err: InstructionError;
  readonly hint: string | undefined;
  /** the failure in the log; undefined: the text of `err` */
  readonly logged: string | undefined;

  /**
   * @param err as a node shows it
   * @param message the same in a sentence, for the author of a script
   * @param hint what the author can do about it
   * @param logged the failure in the log, where it is not the text of `err`
   */
  constructor(err: InstructionError, message: string, hint?: string, logged?: string) {
    super(message);
    this.name = 'ProgramError';
    this.err = err;
    this.hint = hint;
    this.logged = logged;
  }
}

/** An error that a program has numbered itself. */
export function custom(code: number): InstructionError {
  return { Custom: code };
}
