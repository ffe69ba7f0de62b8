import { ComputeBudgetProgram } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { buildLedger, DEFAULT_SETTINGS } from '../../../src/ledger/ledgerBuilder.ts';
import { type Address, address, SYSTEM_PROGRAM } from '../../../src/solana/address.ts';
import type { Block } from '../../../src/solana/block.ts';
import { BOTH_DIALECTS, badParam, badParams, errorText, notRecordedText } from '../../support/answers.ts';
import { nodeOver } from '../../support/nodeOver.ts';
import { countCases, type ParamCase } from '../../support/paramCases.ts';
import { callText, type LedgerSpec, testBlock, testNode } from '../../support/testNode.ts';
import {
  namedAddress,
  namedSignature,
  PAYER,
  type TransactionSpec,
  testTransaction,
} from '../../support/transactions.ts';

const BUDGET = address(ComputeBudgetProgram.programId.toBase58());
const VOTE = address('Vote111111111111111111111111111111111111111');
const [A, B, C] = ['a', 'b', 'c'].map(namedAddress) as [Address, Address, Address];

/** Pays `price` for each of a million units, and writes `writes`; read are `reads`, as far as `more` says nothing else. */
function paying(
  name: string,
  price: number,
  writes: readonly Address[] = [],
  more: Partial<TransactionSpec> = {},
): TransactionSpec {
  const accountKeys = [PAYER, ...writes, BUDGET];
  const program = accountKeys.length - 1;
  const instruction = (data: Uint8Array) => ({ programIdIndex: program, accounts: new Uint8Array(), data });
  return {
    name,
    accountKeys,
    instructions: [
      instruction(ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 }).data),
      instruction(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }).data),
    ],
    ...more,
  };
}

/** A call without a price. `numSigners` as a vote has them. */
const calling = (name: string, program: Address, more: Partial<TransactionSpec> = {}): TransactionSpec => ({
  name,
  accountKeys: [PAYER, A, program],
  instructions: [{ programIdIndex: 2, accounts: Uint8Array.of(1), data: new Uint8Array() }],
  ...more,
});

const fees = (...entries: readonly (readonly [slot: number, fee: number])[]) =>
  `[${entries.map(([slot, fee]) => `{"prioritizationFee":${fee},"slot":${slot}}`).join(',')}]`;

describe.each(BOTH_DIALECTS)('getRecentPrioritizationFees (%s)', (dialect) => {
  const askOver = (ledger: LedgerSpec, params = '[]') =>
    callText(testNode(ledger), 'getRecentPrioritizationFees', params, dialect);
  const askOf = (transactions: readonly TransactionSpec[], ...wanted: Address[]) =>
    askOver({ blocks: [{ slot: 5, transactions }] }, JSON.stringify([wanted]));

  it.each<ParamCase>([
    ...countCases(0, 1, '[]'),
    ['["a"]', badParams('invalid type: string "a", expected a sequence')],
    ['[{}]', badParams('invalid type: map, expected a sequence')],
    ['[5]', badParams('invalid type: integer `5`, expected a sequence')],
    ['[[5]]', badParams('invalid type: integer `5`, expected a string')],
    ['[["0"]]', badParam('Invalid')],
    ['[["1"]]', badParam('WrongSize')],
    [`[["${A}","","0"]]`, badParam('WrongSize')],
    [JSON.stringify([Array(129).fill('0')]), errorText(-32602, 'Too many inputs provided; max 128')],
  ])('%s is refused', async (params, error) => {
    expect(await askOver({}, params)).toBe(error);
  });

  it('takes 128 addresses', async () => {
    const transactions = [paying('x', 3)];
    expect(await askOf(transactions, ...Array<Address>(128).fill(A))).toBe(fees([5, 3]));
  });

  it.each(['null', '[]', '[null]', '[[]]'])('%s asks for blocks as a whole', async (params) => {
    const blocks = [
      { slot: 5, transactions: [paying('x', 7), paying('y', 4), paying('z', 9)] },
      { slot: 6, transactions: [paying('u', 8)] },
    ];
    expect(await askOver({ blocks }, params)).toBe(fees([5, 4], [6, 8]));
    expect(await askOver({}, params)).toBe('[]');
  });

  it('reads what is confirmed, without dropped forks', async () => {
    const blocks = [5, 6, 7, 8].map((slot) => ({
      slot,
      parentSlot: slot === 7 ? 5 : slot - 1,
      transactions: [paying(`in ${slot}`, slot)],
    }));
    expect(await askOver({ blocks, finalized: 5, confirmed: 7, processed: 8 })).toBe(fees([5, 5], [7, 7]));
  });

  it('shows the newest 150 blocks that hold something', async () => {
    const blocks = Array.from({ length: 302 }, (_, slot) => ({
      slot,
      transactions: slot % 2 === 0 ? [paying(`in ${slot}`, slot)] : [],
    }));
    const even = Array.from({ length: 150 }, (_, i) => [2 + 2 * i, 2 + 2 * i] as const);
    expect(await askOver({ blocks })).toBe(fees(...even));
  });

  it('a transaction without a price has the price 0', async () => {
    expect(await askOf([paying('x', 7), calling('y', SYSTEM_PROGRAM)])).toBe(fees([5, 0]));
  });

  it('the price is the one that was paid: a lamport is not divided', async () => {
    const transaction = paying('x', 1);
    const [, price] = transaction.instructions!;
    // one instruction to a builtin gets 3000 units
    expect(await askOf([{ ...transaction, instructions: [price!] }])).toBe(fees([5, 333]));
  });

  it.each<[what: string, transaction: TransactionSpec]>([
    ['a vote', calling('x', VOTE)],
    ['a vote of two signers', calling('x', VOTE, { numSigners: 2 })],
    ['no instruction', { name: 'x', instructions: [] }],
    ['a limit of nothing', { ...paying('x', 7), instructions: [setLimit(0)] }],
  ])('%s says nothing', async (_what, transaction) => {
    expect(await askOf([transaction])).toBe('[]');
    expect(await askOf([transaction, { ...paying('y', 7) }])).toBe(fees([5, 7]));
  });

  it.each<[what: string, transaction: TransactionSpec]>([
    [
      'of three signers',
      calling('x', VOTE, { numSigners: 3, accountKeys: [PAYER, A, B, VOTE], instructions: [callTo(3)] }),
    ],
    ['of version 0', calling('x', VOTE, { version: 0 })],
    ['of two instructions', calling('x', VOTE, { instructions: [callTo(2), callTo(2)] })],
  ])('a vote %s counts like any other', async (_what, transaction) => {
    expect(await askOf([transaction])).toBe(fees([5, 0]));
  });

  it('a failed transaction has paid too', async () => {
    expect(await askOf([paying('x', 7, [], { meta: { err: 'AccountInUse' } })])).toBe(fees([5, 7]));
  });

  it('writing an account costs the lowest price that was paid for it', async () => {
    const transactions = [paying('x', 2), paying('y', 9, [A]), paying('z', 6, [A, B]), paying('u', 4, [C])];
    expect(await askOf(transactions)).toBe(fees([5, 2]));
    expect(await askOf(transactions, A)).toBe(fees([5, 6]));
    expect(await askOf(transactions, C)).toBe(fees([5, 4]));
    expect(await askOf(transactions, C, A)).toBe(fees([5, 6]));
    expect(await askOf(transactions, C, B, A)).toBe(fees([5, 6]));
    expect(await askOf(transactions, namedAddress('nobody'))).toBe(fees([5, 2]));
    expect(await askOf(transactions, PAYER)).toBe(fees([5, 2]));
  });

  it('reading it costs nothing', async () => {
    const transactions = [paying('x', 2), paying('y', 9, [A], { numReadonlyUnsigned: 2 })];
    expect(await askOf(transactions, A)).toBe(fees([5, 2]));
    // a program cannot be written, wherever it stands
    expect(await askOf([paying('x', 2), paying('y', 9, [A], { numReadonlyUnsigned: 0 })], BUDGET)).toBe(fees([5, 2]));
  });

  it('accounts from lookup tables are written too', async () => {
    const loadedAddresses = { writable: [A], readonly: [B] };
    const lookups = [
      { accountKey: namedAddress('table'), writableIndexes: Uint8Array.of(0), readonlyIndexes: Uint8Array.of(1) },
    ];
    const transactions = [paying('x', 2), paying('y', 9, [], { version: 0, lookups, meta: { loadedAddresses } })];
    expect(await askOf(transactions, A)).toBe(fees([5, 9]));
    expect(await askOf(transactions, B)).toBe(fees([5, 2]));
  });

  it('transactions without a block tell nothing', async () => {
    const loose = [testTransaction(paying('x', 7), { slot: 5n, index: 0, blockTimeSeconds: null })];
    expect(await askOver({ loose })).toBe('[]');
  });
});

describe('getRecentPrioritizationFees of what was not recorded', () => {
  const askOver = (block: Block) => {
    const state = buildLedger({ blocks: [block], looseTransactions: [], accounts: [], settings: DEFAULT_SETTINGS });
    const counts = { files: 0, blocks: 1, transactions: 0, accounts: 0 };
    return callText(nodeOver({ state, warnings: [], counts }, {}), 'getRecentPrioritizationFees', '[]');
  };
  const notRecorded = (what: string, form: string) =>
    notRecordedText(
      `${what} was recorded as ${form} and cannot be shown as prioritization fees: record it with encoding base64 and transactionDetails full`,
    );

  it('a block without transactions', async () => {
    const block = { ...testBlock({ slot: 5 }), transactions: undefined };
    expect(await askOver(block)).toBe(notRecorded('Block 5', 'transactionDetails none'));
  });

  it('a transaction without its bytes', async () => {
    const signature = namedSignature('x');
    const opaque = { kind: 'opaque', form: 'signatures', json: null, meta: null, accountKeys: [] } as const;
    const place = { signature, slot: 5n, index: 0, blockTimeSeconds: null, err: null, version: 'legacy' } as const;
    const block = { ...testBlock({ slot: 5 }), transactions: [{ ...opaque, ...place }] };
    expect(await askOver(block)).toBe(notRecorded(`Transaction ${signature}`, 'signatures'));
  });
});

function setLimit(units: number) {
  const data = ComputeBudgetProgram.setComputeUnitLimit({ units }).data;
  return { programIdIndex: 1, accounts: new Uint8Array(), data };
}

function callTo(programIdIndex: number) {
  return { programIdIndex, accounts: new Uint8Array(), data: new Uint8Array() };
}
