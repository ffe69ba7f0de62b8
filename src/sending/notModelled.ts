import { type RpcError, rpcErrors } from '../errors.ts';
import type { ParserSet } from '../programs/parsed.ts';
import { NotModelledError } from '../runtime/notModelled.ts';
import { instructionName } from './rules/match.ts';

/** The answer to a transaction with an effect that is not known. */
export function notModelledRefusal({ instruction, what }: NotModelledError, parsers: ParserSet): RpcError {
  const { accounts, data, program } = instruction;
  const name = instructionName({ programId: program, accounts: accounts.map(({ address }) => address), data }, parsers);
  const unnamed = `an instruction of the program ${program}`;
  return rpcErrors.notModelled(what ?? (name === undefined ? unnamed : `the instruction \`${name}\``));
}

/** @throws RpcError where `run` throws NotModelledError */
export function refusingNotModelled<T>(parsers: ParserSet, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof NotModelledError ? notModelledRefusal(error, parsers) : error;
  }
}
