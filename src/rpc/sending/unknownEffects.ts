import { type RpcError, rpcErrors } from '../../errors.ts';
import type { NodeWarnings } from '../../live/nodeWarnings.ts';
import { NotModelledError } from '../../runtime/notModelled.ts';
import type { Address } from '../../solana/address.ts';
import { unknownBytesRefusal } from '../unknownBytes.ts';
import { instructionName } from './sendMatch.ts';

/**
 * Warnings and refusals of programs and instructions whose effect is not known.
 * @module
 */

/** Warns of programs whose effect is not known, each in one line. */
export function warnOfAssumed(programs: readonly Address[], warnings: NodeWarnings): void {
  for (const program of programs) warnings.warn(assumedText(program), 'STILLNODE_ASSUMED');
}

export function assumedText(program: Address): string {
  return `the program ${program} is not modelled, so its instructions are assumed to succeed and to change nothing: a rule of stillnode_onSend says what they do, and execute: 'litesvm' (--execute litesvm) runs the program`;
}

/** The answer to a transaction with an effect that is not known. */
function notModelledRefusal({ instruction, part }: NotModelledError): RpcError {
  const { accounts, data, program } = instruction;
  const name = instructionName({ programId: program, accounts: accounts.map(({ address }) => address), data });
  const unnamed = `an instruction of the program ${program}`;
  return rpcErrors.notModelled(part ?? (name === undefined ? unnamed : `the instruction \`${name}\``));
}

/**
 * The answer to a transaction that cannot be carried out, because an effect or the bytes of an account are not known. Undefined: the error is
 * another one.
 */
export function refusalOf(error: unknown): RpcError | undefined {
  if (error instanceof NotModelledError) return notModelledRefusal(error);
  return unknownBytesRefusal(error);
}

/** @throws RpcError where `run` throws NotModelledError */
export function refuseNotModelled<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof NotModelledError ? notModelledRefusal(error) : error;
  }
}
