import type { InnerInstructions, TransactionError } from '../model/meta.ts';
import type { Additions } from '../model/sendRule.ts';
import type { Changes } from '../runtime/accounts/accounts.ts';
import { newTrace, type Trace } from '../runtime/invocation.ts';
import { invoke } from '../runtime/invoke.ts';
import { ProgramError } from '../runtime/programError.ts';
import type { Run } from '../runtime/transactions/failure.ts';
import { InnerCalls } from '../runtime/transactions/innerCalls.ts';
import type { RunnableTransaction } from '../runtime/transactions/transaction.ts';

/** What a rule adds to a transaction that has succeeded. Its inner calls come last, and do what is known of their programs. */
export function withAdditions(
  ran: Run,
  additions: Additions | undefined,
  { keys }: RunnableTransaction,
  changes: Changes,
): Run {
  if (additions === undefined) return ran;
  const trace = newTrace();
  const added = new InnerCalls(keys);
  const err = callAll(additions, changes, trace, added);
  if (err === null) for (const account of additions.accounts ?? []) changes.set(account);
  return {
    err,
    logs: additions.logs ?? [...ran.logs, ...trace.logs.lines],
    units: additions.units ?? ran.units + trace.units,
    inner: joined(ran.inner, added.all),
    returnData: additions.returnData ?? ran.returnData,
    assumed: [],
  };
}

const SITE = { isCalled: true, followsMemo: false };

function callAll(
  { inner = [] }: Additions,
  changes: Changes,
  trace: Trace,
  added: InnerCalls,
): TransactionError | null {
  for (const { index, instructions } of inner) {
    try {
      for (const instruction of instructions) {
        trace.called.push({ instruction, stackHeight: 2 });
        invoke(instruction, changes, trace, { site: SITE, height: 2, decided: 'unknown' });
      }
    } catch (error) {
      if (error instanceof ProgramError) return { InstructionError: [index, error.err] };
      throw error;
    } finally {
      added.take(index, trace);
    }
  }
  return null;
}

/** One group an instruction, in ascending order. */
function joined(ran: readonly InnerInstructions[], added: readonly InnerInstructions[]): readonly InnerInstructions[] {
  const groups = new Map(ran.map((group) => [group.index, group.instructions]));
  for (const { index, instructions } of added) groups.set(index, [...(groups.get(index) ?? []), ...instructions]);
  return [...groups].map(([index, instructions]) => ({ index, instructions })).sort((a, b) => a.index - b.index);
}
