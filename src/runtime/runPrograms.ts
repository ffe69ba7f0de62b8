import type { Account } from '../solana/account.ts';
import { isMemoProgram, isPrecompile } from '../solana/address.ts';
import type { Instruction } from '../solana/instruction.ts';
import type { TransactionError } from '../solana/meta.ts';
import type { Changes } from './accounts/changes.ts';
import type { Bank } from './bank.ts';
import type { Decided, InstructionFailure, InstructionsResult } from './executor.ts';
import { InnerCallCollector } from './innerCalls.ts';
import { noResults, type ResultsSoFar } from './invocation.ts';
import { type InvokeOptions, invoke } from './invoke.ts';
import type { Success } from './outcome.ts';
import { checkSignatures } from './precompiles.ts';
import { ProgramError } from './programError.ts';
import { isRentTransitionAllowed } from './rentTransition.ts';
import { instructionsOf, type RunnableTransaction } from './runnableTransaction.ts';

/** Runs the instructions by the programs that are modelled until one fails, then checks the rent of all accounts. */
export function runPrograms(
  transaction: RunnableTransaction,
  bank: Bank,
  changes: Changes,
  outcome: Decided<Success>,
): InstructionsResult {
  const { additions = {}, script } = outcome;
  const before = transaction.keys.map((key) => changes.get(key));
  const results = noResults(script === undefined ? transaction.unitLimit : undefined);
  const inner = new InnerCallCollector(transaction.keys);
  const failure = invokeAll(transaction, changes, results, inner, outcome);
  if (failure === undefined) for (const account of additions.accounts ?? []) changes.set(account);
  const rentError = script === undefined ? rentErrorOf(transaction, bank, before, changes) : null;
  return {
    err: failure === undefined ? rentError : { InstructionError: [failure.index, failure.error.err] },
    logs: additions.logs ?? results.logs.lines,
    units: additions.units ?? results.units,
    inner: inner.all,
    returnData: additions.returnData ?? results.returnData,
    assumed: [...results.assumed],
    failure,
  };
}

/** Invokes the instructions in their order; the failure is that of the first one that fails. */
function invokeAll(
  transaction: RunnableTransaction,
  changes: Changes,
  results: ResultsSoFar,
  inner: InnerCallCollector,
  { additions, script, standsFor }: Decided<Success>,
): InstructionFailure | undefined {
  let followsMemo = false;
  const instructions = instructionsOf(transaction);
  for (const [index, instruction] of instructions.entries()) {
    const { program } = instruction;
    const calls = additions?.inner?.find((group) => group.index === index)?.instructions ?? [];
    const isNotRun = standsFor === program || script?.withoutEffect.has(index) === true;
    const skip = isNotRun ? 'all' : standsFor === 'unknown' ? 'notModelled' : undefined;
    const site = { isCalled: false, followsMemo };
    const lines = additions?.lines?.get(index);
    try {
      if (isPrecompile(program)) checkSignatures(instruction, instructions, skip !== undefined);
      if (script !== undefined && calls.length > 0)
        invokeScripted(instruction, changes, results, { site, calls, skip, lines });
      else invoke(instruction, changes, results, { site, calls, skip, lines });
    } catch (error) {
      if (error instanceof ProgramError) return { index, error };
      throw error;
    } finally {
      inner.take(index, results);
    }
    followsMemo = isMemoProgram(program);
  }
  return undefined;
}

/**
 * Invokes an instruction whose calls a script gives: they replace those of the program, and need no rights. The program runs first, only
 * for its effect: its own log and calls are thrown away.
 */
function invokeScripted(
  instruction: Instruction,
  changes: Changes,
  results: ResultsSoFar,
  options: InvokeOptions,
): void {
  if (options.skip !== 'all') invoke(instruction, changes, noResults(), { ...options, calls: [] });
  invoke(instruction, changes, results, { ...options, skip: 'all', areCallsTrusted: true });
}

/** The error of the first account that is left with too little for its rent; null: none is. */
function rentErrorOf(
  { isWritable, keys }: RunnableTransaction,
  bank: Bank,
  before: readonly (Account | undefined)[],
  after: Changes,
): TransactionError | null {
  const index = keys.findIndex(
    (key, i) => isWritable(i) && !isRentTransitionAllowed(key, before[i], after.get(key), bank),
  );
  return index < 0 ? null : { InsufficientFundsForRent: { account_index: index } };
}
