import { instructionErrorText } from '../../../model/errorTexts.ts';
import type { Invocation } from '../../invocation.ts';
import { custom, type InstructionError, ProgramError } from '../../programError.ts';

/** The errors that the system program has numbered itself. Source solana system-interface 3.2 SystemError */
export const SYSTEM_ERROR = {
  accountAlreadyInUse: custom(0),
  resultWithNegativeLamports: custom(1),
  invalidAccountDataLength: custom(3),
  addressWithSeedMismatch: custom(5),
  nonceBlockhashNotExpired: custom(7),
} as const;

/** What the system program says about a refusal: to the log, and to the author of a script, by default the same. */
export interface Saying {
  readonly log?: string;
  readonly sentence?: string;
  readonly hint?: string;
}

/** @throws ProgramError always */
export function refuse({ log }: Invocation, err: InstructionError, said: Saying = {}): never {
  if (said.log !== undefined) log(said.log);
  throw new ProgramError(err, said.sentence ?? said.log ?? instructionErrorText(err), said.hint);
}
