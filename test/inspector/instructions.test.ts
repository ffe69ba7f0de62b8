import { expect, it } from 'vitest';
import { callsOf, type ProgramCall } from '../../inspector/instructions.ts';

const A = 'A1111111111111111111111111111111';
const B = 'B1111111111111111111111111111111';
const of = (programId: string, stackHeight: number) => ({ programId, stackHeight, accounts: [], data: '' });

interface Shape {
  readonly program: string;
  readonly logs: readonly string[];
  readonly units: string | undefined;
  readonly outcome: string | undefined;
  readonly calls: readonly Shape[];
}

const shapeOf = ({ calls, logs, outcome, program, units }: ProgramCall): Shape => ({
  program,
  logs,
  units,
  outcome,
  calls: calls.map(shapeOf),
});

it('what a program called hangs below it, with the lines that each wrote', () => {
  const calls = callsOf({
    transaction: { message: { accountKeys: [], instructions: [of(B, 1), of(A, 1)] } },
    meta: {
      innerInstructions: [{ index: 1, instructions: [of(B, 2), of(A, 3), of(B, 2)] }],
      logMessages: [
        `Program ${A} invoke [1]`,
        'Program log: first',
        `Program ${B} invoke [2]`,
        `Program ${A} invoke [3]`,
        'Program log: deep',
        `Program ${A} consumed 10 of 100 compute units`,
        `Program ${A} success`,
        `Program ${B} success`,
        `Program ${B} invoke [2]`,
        `Program ${B} failed: custom program error: 0x1`,
        `Program ${A} consumed 50 of 200 compute units`,
        `Program ${A} failed: custom program error: 0x1`,
      ],
    },
  });
  expect(calls.map(shapeOf)).toEqual([
    { program: B, logs: [], units: undefined, outcome: undefined, calls: [] },
    {
      program: A,
      logs: ['Program log: first', `Program ${A} failed: custom program error: 0x1`],
      units: '50 of 200',
      outcome: 'failed',
      calls: [
        {
          program: B,
          logs: [],
          units: undefined,
          outcome: 'success',
          calls: [{ program: A, logs: ['Program log: deep'], units: '10 of 100', outcome: 'success', calls: [] }],
        },
        {
          program: B,
          logs: [`Program ${B} failed: custom program error: 0x1`],
          units: undefined,
          outcome: 'failed',
          calls: [],
        },
      ],
    },
  ]);
});

it('a transaction as it was recorded, without logs or inner instructions, has its instructions', () => {
  const message = { accountKeys: [A, B], instructions: [{ programIdIndex: 1, accounts: [0], data: '' }] };
  expect(callsOf({ transaction: { message }, meta: null }).map(shapeOf)).toEqual([
    { program: B, logs: [], units: undefined, outcome: undefined, calls: [] },
  ]);
});

it('instructions of programs with an IDL have what it says, also inner ones', () => {
  const described = (index: number, innerIndex: number | null) => ({ index, innerIndex, instruction: 'settle' });
  const [first, second] = callsOf({
    transaction: { message: { accountKeys: [], instructions: [of(B, 1), of(A, 1)] } },
    meta: { innerInstructions: [{ index: 1, instructions: [of(B, 2), of(A, 2)] }], logMessages: [] },
    instructions: [described(0, null), described(1, 1)],
  });
  expect([first, second, ...second!.calls].map((call) => call!.described)).toEqual([
    described(0, null),
    undefined,
    undefined,
    described(1, 1),
  ]);
});
