import type { Address } from '../solana/address.ts';
import { errorLines } from '../solana/idl/programLogs.ts';
import type { TransactionError } from '../solana/meta.ts';
import { instructionErrorText } from '../solana/transactionErrors.ts';
import { type CallLines, linesWithin } from './logs.ts';
import type { NamedEvent, NamedFailure } from './sendRule.ts';

/** Events and errors of programs with an IDL, as scripts and send rules name them: the lines that they have in the log, by instruction. */

type InstructionLines = readonly [index: number, lines: Partial<CallLines>];

/** The index of the instruction that is named, or of the first one that calls the program; -1: there is none. */
export function namedIndex(
  { instruction, program }: Pick<NamedEvent, 'instruction' | 'program'>,
  callers: readonly (Address | undefined)[],
): number {
  return instruction ?? callers.indexOf(program.address);
}

/** @param callers programs of the instructions of the message */
export function eventLines(
  { line, program }: Pick<NamedEvent, 'line' | 'program'>,
  index: number,
  callers: readonly (Address | undefined)[],
): InstructionLines {
  const within = { caller: callers[index], ending: 'success' };
  return [index, { after: linesWithin(program.address, [line], within) }];
}

/**
 * The error of a transaction whose instruction fails, and what the program logs of it.
 *
 * @param callers programs of the instructions of the message
 */
export function namedError(
  { error, origin, program }: Pick<NamedFailure, 'error' | 'origin' | 'program'>,
  index: number,
  callers: readonly (Address | undefined)[],
): { readonly err: TransactionError; readonly lines: InstructionLines } {
  const reason = { Custom: error.code };
  const within = { caller: callers[index], ending: `failed: ${instructionErrorText(reason)}` };
  const own = errorLines(error, origin, program.idl);
  return {
    err: { InstructionError: [index, reason] },
    lines: [index, { after: linesWithin(program.address, own, within) }],
  };
}
