import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bank } from '../../../src/runtime/bank.ts';
import { executeTransaction } from '../../../src/runtime/execute.ts';
import type { ExecutionResult } from '../../../src/runtime/executor.ts';
import type { Instruction } from '../../../src/solana/instruction.ts';
import { decodeLookupTable, LOOKUP_TABLE_PROGRAM } from '../../../src/solana/lookupTable.ts';
import {
  ACTIVE,
  BOB,
  badBump,
  change,
  close,
  create,
  extend,
  lookupTableInstruction,
  lookupTables,
  type TableSpec,
  tableAccount,
  tableOf,
} from '../../support/lookupTables.ts';
import { ALICE, bankOn, changedBy, executeAll, meta } from '../../support/realExecution.ts';
import type { AccountSpec } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

/** The address lookup table program does what litesvm does: errors, logs, inner instructions and accounts. */

const { address: TABLE, bump: BUMP } = tableOf(ALICE, 7n);
const [ONE, TWO] = ['one', 'two'].map(namedAddress) as [typeof TABLE, typeof TABLE];
const INVOKE = `Program ${LOOKUP_TABLE_PROGRAM} invoke [1]`;
const SUCCESS = `Program ${LOOKUP_TABLE_PROGRAM} success`;

/** Without compute units of programs, which the runtime does not know. */
function comparable(execution: ExecutionResult, bank: Bank) {
  const { changes: _, failure: __, logs, units: ___, ...rest } = execution;
  return {
    ...rest,
    logs: logs.filter((line) => !/ consumed \d+ of \d+ compute units$/.test(line)),
    changed: changedBy(execution, bank),
  };
}

/** What both the runtime and litesvm make of instructions; they have to agree. */
function expectSame(accounts: readonly AccountSpec[], instructions: readonly Instruction[]): ExecutionResult {
  const bank = bankOn(accounts);
  const ours = executeAll(bank, instructions, executeTransaction);
  expect(comparable(ours, bank)).toEqual(comparable(executeAll(bank, instructions), bank));
  return ours;
}

function tableAfter({ changes }: ExecutionResult) {
  return decodeLookupTable(changes.loaded(TABLE).data);
}

describe('effects, in slot 8', () => {
  it('a table is made by three calls of the system program', () => {
    const execution = expectSame([], [create(7n)]);
    expect(execution.err).toBe(null);
    expect(execution.logs.slice(0, 2)).toEqual([INVOKE, 'Program log: Instruction: CreateLookupTable']);
    expect(execution.inner.map(({ instructions }) => instructions.length)).toEqual([3]);
    expect(execution.changes.loaded(TABLE)).toMatchObject({ owner: LOOKUP_TABLE_PROGRAM, lamports: 1_280_640n });
    expect(tableAfter(execution)).toMatchObject({
      authority: ALICE,
      deactivationSlot: undefined,
      lastExtendedSlot: 0n,
    });
  });

  it('by two where the account has the lamports already', () => {
    const execution = expectSame([{ address: TABLE, lamports: 1_280_640n }], [create(7n)]);
    expect(execution.inner.map(({ instructions }) => instructions.length)).toEqual([2]);
  });

  it('one that is there stays as it is', () => {
    const execution = expectSame([tableAccount(TABLE)], [create(7n)]);
    expect(execution.logs).toEqual([INVOKE, 'Program log: Instruction: CreateLookupTable', SUCCESS]);
  });

  it('its authority need not sign', () => {
    const { address, bump } = tableOf(BOB, 6n);
    const execution = expectSame([], [create(6n, { address, bump }, BOB)]);
    expect(decodeLookupTable(execution.changes.loaded(address).data).authority).toBe(BOB);
  });

  it('it is extended, and the payer gives what the rent lacks', () => {
    const execution = expectSame([], [create(7n), extend(TABLE, [ONE]), extend(TABLE, [TWO, ONE])]);
    expect(execution.err).toBe(null);
    expect(tableAfter(execution)).toMatchObject({ lastExtendedSlot: 8n, lastExtendedStartIndex: 0 });
    expect(tableAfter(execution).addresses.length).toBe(96);
    expect(execution.changes.loaded(TABLE).lamports).toBe(BigInt(128 + 56 + 96) * 6960n);
  });

  it('in a later slot it is remembered how many addresses there were', () => {
    const execution = expectSame([tableAccount(TABLE)], [extend(TABLE, [ONE])]);
    expect(tableAfter(execution)).toMatchObject({ lastExtendedSlot: 8n, lastExtendedStartIndex: 2 });
  });

  it('a frozen one has no authority', () => {
    const execution = expectSame([tableAccount(TABLE)], [change('freeze', TABLE)]);
    expect(tableAfter(execution).authority).toBe(null);
  });

  it('a deactivated one keeps the slot', () => {
    const execution = expectSame([tableAccount(TABLE)], [change('deactivate', TABLE)]);
    expect(tableAfter(execution).deactivationSlot).toBe(8n);
  });

  it('what is closed gives its lamports away, and is gone', () => {
    const execution = expectSame([tableAccount(TABLE, { deactivated: 5n })], [close(TABLE)]);
    expect(execution.err).toBe(null);
    expect([execution.changes.get(TABLE), execution.changes.lamports(BOB)]).toEqual([undefined, 100_000_000n]);
  });
});

describe('refusals', () => {
  const withMetas = (instruction: Instruction, ...accounts: Instruction['accounts']) => ({ ...instruction, accounts });
  const CUSTOM = (code: number) => ({ Custom: code });
  const none: readonly AccountSpec[] = [];
  const of = (spec: TableSpec = {}): readonly AccountSpec[] => [tableAccount(TABLE, spec)];
  const { address: OTHER } = tableOf(BOB, 6n);
  const payerOfBob = withMetas(create(7n), meta(TABLE, 'w'), meta(ALICE), meta(BOB, 'w'));
  const withData = (data: Uint8Array) => [{ ...tableAccount(TABLE), data }];

  it.each<[string, readonly AccountSpec[], Instruction, unknown, string?]>([
    ['bytes of no instruction', none, { ...create(7n), data: Uint8Array.of(5, 0, 0, 0) }, 'InvalidInstructionData'],
    ['no bytes', none, { ...create(7n), data: new Uint8Array() }, 'InvalidInstructionData'],
    [
      '39 addresses',
      of(),
      { ...extend(TABLE, Array<typeof ONE>(1).fill(ONE)), data: Uint8Array.of(2, 0, 0, 0, 39, 0, 0, 0, 0, 0, 0, 0) },
      'InvalidInstructionData',
    ],
    ['create: two accounts', none, withMetas(create(7n), meta(TABLE, 'w'), meta(ALICE)), 'NotEnoughAccountKeys'],
    [
      'create: a payer who does not sign',
      none,
      payerOfBob,
      'MissingRequiredSignature',
      'Payer account must be a signer',
    ],
    ['create: this slot', none, create(8n), 'InvalidInstructionData', '8 is not a recent slot'],
    ['create: a slot without a block', none, create(5n), 'InvalidInstructionData', '5 is not a recent slot'],
    [
      'create: seeds that give no address',
      none,
      create(7n, { address: TABLE, bump: badBump(ALICE, 7n) }),
      CUSTOM(1),
      'Provided seeds do not result in a valid address',
    ],
    [
      'create: another address',
      none,
      create(7n, { address: OTHER, bump: BUMP }),
      'InvalidArgument',
      `Table address must match derived address: ${TABLE}`,
    ],
    [
      'freeze: another owner',
      none,
      change('freeze', TABLE),
      'InvalidAccountOwner',
      'Lookup table owner should be the Address Lookup Table program',
    ],
    [
      'freeze: no signature',
      of({ authority: BOB }),
      withMetas(change('freeze', TABLE), meta(TABLE, 'w'), meta(BOB)),
      'MissingRequiredSignature',
      'Authority account must be a signer',
    ],
    [
      'freeze: another authority',
      of({ authority: BOB }),
      change('freeze', TABLE),
      'IncorrectAuthority',
      'Incorrect lookup table authority',
    ],
    [
      'freeze: a frozen table',
      of({ authority: null }),
      change('freeze', TABLE),
      'Immutable',
      'Lookup table is already frozen',
    ],
    [
      'freeze: a deactivated table',
      of({ deactivated: 5n }),
      change('freeze', TABLE),
      'InvalidArgument',
      'Deactivated tables cannot be frozen',
    ],
    [
      'freeze: an empty table',
      of({ count: 0 }),
      change('freeze', TABLE),
      'InvalidInstructionData',
      'Empty lookup tables cannot be frozen',
    ],
    [
      'freeze: readonly',
      of(),
      withMetas(change('freeze', TABLE), meta(TABLE), meta(ALICE, 's')),
      'ReadonlyDataModified',
    ],
    ['freeze: not initialized', withData(new Uint8Array(56)), change('freeze', TABLE), 'UninitializedAccount'],
    ['freeze: too short', withData(new Uint8Array(3)), change('freeze', TABLE), 'InvalidAccountData'],
    ['extend: one account', of(), withMetas(extend(TABLE, [ONE]), meta(TABLE, 'w')), 'NotEnoughAccountKeys'],
    ['extend: a frozen table', of({ authority: null }), extend(TABLE, [ONE]), 'Immutable', 'Lookup table is frozen'],
    [
      'extend: a deactivated table',
      of({ deactivated: 7n }),
      extend(TABLE, [ONE]),
      'InvalidArgument',
      'Deactivated tables cannot be extended',
    ],
    [
      'extend: a full table',
      of({ count: 256 }),
      extend(TABLE, [ONE]),
      'InvalidArgument',
      'Lookup table is full and cannot contain more addresses',
    ],
    ['extend: by nothing', of(), extend(TABLE, []), 'InvalidInstructionData', 'Must extend with at least one address'],
    [
      'extend: too much',
      of({ count: 255 }),
      extend(TABLE, [ONE, TWO]),
      'InvalidInstructionData',
      'Extended lookup table length 257 would exceed max capacity of 256',
    ],
    [
      'extend: readonly',
      of(),
      withMetas(extend(TABLE, [ONE]), meta(TABLE), meta(ALICE, 's')),
      CUSTOM(10),
      'Instruction modified data of a read-only account',
    ],
    [
      'extend: nobody pays',
      of({ lamports: 1_726_080n }),
      withMetas(extend(TABLE, [ONE]), meta(TABLE, 'w'), meta(ALICE, 's')),
      'NotEnoughAccountKeys',
    ],
    [
      'extend: no system program',
      of({ lamports: 1_726_080n }),
      withMetas(extend(TABLE, [ONE]), meta(TABLE, 'w'), meta(ALICE, 's'), meta(ALICE, 'ws')),
      'NotEnoughAccountKeys',
    ],
    [
      'deactivate: again',
      of({ deactivated: 5n }),
      change('deactivate', TABLE),
      'InvalidArgument',
      'Lookup table is already deactivated',
    ],
    ['close: an active table', of(), close(TABLE), 'InvalidArgument', 'Lookup table is not deactivated'],
    [
      'close: one of this slot',
      of({ deactivated: 8n }),
      close(TABLE),
      'InvalidArgument',
      "Table cannot be closed until it's fully deactivated in 513 blocks",
    ],
    [
      'close: one of the slot before',
      of({ deactivated: 7n }),
      close(TABLE),
      'InvalidArgument',
      "Table cannot be closed until it's fully deactivated in 512 blocks",
    ],
    [
      'close: one of the slot before that',
      of({ deactivated: 6n }),
      close(TABLE),
      'InvalidArgument',
      "Table cannot be closed until it's fully deactivated in 511 blocks",
    ],
    [
      'close: to itself',
      of({ deactivated: 5n }),
      close(TABLE, TABLE),
      'InvalidArgument',
      'Lookup table cannot be the recipient of reclaimed lamports',
    ],
    [
      'close: no recipient',
      of({ deactivated: 5n }),
      withMetas(close(TABLE), meta(TABLE, 'w'), meta(ALICE, 's')),
      'NotEnoughAccountKeys',
    ],
    [
      'close: a readonly recipient',
      of({ deactivated: 5n }),
      withMetas(close(TABLE), meta(TABLE, 'w'), meta(ALICE, 's'), meta(BOB)),
      CUSTOM(11),
      'Instruction changed the balance of a read-only account',
    ],
    [
      'close: readonly',
      of({ deactivated: 5n }),
      withMetas(close(TABLE), meta(TABLE), meta(ALICE, 's'), meta(BOB, 'w')),
      CUSTOM(10),
      'Instruction modified data of a read-only account',
    ],
  ])('%s', (_what, accounts, instruction, err, line) => {
    const execution = expectSame([...accounts, { address: BOB, lamports: 10n ** 9n }], [instruction]);
    expect(execution.err).toEqual({ InstructionError: [0, err] });
    if (line !== undefined) expect(execution.logs).toContain(`Program log: ${line}`);
  });

  it('what was closed in a transaction can be used no more', () => {
    const execution = expectSame(of({ deactivated: 5n }), [close(TABLE), extend(TABLE, [ONE])]);
    expect(execution.err).toEqual({ InstructionError: [1, 'InvalidAccountData'] });
  });
});

it('any instructions', () => {
  fc.assert(
    fc.property(
      lookupTables,
      fc.array(lookupTableInstruction, { minLength: 1, maxLength: 3 }),
      (accounts, instructions) => void expectSame(accounts, instructions),
    ),
    { numRuns: 200 },
  );
});

it('of a table that never ends to be active', () => {
  const accounts = [tableAccount(TABLE, { deactivated: ACTIVE - 1n })];
  expect(expectSame(accounts, [close(TABLE)]).err).toBe(null);
});
