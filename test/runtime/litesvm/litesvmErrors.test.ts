import { expect, it } from 'vitest';
import { transactionErrorOf } from '../../../src/runtime/litesvm/litesvmErrors.ts';

/** Errors of LiteSVM as on the wire. Source litesvm 1.5 InstructionErrorFieldless */

class TransactionErrorInstructionError {
  readonly index = 0;
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  err() {
    return this.#number;
  }
}

it.each([
  [0, 'GenericError'],
  [51, 'BuiltinProgramsMustConsumeComputeUnits'],
  [52, 'BorshIoError'],
])('error %i of an instruction is %s', (number, name) => {
  expect(transactionErrorOf(new TransactionErrorInstructionError(number))).toEqual({ InstructionError: [0, name] });
});
