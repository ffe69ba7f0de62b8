import type { TransactionError } from '../../model/meta.ts';
import { type Call, instructionFailure, runtimeLogs } from '../logs.ts';
import { unitsOf } from '../units.ts';
import type { DecidedOutcome, Execution, RunnableTransaction } from './transaction.ts';

/** What came of the instructions of a transaction. */
export type Run = Pick<Execution, 'err' | 'logs' | 'units' | 'inner' | 'returnData' | 'assumed'>;

type Failure = Extract<DecidedOutcome, { kind: 'failed' }>;

/** Of a failure that somebody else decided: no program is run. */
export function failedRun(
  transaction: RunnableTransaction,
  { err, logs = failureLogs(transaction, err), units = failureUnits(transaction, err) }: Failure,
): Run {
  return { err, logs, units, inner: [], returnData: undefined, assumed: [] };
}

function failureLogs({ keys, message }: RunnableTransaction, err: TransactionError): readonly string[] {
  const calls = message.instructions.map(({ programIdIndex }): Call => ({ program: keys[programIdIndex]!, inner: [] }));
  return runtimeLogs(calls, err);
}

/** Of the instructions up to the one that fails, which consumes as if it succeeded. */
function failureUnits({ keys, message: { instructions } }: RunnableTransaction, err: TransactionError): bigint {
  const failure = instructionFailure(err);
  const called = failure === undefined ? instructions : instructions.slice(0, failure.index + 1);
  return called.reduce((units, { programIdIndex }) => units + unitsOf(keys[programIdIndex]!), 0n);
}
