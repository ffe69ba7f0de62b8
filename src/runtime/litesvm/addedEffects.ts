import type { TransactionError } from '../../solana/meta.ts';
import type { Changes } from '../accounts/changes.ts';
import type { InstructionsResult } from '../executor.ts';
import { InnerCallCollector } from '../innerCalls.ts';
import { mergeGroups } from '../innerGroups.ts';
import { noResults, type ResultsSoFar } from '../invocation.ts';
import { invoke } from '../invoke.ts';
import type { Additions, StandsFor } from '../outcome.ts';
import { ProgramError } from '../programError.ts';
import { programsOf, type RunnableTransaction } from '../runnableTransaction.ts';
import { withLines } from './addedLines.ts';

/** Additions of a send rule to a successful transaction. Its inner calls run last, with the modelled programs. */
export function withAdditions(
  ran: InstructionsResult,
  additions: Additions | undefined,
  { keys, message }: RunnableTransaction,
  changes: Changes,
  standsFor: StandsFor | undefined,
): InstructionsResult {
  if (additions === undefined) return ran;
  const results = noResults();
  const added = new InnerCallCollector(keys);
  const err = callAll(additions, changes, results, added);
  if (err === null) for (const account of additions.accounts ?? []) changes.set(account);
  const programs = programsOf({ keys, message });
  const logs = additions.lines === undefined ? ran.logs : withLines(ran.logs, additions.lines, programs, standsFor);
  return {
    err,
    logs: additions.logs ?? [...logs, ...results.logs.lines],
    units: additions.units ?? ran.units + results.units,
    inner: mergeGroups(ran.inner, added.all),
    returnData: additions.returnData ?? ran.returnData,
    assumed: [],
  };
}

const INNER_SITE = { isCalled: true, followsMemo: false };

function callAll(
  { inner = [] }: Additions,
  changes: Changes,
  results: ResultsSoFar,
  added: InnerCallCollector,
): TransactionError | null {
  for (const { index, instructions } of inner) {
    try {
      for (const instruction of instructions) {
        results.called.push({ instruction, stackHeight: 2 });
        invoke(instruction, changes, results, { site: INNER_SITE, height: 2, skip: 'notModelled' });
      }
    } catch (error) {
      if (error instanceof ProgramError) return { InstructionError: [index, error.err] };
      throw error;
    } finally {
      added.take(index, results);
    }
  }
  return null;
}
