import { describe, expect, it } from 'vitest';
import type { Address } from '../../../src/solana/address.ts';
import { describeError, errorTitle } from '../../../src/solana/idl/describeError.ts';
import type { TransactionError } from '../../../src/solana/meta.ts';
import { DESCRIBED_LEDGER, ROUTER } from '../../support/describedIdl.ts';
import { MARKET } from '../../support/idls.ts';
import { stateOf } from '../../support/reasons.ts';

const { names } = await stateOf(JSON.stringify(DESCRIBED_LEDGER));
const programs = [...names.programs.values()];

function described(code: number, logs: readonly string[] = [], program: string = MARKET) {
  const err: TransactionError = { InstructionError: [2, { Custom: code }] };
  return describeError(err, { logs, programOf: (index) => (index === 2 ? (program as Address) : undefined) }, programs);
}

const failed = (program: string, code: number) =>
  `Program ${program} failed: custom program error: 0x${code.toString(16)}`;

const NOWHERE = { logs: [], programOf: () => undefined };

describe('describeError', () => {
  it('names the error of the program of the instruction', () => {
    const error = described(6001)!;
    expect(error).toEqual({
      program: 'market',
      instruction: 2,
      name: 'SlippageExceeded',
      code: 6001,
      message: 'Slippage exceeded',
    });
    expect(errorTitle(error)).toBe('market: SlippageExceeded (6001)');
  });

  it('names the errors of Anchor', () => {
    expect(described(3012)?.name).toBe('AccountNotInitialized');
  });

  it('is of the innermost program that logs this failure', () => {
    expect(described(6000, [failed(MARKET, 6000), failed(ROUTER, 6000)], ROUTER)?.name).toBe('OrderClosed');
    expect(described(6000, [failed(ROUTER, 6000), failed(MARKET, 6000)])).toBeUndefined();
    expect(described(6000, [failed(ROUTER, 1)])?.name).toBe('OrderClosed');
  });

  it('a line that a program writes is not taken for a failure', () => {
    expect(described(6000, [`Program log: ${failed(ROUTER, 6000)}`])?.name).toBe('OrderClosed');
  });

  it.each<[string, TransactionError | null]>([
    ['no error', null],
    ['another error', 'AccountInUse'],
    ['an error of the runtime', { InstructionError: [2, 'InvalidArgument'] }],
    ['a form that no node writes', { InstructionError: 7 }],
  ])('%s is not described', (_name, err) => {
    expect(describeError(err, { logs: [], programOf: () => MARKET as Address }, programs)).toBeUndefined();
  });

  it('neither is a code without a name, nor one of a program without an IDL', () => {
    expect([described(77), described(6001, [], ROUTER)]).toEqual([undefined, undefined]);
    expect(describeError({ InstructionError: [9, { Custom: 6001 }] }, NOWHERE, programs)).toBeUndefined();
  });
});
