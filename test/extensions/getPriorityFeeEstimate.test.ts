import { ComputeBudgetProgram } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { buildLedger, DEFAULT_SETTINGS } from '../../src/ledger/ledgerBuilder.ts';
import { type Address, address } from '../../src/solana/address.ts';
import { LOOKUP_TABLE_PROGRAM, lookupTableBytes } from '../../src/solana/lookupTable.ts';
import { BOTH_DIALECTS, badParams, errorText, notRecordedText } from '../support/answers.ts';
import { nodeOver } from '../support/nodeOver.ts';
import type { ParamCase } from '../support/paramCases.ts';
import { reasonsOf } from '../support/reasons.ts';
import { callText, type LedgerSpec, testBlock, testLedger, testNode } from '../support/testNode.ts';
import { namedAddress, PAYER, type TransactionSpec, testTransaction } from '../support/transactions.ts';

const BUDGET = address(ComputeBudgetProgram.programId.toBase58());
const VOTE = address('Vote111111111111111111111111111111111111111');
const [A, B, C, TABLE] = ['a', 'b', 'c', 'table'].map(namedAddress) as [Address, Address, Address, Address];

let count = 0;
/** Offers `price`, and writes `writes`. */
function offering(price: number, writes: readonly Address[] = [], more: Partial<TransactionSpec> = {}) {
  const accountKeys = [PAYER, ...writes, BUDGET];
  return {
    name: `offer ${count++}`,
    accountKeys,
    instructions: [
      {
        programIdIndex: accountKeys.length - 1,
        accounts: new Uint8Array(),
        data: ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price }).data,
      },
    ],
    ...more,
  } satisfies TransactionSpec;
}

const voting = (): TransactionSpec => ({
  name: `vote ${count++}`,
  accountKeys: [PAYER, A, VOTE],
  instructions: [{ programIdIndex: 2, accounts: Uint8Array.of(1), data: new Uint8Array() }],
});

const FAILED = { meta: { err: 'AccountNotFound' } } as const;

/** A block for each list of transactions, from slot 5 on. */
const blocksOf = (...slots: readonly (readonly TransactionSpec[])[]): LedgerSpec => ({
  blocks: slots.map((transactions, i) => ({ slot: 5 + i, transactions })),
});

const requestError = (text: string) => errorText(-32602, `Invalid Request: ${text}`);
const ask = (ledger: LedgerSpec, request: object) =>
  callText(testNode(ledger), 'getPriorityFeeEstimate', JSON.stringify([request]));
const levels = (...values: readonly string[]) => {
  const [min, low, medium, high, veryHigh, unsafeMax] = values;
  return `{"min":${min},"low":${low},"medium":${medium},"high":${high},"veryHigh":${veryHigh},"unsafeMax":${unsafeMax}}`;
};
const ALL = { options: { includeAllPriorityFeeLevels: true } };

const FIELDS = '`transaction`, `accountKeys`, `options`';
const OPTIONS =
  '`transactionEncoding`, `priorityLevel`, `includeAllPriorityFeeLevels`, `lookbackSlots`, `includeVote`, `recommended`, `evaluateEmptySlotAsZero`, `includeDetails`';

describe.each(BOTH_DIALECTS)('parameters of getPriorityFeeEstimate (%s)', (dialect) => {
  const askText = (params: string) => callText(testNode({}), 'getPriorityFeeEstimate', params, dialect);

  it.each<ParamCase>([
    ['{}', badParams('invalid type: map, expected a tuple of size 1')],
    ['null', badParams('invalid type: null, expected a tuple of size 1')],
    ['[]', badParams('invalid length 0, expected a tuple of size 1')],
    ['[{},{}]', badParams('invalid length 2, expected fewer elements in array')],
    ['["a"]', badParams('invalid type: string "a", expected struct GetPriorityFeeEstimateRequest')],
    ['[{"transactions":null}]', badParams(`unknown field \`transactions\`, expected one of ${FIELDS}`)],
    ['[{"account_keys":null}]', badParams(`unknown field \`account_keys\`, expected one of ${FIELDS}`)],
    ['[{"accountKeys":[1,2]}]', badParams('invalid type: integer `1`, expected a string')],
    ['[{"transaction":5}]', badParams('invalid type: integer `5`, expected a string')],
    [
      '[{"options":{"transaction_encoding":null}}]',
      badParams(`unknown field \`transaction_encoding\`, expected one of ${OPTIONS}`),
    ],
    [
      '[{"options":{"priorityLevel":"HIGH"}}]',
      badParams(
        'unknown variant `HIGH`, expected one of `Min`, `Low`, `Medium`, `High`, `VeryHigh`, `UnsafeMax`, `Default`',
      ),
    ],
    ['[{"options":{"includeAllPriorityFeeLevels":"no"}}]', badParams('invalid type: string "no", expected a boolean')],
    ['[{"options":{"lookbackSlots":"no"}}]', badParams('invalid type: string "no", expected u32')],
    ['[{"options":{"lookbackSlots":-1}}]', badParams('invalid value: integer `-1`, expected u32')],
    ['[{"options":{"lookbackSlots":4294967296}}]', badParams('invalid value: integer `4294967296`, expected u32')],
    [
      '[{"options":{"transactionEncoding":"hex"}}]',
      badParams('unknown variant `hex`, expected one of `binary`, `base64`, `base58`, `json`, `jsonParsed`'),
    ],
  ])('%s is refused by the reader', async (params, error) => {
    expect(await askText(params)).toBe(error);
  });

  const bad58 = "invalid base58 encoding: InvalidCharacter { character: '0', index: 0 }";
  const both =
    'recommended cannot be used with priority_level, include_all_priority_fee_levels, lookback_slots, include_vote';
  const base64 = { transactionEncoding: 'base64' };
  it.each<[request: object, text: string]>([
    [{ transaction: '0', accountKeys: Array(501).fill('') }, 'transaction and account_keys cannot both be provided '],
    [
      { accountKeys: Array(501).fill(''), options: { recommended: true, includeVote: true } },
      'number of account_keys must be <= 500',
    ],
    [{ transaction: '0', options: { recommended: false, priorityLevel: 'Low' } }, both],
    [{ transaction: '0', options: { recommended: true, includeAllPriorityFeeLevels: false } }, both],
    [{ transaction: '0', options: { recommended: true, lookbackSlots: 0 } }, both],
    [{ transaction: '0', options: { recommended: true, includeVote: false } }, both],
    [{ transaction: '0', options: { lookbackSlots: 0 } }, bad58],
    [{ transaction: '0' }, bad58],
    [{ transaction: '0', options: { transactionEncoding: 'binary' } }, bad58],
    [{ transaction: '0', options: { transactionEncoding: 'Base58' } }, bad58],
    [
      { transaction: '0', options: { transactionEncoding: 'json' } },
      'unsupported encoding: json. Supported encodings: base58, base64',
    ],
    [{ transaction: '!', options: base64 }, 'invalid base64 encoding: InvalidByte(0, 33)'],
    [{ transaction: '1'.repeat(8193) }, 'base58 encoded too large'],
    [{ transaction: 'A'.repeat(5465), options: { transactionEncoding: 'Base64' } }, 'base64 encoded too large'],
    [{ transaction: '1'.repeat(4097) }, 'decoded too large'],
    [{ transaction: '' }, 'failed to deserialize: Attempting to read 1 bytes'],
    [{ options: { lookbackSlots: 0 } }, 'lookback_slots must be between 1 and 150'],
    [{ options: { lookbackSlots: 151 } }, 'lookback_slots must be between 1 and 150'],
  ])('%j is refused', async (request, text) => {
    expect(await askText(JSON.stringify([request]))).toBe(requestError(text));
  });
});

describe('levels of getPriorityFeeEstimate', () => {
  it.each([
    [[], levels('0.0', '0.0', '0.0', '0.0', '0.0', '0.0')],
    [[7], levels('7.0', '7.0', '7.0', '7.0', '7.0', '7.0')],
    [[20, 10], levels('10.0', '10.0', '15.0', '20.0', '20.0', '20.0')],
    [[5000, 0, 100, 20000, 0, 1000], levels('0.0', '0.0', '550.0', '6250.0', '20000.0', '20000.0')],
  ])('of the prices %j', async (prices, text) => {
    const ledger = blocksOf(prices.map((price) => offering(price)));
    expect(await ask(ledger, ALL)).toBe(`{"priorityFeeLevels":${text}}`);
  });

  it.each<[request: object, text: string]>([
    [{}, '{"priorityFeeEstimate":550.0}'],
    [{ options: null, accountKeys: null, transaction: null }, '{"priorityFeeEstimate":550.0}'],
    [{ options: {} }, '{"priorityFeeEstimate":550.0}'],
    [{ options: { includeAllPriorityFeeLevels: false } }, '{"priorityFeeEstimate":550.0}'],
    [{ options: { recommended: false } }, '{"priorityFeeEstimate":550.0}'],
    [{ options: { recommended: true } }, '{"priorityFeeEstimate":10000.0}'],
    ...Object.entries({ Min: 0, Low: 0, Medium: 550, High: 6250, VeryHigh: 20000, UnsafeMax: 20000, Default: 550 }).map(
      ([priorityLevel, fee]): [request: object, text: string] => [
        { options: { priorityLevel } },
        `{"priorityFeeEstimate":${fee}.0}`,
      ],
    ),
    [
      { options: { priorityLevel: 'High', includeAllPriorityFeeLevels: true } },
      `{"priorityFeeEstimate":6250.0,"priorityFeeLevels":${levels('0.0', '0.0', '550.0', '6250.0', '20000.0', '20000.0')}}`,
    ],
  ])('%j gives what is asked', async (request, text) => {
    const ledger = blocksOf([0, 0, 100, 1000, 5000, 20000].map((price) => offering(price)));
    expect(await ask(ledger, request)).toBe(text);
  });

  it('recommends more than 10000 where the medium level is higher', async () => {
    expect(await ask(blocksOf([offering(10_001)]), { options: { recommended: true } })).toBe(
      '{"priorityFeeEstimate":10001.0}',
    );
  });
});

describe('prices of getPriorityFeeEstimate', () => {
  const estimate = (fee: number) => `{"priorityFeeEstimate":${fee}.0}`;

  it('a failed transaction has none, and one without a request offers 0', async () => {
    const ledger = blocksOf([offering(9, [], FAILED), offering(8), { name: 'plain' }]);
    expect(await ask(ledger, ALL)).toBe(`{"priorityFeeLevels":${levels('0.0', '0.0', '4.0', '8.0', '8.0', '8.0')}}`);
  });

  it.each([
    [5, 1000, 5000],
    [null, 1000, 0],
    // without a limit it has no price, so the older block is the newest one with prices
    [5, null, 77],
    [5, 0, 77],
  ])(
    'a transaction of version 1 with priority fee %j and limit %j offers %j',
    async (lamports, computeUnitLimit, fee) => {
      const priorityFee = lamports === null ? null : BigInt(lamports);
      const config = { loadedAccountsDataSizeLimit: null, heapSize: null, computeUnitLimit, priorityFee };
      const ledger = blocksOf([offering(77)], [{ name: 'v1', version: 1, config }]);
      expect(await ask(ledger, { options: { lookbackSlots: 1 } })).toBe(estimate(fee));
    },
  );

  it('votes count if asked for, and without options', async () => {
    const ledger = blocksOf([offering(90), voting()]);
    expect(await ask(ledger, {})).toBe(estimate(45));
    expect(await ask(ledger, { options: {} })).toBe(estimate(90));
    expect(await ask(ledger, { options: { includeVote: true } })).toBe(estimate(45));
  });

  it('looks back by slots that have prices, from the processed tip', async () => {
    const ledger = {
      ...blocksOf([offering(1)], [offering(3)], [], [offering(9, [], FAILED)]),
      confirmed: 5,
      finalized: 5,
    };
    expect(await ask(ledger, { options: { lookbackSlots: 1 } })).toBe(estimate(3));
    expect(await ask(ledger, { options: { lookbackSlots: 2 } })).toBe(estimate(2));
  });

  it('looks back 150 slots at most', async () => {
    const slots = Array.from({ length: 151 }, (_, i) => [offering(i === 0 ? 1000 : 1)]);
    expect(await ask(blocksOf(...slots), { options: { priorityLevel: 'UnsafeMax' } })).toBe(estimate(1));
  });

  it('a block that was recorded without its transactions is an error', async () => {
    const { transactions: _, ...block } = testBlock({ slot: 5 });
    const node = nodeOver({
      state: buildLedger({
        blocks: [{ ...block, transactions: undefined }],
        looseTransactions: [],
        accounts: [],
        settings: DEFAULT_SETTINGS,
      }),
      warnings: [],
      counts: { files: 0, blocks: 1, transactions: 0, accounts: 0 },
    });
    expect(await callText(node, 'getPriorityFeeEstimate', '[{}]')).toBe(
      notRecordedText(
        'Block 5 was recorded as transactionDetails none and cannot be shown as estimates of priority fees: record it with encoding base64 and transactionDetails full',
      ),
    );
  });
});

describe('accounts of getPriorityFeeEstimate', () => {
  const LEDGER = blocksOf([offering(10, [A]), offering(30, [B])], [offering(20, [B])]);

  it.each([
    // all of the three prices: 10, 20, 30
    [{ accountKeys: [] }, 20],
    [{ accountKeys: [A] }, 20],
    [{ accountKeys: [B] }, 25],
    [{ accountKeys: [A, B] }, 25],
    [{ accountKeys: [C, 'nonsense', ''] }, 20],
  ])('%j', async (request, fee) => {
    expect(await ask(LEDGER, request)).toBe(`{"priorityFeeEstimate":${fee}.0}`);
  });

  const detailsOf = (name: string, text: string, numbers: string) => `["${name}",{"estimates":${text},${numbers}}]`;

  it('has details by account, the highest medium level first; a slot without a price counts 0 with options', async () => {
    const request = { accountKeys: [A, B, C], options: { includeDetails: true } };
    expect(await ask(LEDGER, request)).toBe(
      `{"priorityFeeEstimate":25.0,"priorityFeeEstimateDetails":[${[
        detailsOf(
          B,
          levels('20.0', '20.0', '25.0', '30.0', '30.0', '30.0'),
          '"mean":25.0,"stdev":7.0,"skew":null,"count":2',
        ),
        detailsOf(
          'Global',
          levels('10.0', '12.0', '20.0', '28.0', '30.0', '30.0'),
          '"mean":20.0,"stdev":10.0,"skew":null,"count":3',
        ),
        detailsOf(
          A,
          levels('0.0', '0.0', '5.0', '10.0', '10.0', '10.0'),
          '"mean":5.0,"stdev":7.0,"skew":null,"count":2',
        ),
        detailsOf(C, levels('0.0', '0.0', '0.0', '0.0', '0.0', '0.0'), '"mean":0.0,"stdev":0.0,"skew":null,"count":2'),
      ].join(',')}]}`,
    );
  });

  it('has statistics of null where there are too few prices', async () => {
    const options = { includeDetails: true, evaluateEmptySlotAsZero: false };
    const zero = levels('0.0', '0.0', '0.0', '0.0', '0.0', '0.0');
    const ten = levels('10.0', '10.0', '10.0', '10.0', '10.0', '10.0');
    expect(await ask(blocksOf([offering(10)]), { accountKeys: [A], options })).toBe(
      `{"priorityFeeEstimate":10.0,"priorityFeeEstimateDetails":[${[
        detailsOf('Global', ten, '"mean":10.0,"stdev":null,"skew":null,"count":1'),
        detailsOf(A, zero, '"mean":null,"stdev":null,"skew":null,"count":0'),
      ].join(',')}]}`,
    );
    expect(await ask({ blocks: [{ slot: 5 }] }, { accountKeys: [A], options })).toBe(
      '{"priorityFeeEstimate":0.0,"priorityFeeEstimateDetails":[]}',
    );
  });

  it('of a transaction: what it writes, and what its tables give, also to read', async () => {
    const ledger = {
      ...blocksOf([offering(10, [A]), offering(30, [B]), offering(50, [C])]),
      accounts: [{ address: TABLE, owner: LOOKUP_TABLE_PROGRAM, data: lookupTableBytes(null, [A, B, C]) }],
    };
    const asked = (spec: Partial<TransactionSpec>, transactionEncoding: 'base58' | 'base64' = 'base58') => {
      const { wire } = testTransaction({ name: 'asked', ...spec }, { slot: 9n, index: 0, blockTimeSeconds: null });
      const transaction = transactionEncoding === 'base58' ? encodeBase58(wire) : Buffer.from(wire).toString('base64');
      return ask(ledger, { transaction, options: { transactionEncoding } });
    };
    const lookup = (readonly: number[], writable: number[], accountKey = TABLE) => ({
      accountKey,
      writableIndexes: Uint8Array.from(writable),
      readonlyIndexes: Uint8Array.from(readonly),
    });
    expect(await asked({})).toBe('{"priorityFeeEstimate":30.0}');
    expect(await asked({ accountKeys: [PAYER, C, BUDGET] }, 'base64')).toBe('{"priorityFeeEstimate":50.0}');
    expect(await asked({ accountKeys: [PAYER, B, C, BUDGET], numReadonlyUnsigned: 2 })).toBe(
      '{"priorityFeeEstimate":30.0}',
    );
    expect(await asked({ version: 0, lookups: [lookup([2, 9], [0])] })).toBe('{"priorityFeeEstimate":50.0}');
    expect(await asked({ version: 0, lookups: [lookup([0], [1]), lookup([2], [], A)] })).toBe(
      '{"priorityFeeEstimate":30.0}',
    );
  });
});

it('an estimate without prices has a reason', async () => {
  expect(await reasonsOf(testLedger({ blocks: [{ slot: 5 }] }), 'getPriorityFeeEstimate', [{}])).toEqual([
    'because: no block up to the processed tip, 5, has a successful transaction with a price',
  ]);
  expect(await reasonsOf(testLedger(blocksOf([offering(1)])), 'getPriorityFeeEstimate', [{}])).toEqual([]);
});
