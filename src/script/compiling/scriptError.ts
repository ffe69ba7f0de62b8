import { UnknownBytesError } from '../../model/parsedData.ts';
import { inFile } from '../../runtime/hints.ts';
import { NotModelledError } from '../../runtime/notModelled.ts';
import { ProgramError } from '../../runtime/programError.ts';
import type { Place } from '../format/types.ts';

/** Something in a script is impossible. It is thrown deep in compiling and reported at the place in the script that caused it. */
export class ScriptError extends Error {
  readonly hint: string | undefined;
  constructor(message: string, hint?: string) {
    super(message);
    this.name = 'ScriptError';
    this.hint = hint;
  }
}

const UNKNOWN_EFFECT = `${inFile('executed')}, or write it with \`raw\`, which changes no account`;

/** The result; undefined after an error of a script or of a program, which is reported at `at`. Any other error is a defect of this program. */
export function reporting<T>(at: Place, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof UnknownBytesError) return at.refuse(error.message, 'record it with encoding base64');
    if (error instanceof NotModelledError) return at.refuse(error.message, UNKNOWN_EFFECT);
    if (!(error instanceof ScriptError || error instanceof ProgramError)) throw error;
    return at.refuse(error.message, error.hint);
  }
}

/** Whether no such error is thrown; one that is thrown is reported at `at`. */
export function succeeds(at: Place, run: () => void): boolean {
  const done = reporting(at, () => {
    run();
    return true;
  });
  return done ?? false;
}

/** A place that keeps mistakes to itself. */
export const NO_REPORTS: Place = { refuse: () => undefined, warn: () => undefined };
