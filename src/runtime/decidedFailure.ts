import type { InnerInstructions, TransactionError } from '../solana/meta.ts';
import { compileInstruction, indexesOf } from './compileMessage.ts';
import type { InstructionsResult } from './executor.ts';
import { type LoggedCall, loggedFailure, runtimeLogs } from './logs.ts';
import type { Failure } from './outcome.ts';
import { unitsOf } from './programUnits.ts';
import type { RunnableTransaction } from './runnableTransaction.ts';

/** The result of a decided failure: no program runs. */
export function resultOfFailure(transaction: RunnableTransaction, failure: Failure): InstructionsResult {
  const { err, returnData, logs = failureLogs(transaction, failure), units = failureUnits(transaction, err) } = failure;
  return { err, logs, units, inner: compiledInner(transaction, failure), returnData, assumed: [] };
}

function failureLogs({ keys, message }: RunnableTransaction, { err, inner, lines }: Failure): readonly string[] {
  const calls = message.instructions.map(
    ({ programIdIndex }, i): LoggedCall => ({
      program: keys[programIdIndex]!,
      inner: inner?.find(({ index }) => index === i)?.instructions ?? [],
      lines: lines?.get(i),
    }),
  );
  return runtimeLogs(calls, err);
}

/** The inner instructions of a decided failure, in the form of metadata. */
function compiledInner({ keys }: RunnableTransaction, { inner = [] }: Failure): readonly InnerInstructions[] {
  const indexes = indexesOf(keys);
  return inner.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map((call) => ({ ...compileInstruction(call, indexes), stackHeight: 2 })),
  }));
}

/** Compute units of the instructions up to the one that fails, which counts as if it succeeded. */
function failureUnits({ keys, message: { instructions } }: RunnableTransaction, err: TransactionError): bigint {
  const failure = loggedFailure(err);
  const called = failure === undefined ? instructions : instructions.slice(0, failure.index + 1);
  return called.reduce((units, { programIdIndex }) => units + unitsOf(keys[programIdIndex]!), 0n);
}
