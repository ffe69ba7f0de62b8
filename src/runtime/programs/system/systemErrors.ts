import { isJsonObject } from '../../../codec/jsonText.ts';
import { instructionErrorText } from '../../../solana/transactionErrors.ts';
import type { Invocation } from '../../invocation.ts';
import { custom, type InstructionError, ProgramError } from '../../programError.ts';

/** The errors that the system program numbers itself. Source solana system-interface 3.2 SystemError */
export const SYSTEM_ERROR = {
  accountAlreadyInUse: custom(0),
  resultWithNegativeLamports: custom(1),
  invalidAccountDataLength: custom(3),
  addressWithSeedMismatch: custom(5),
  nonceBlockhashNotExpired: custom(7),
} as const;

/** The name of an error as the system program has it; undefined: it is not modelled. */
export function systemErrorName(code: number): string | undefined {
  const [name] = Object.entries(SYSTEM_ERROR).find(([, err]) => isJsonObject(err) && err.Custom === code) ?? [];
  return name && name.charAt(0).toUpperCase() + name.slice(1);
}

/** The texts of a refusal: for the log, and for the author of a script, by default the same. */
export interface RefusalTexts {
  readonly log?: string;
  readonly sentence?: string;
  readonly hint?: string;
}

/** @throws ProgramError always */
export function refuse({ log }: Invocation, err: InstructionError, texts: RefusalTexts = {}): never {
  if (texts.log !== undefined) log(texts.log);
  throw new ProgramError(err, texts.sentence ?? texts.log ?? instructionErrorText(err), texts.hint);
}
