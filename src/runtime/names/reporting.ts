import { UnknownBytesError } from '../../solana/account.ts';
import type { TransactionError } from '../../solana/meta.ts';
import { transactionErrorText } from '../../solana/transactionErrors.ts';
import { inFile } from '../../syntax/hintParts.ts';
import { ScriptError } from '../../syntax/scriptError.ts';
import type { Place } from '../../syntax/values.ts';
import { NotModelledError } from '../notModelled.ts';
import { ProgramError } from '../programError.ts';

const UNKNOWN_EFFECT = `${inFile('executed')}, or write it with \`raw\`, which changes no account`;

/**
 * Returns the result of `run`; undefined after an error of a script or of a program, which is reported at `at`.
 */
export function reportErrors<T>(at: Place, run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof UnknownBytesError) return at.refuse(error.message, 'record it with encoding base64');
    if (error instanceof NotModelledError) return at.refuse(error.message, UNKNOWN_EFFECT);
    if (!(error instanceof ScriptError || error instanceof ProgramError)) throw error;
    return at.refuse(error.message, error.hint);
  }
}

/** Whether `run` throws no such error; one that is thrown is reported at `at`. */
export function succeeds(at: Place, run: () => void): boolean {
  const hasSucceeded = reportErrors(at, () => {
    run();
    return true;
  });
  return hasSucceeded ?? false;
}

/** Reports what a node would not run. */
export function refuseToExecute(at: Place, err: TransactionError): undefined {
  return at.refuse(
    `this transaction cannot be executed: ${transactionErrorText(err)}`,
    `no validator would include it: ${inFile('notExecuted')} to include it anyway`,
  );
}
