import { type RpcError, rpcErrors } from '../../errors.ts';
import { NotModelledError } from '../../runtime/notModelled.ts';
import type { Address } from '../../solana/address.ts';
import { instructionName } from './sendRules.ts';

/** Programs that were warned of: one line for each in a process. A client can invent as many as it likes. */
const warned = new Set<Address>();
const MAX_WARNED = 100;

/** Warns of programs whose effect is not known. */
export function warnOfAssumed(programs: readonly Address[]): void {
  for (const program of programs) {
    if (warned.has(program) || warned.size >= MAX_WARNED) continue;
    warned.add(program);
    process.emitWarning(assumedText(program), { code: 'STILLNODE_ASSUMED' });
  }
}

export function assumedText(program: Address): string {
  return `the program ${program} is not modelled, so its instructions are assumed to succeed and to change nothing: a rule of stillnode_onSend says what they do, and execute: 'litesvm' (--execute litesvm) runs the program`;
}

/** The answer to a transaction with an effect that is not known. */
export function notModelledRefusal({ instruction, what }: NotModelledError): RpcError {
  const { accounts, data, program } = instruction;
  const name = instructionName({ programId: program, accounts: accounts.map(({ address }) => address), data });
  const unnamed = `an instruction of the program ${program}`;
  return rpcErrors.notModelled(what ?? (name === undefined ? unnamed : `the instruction \`${name}\``));
}

/** @throws RpcError where `run` throws NotModelledError */
export function refusingNotModelled<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof NotModelledError ? notModelledRefusal(error) : error;
  }
}
