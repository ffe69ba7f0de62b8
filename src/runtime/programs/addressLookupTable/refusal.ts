import type { Invocation } from '../../invocation.ts';
import { custom, type InstructionError, ProgramError } from '../../programError.ts';

/** The errors that the program has numbered itself, with what it logs of them. Source address-lookup-table 3.0 `error.rs` */
const NUMBERED = {
  invalidSeeds: [1, 'Provided seeds do not result in a valid address'],
  readonlyData: [10, 'Instruction modified data of a read-only account'],
  readonlyLamports: [11, 'Instruction changed the balance of a read-only account'],
} as const;

/** What is logged before the error, and what the author of a script is told, by default the same. */
interface Saying {
  readonly log?: string;
  readonly sentence?: string;
  readonly hint?: string;
}

/** @throws ProgramError always */
export function refuse(
  { log }: Invocation,
  reason: Extract<InstructionError, string> | keyof typeof NUMBERED,
  said: Saying = {},
): never {
  const numbered = Object.hasOwn(NUMBERED, reason) ? NUMBERED[reason as keyof typeof NUMBERED] : undefined;
  const text = numbered?.[1] ?? `Error: ${reason}`;
  if (said.log !== undefined) log(`Program log: ${said.log}`);
  log(`Program log: ${text}`);
  throw new ProgramError(
    numbered === undefined ? reason : custom(numbered[0]),
    said.sentence ?? said.log ?? text,
    said.hint,
  );
}
