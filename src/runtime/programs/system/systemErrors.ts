import type { Address } from '../../../solana/address.ts';
import { instructionErrorText } from '../../../solana/transactionErrors.ts';
import { isSigner } from '../../borrowedAccount.ts';
import { seedAddress } from '../../derive.ts';
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

/** The texts of a refusal: for the log, and for the author of a script, by default the same. */
export interface Saying {
  readonly log?: string;
  readonly sentence?: string;
  readonly hint?: string;
}

/** @throws ProgramError always */
export function refuse({ log }: Invocation, err: InstructionError, texts: Saying = {}): never {
  if (texts.log !== undefined) log(texts.log);
  throw new ProgramError(err, texts.sentence ?? texts.log ?? instructionErrorText(err), texts.hint);
}

/** The seed that an address is derived from, where the account does not sign itself. */
export interface Seed {
  readonly base: Address;
  readonly seed: string;
}

/** The address of an account that is made, and who signs for it: itself, or the base that it is derived from. */
export interface Target {
  readonly address: Address;
  readonly base: Address | undefined;
}

/** @throws ProgramError where the address does not follow from the seed and the owner */
export function targetOf(invocation: Invocation, address: Address, from: Partial<Seed>, owner: Address): Target {
  const { base, seed } = from;
  if (base === undefined || seed === undefined) return { address, base: undefined };
  const derived = seedAddress(base, seed, owner);
  if (derived === address) return { address, base };
  return refuse(invocation, SYSTEM_ERROR.addressWithSeedMismatch, {
    log: `Create: address ${address} does not match derived address ${derived}`,
  });
}

export function signsFor({ instruction }: Invocation, { address, base }: Target): boolean {
  return isSigner(instruction, base ?? address);
}

/** The target in the form of the node's log. */
export function showTarget({ address, base }: Target): string {
  return `Address { address: ${address}, base: ${base === undefined ? 'None' : `Some(${base})`} }`;
}
