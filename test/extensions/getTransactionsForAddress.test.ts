import { describe, expect, it } from 'vitest';
import { JsonFloat } from '../../src/codec/jsonText.ts';
import { buildLedger, DEFAULT_SETTINGS } from '../../src/ledger/ledgerBuilder.ts';
import { SlotSet } from '../../src/ledger/slotSet.ts';
import { type Address, SYSTEM_PROGRAM } from '../../src/solana/address.ts';
import type { TokenBalance } from '../../src/solana/meta.ts';
import { BOTH_DIALECTS, badParam, errorText, tooManyParams, tooOld, unsupportedVersion } from '../support/answers.ts';
import { nodeOver } from '../support/nodeOver.ts';
import { reasonsOf } from '../support/reasons.ts';
import { BLOCK_TIME_BASE, callText, type LedgerSpec, testBlock, testLedger, testNode } from '../support/testNode.ts';
import {
  namedAddress,
  namedSignature,
  PAYER,
  RECIPIENT,
  type TransactionSpec,
  testTransaction,
} from '../support/transactions.ts';

const METHOD = 'getTransactionsForAddress';
const [OTHER, OWNER, MINT] = ['other', 'owner', 'mint'].map(namedAddress) as [Address, Address, Address];

const params = (fault: string) => errorText(-32602, `Invalid params: ${fault}`);
const options = (fault: string) => params(`failed to parse options (${fault})`);

describe.each(BOTH_DIALECTS)('parameters of getTransactionsForAddress (%s)', (dialect) => {
  const NODE = testNode({ blocks: [{ slot: 5 }], finalized: 5, extensions: true });
  const UNSUPPORTED_COMMITMENT = errorText(
    -32602,
    'Only confirmed or finalized commitments are supported',
    '{"requestedCommitment":"processed"}',
  );

  it.each([
    ['[]', params('missing address')],
    ['null', params('missing address')],
    ['{}', params('missing address')],
    ['[null]', params('address must be a string')],
    ['[5]', params('address must be a string')],
    ['["0"]', badParam('Invalid')],
    ['["1"]', badParam('Invalid')],
    [`["${namedSignature('x')}"]`, badParam('Invalid')],
    [`["${PAYER}",{},{}]`, tooManyParams(2, 3)],
  ])('%s is refused', async (text, error) => {
    expect(await callText(NODE, METHOD, text, dialect)).toBe(error);
  });

  /** Each configuration is refused for its first mistake, although those of the rows below it are in it too. */
  const LATER = [
    [{ filters: { tokenAccounts: 'some' } }, params("unsupported tokenAccounts 'some'")],
    [{ filters: { status: 'ok' } }, params("unsupported status 'ok'")],
    [{ filters: { signature: { lte: '0' } } }, params('filters.signature must be valid base58 signatures')],
    [
      { filters: { signature: { eq: namedSignature('x'), lte: '0' } } },
      params('filters.signature.eq is not supported'),
    ],
    [{ filters: { slot: { eq: 5 } } }, params('filters.slot.eq is not supported')],
    [{ filters: { blockTime: { ge: 5 } } }, params('unknown field `ge`')],
    [{ filters: { tokenTransfer: {} } }, params('unknown field `tokenTransfer`')],
    [{ paginationToken: 'x' }, params('paginationToken is not a valid signature')],
    [{ paginationToken: '5:' }, params('paginationToken position is not a number')],
    [{ paginationToken: ':5' }, params('paginationToken slot is not a number')],
    [{ paginationToken: ' ' }, params('paginationToken is empty')],
    [{ minContextSlot: 6 }, tooOld(5)],
    [{ commitment: 'recent' }, params("unsupported commitment 'recent'")],
    [{ commitment: 'processed' }, UNSUPPORTED_COMMITMENT],
    [{ limit: 0 }, errorText(-32602, 'Invalid limit; max 100')],
    [{ sortOrder: 'up' }, params("unsupported sortOrder 'up'")],
    [{ transactionDetails: 'accounts' }, params("unsupported transactionDetails 'accounts'")],
    [{ maxSupportedTransactionVersion: 256 }, options('invalid value: integer `256`, expected u8')],
  ] as const;

  it.each(LATER.map(([config, error], i) => [config, error, i] as const))(
    '%j is refused before what stands above it',
    async (_config, error, i) => {
      const configs: readonly object[] = LATER.slice(0, i + 1).map(([config]) => config);
      const merged = Object.assign({ transactionDetails: 'full', encoding: 'hex' }, ...configs);
      const filters = Object.assign({}, ...configs.map((config) => ('filters' in config ? config.filters : {})));
      const text = JSON.stringify([PAYER, { ...merged, filters }]);
      expect(await callText(NODE, METHOD, text, dialect)).toBe(error);
    },
  );

  it.each<[config: unknown, error: string]>([
    ['x', options('invalid type: string "x", expected struct GetTransactionsForAddressConfig')],
    [{ limit: -1 }, options('invalid value: integer `-1`, expected u64')],
    [{ limit: '1' }, options('invalid type: string "1", expected u64')],
    [{ encoding: 5 }, options('invalid type: integer `5`, expected a string')],
    [{ filters: { blockTime: { gt: '5' } } }, options('invalid type: string "5", expected i64')],
    [{ filters: 'failed' }, options('invalid type: string "failed", expected struct Filters')],
    [{ limit: 0 }, errorText(-32602, 'Invalid limit; max 1000')],
    [{ paginationToken: '' }, params('paginationToken is empty')],
    [{ paginationToken: '-1:5' }, params('paginationToken slot is not a number')],
    [{ paginationToken: '5:x' }, params('paginationToken position is not a number')],
    [{ transactionDetails: 'full', encoding: 'hex' }, params("unsupported encoding 'hex'")],
    [{ transactionDetails: 'full', encoding: 'binary' }, params("unsupported encoding 'binary'")],
  ])('configuration %j is refused', async (config, error) => {
    expect(await callText(NODE, METHOD, JSON.stringify([PAYER, config]), dialect)).toBe(error);
  });

  it.each<[config: unknown]>([
    [null],
    [{}],
    [{ unknown: 5, before: 'x', limit: null, filters: null, paginationToken: null }],
    [{ sortOrder: 'ASC', filters: { status: 'ALL', blockTime: { eq: -5 } } }],
    [{ encoding: 'hex', limit: 5000, filters: { slot: null, signature: {}, status: 'Any' } }],
    [{ transactionDetails: 'full', limit: 5000, paginationToken: ' 7:0 ' }],
  ])('configuration %j is taken', async (config) => {
    expect(await callText(NODE, METHOD, JSON.stringify([PAYER, config]), dialect)).toBe(
      '{"data":[],"paginationToken":null}',
    );
  });
});

const at = (slot: number) => BLOCK_TIME_BASE + slot;
const FAILURE = { meta: { err: 'AccountNotFound' } } as const;

/** Slots 5 to 9; finalized 7, confirmed 8. */
const HISTORY: LedgerSpec = {
  extensions: true,
  blocks: [
    {
      slot: 5,
      transactions: [
        { name: 'a', accountKeys: [OTHER, RECIPIENT, SYSTEM_PROGRAM] },
        { name: 'b', memos: ['hello'] },
      ],
    },
    { slot: 6, transactions: [{ name: 'c', ...FAILURE }, { name: 'd' }] },
    { slot: 7, blockTime: null, transactions: [{ name: 'e' }] },
    { slot: 8, transactions: [{ name: 'f' }] },
    { slot: 9, transactions: [{ name: 'g' }] },
  ],
  finalized: 7,
  confirmed: 8,
  processed: 9,
};

const namesIn = (text: string, names: readonly string[]) => {
  const { data } = JSON.parse(text) as { data: { signature: string }[] };
  return data.map(({ signature }) => names.find((name) => namedSignature(name) === signature)).join('');
};

async function pageOf(config: object, address: Address = PAYER, ledger: LedgerSpec = HISTORY) {
  const text = await callText(testNode(ledger), METHOD, JSON.stringify([address, config]));
  const { paginationToken } = JSON.parse(text) as { paginationToken: string | null };
  return [namesIn(text, [...'abcdefghij']), paginationToken];
}

describe.each(BOTH_DIALECTS)('a page of getTransactionsForAddress (%s)', (dialect) => {
  const ask = (config: object) => callText(testNode(HISTORY), METHOD, JSON.stringify([PAYER, config]), dialect);

  it('has signatures in the order of the source', async () => {
    const item = (name: string, slot: number, index: number, err: string, memo: string, time = `${at(slot)}`) =>
      `{"signature":"${namedSignature(name)}","slot":${slot},"transactionIndex":${index},"err":${err},"memo":${memo},"blockTime":${time},"confirmationStatus":"${slot > 7 ? 'confirmed' : 'finalized'}"}`;
    expect(await ask({ commitment: 'confirmed' })).toBe(
      `{"data":[${[
        item('f', 8, 0, 'null', 'null'),
        item('e', 7, 0, 'null', 'null', 'null'),
        item('d', 6, 1, 'null', 'null'),
        item('c', 6, 0, '"AccountNotFound"', 'null'),
        item('b', 5, 1, 'null', '"[5] hello"'),
      ].join(',')}],"paginationToken":null}`,
    );
  });

  it.each(['json', 'jsonParsed', 'base64', 'base58'] as const)('has whole transactions as %s', async (encoding) => {
    const node = testNode(HISTORY);
    const config = { encoding, maxSupportedTransactionVersion: 0 };
    const text = await callText(
      node,
      METHOD,
      JSON.stringify([PAYER, { ...config, transactionDetails: 'full', limit: 1 }]),
      dialect,
    );
    const agave = await callText(node, 'getTransaction', JSON.stringify([namedSignature('e'), config]), 'agave');
    const [, meta, transaction] =
      /"meta":(.*),"slot":7,"transaction":(.*),"transactionIndex":0,"version":"legacy"\}$/.exec(agave)!;
    expect(text).toBe(
      `{"data":[{"slot":7,"transactionIndex":0,"blockTime":null,"transaction":${transaction},"meta":${meta},"version":"legacy"}],"paginationToken":"7:0"}`,
    );
  });

  it('names no version without maxSupportedTransactionVersion, and refuses a versioned transaction', async () => {
    const blocks = [
      {
        slot: 5,
        transactions: [{ name: 'a' }, { name: 'v', version: 0, accountKeys: [OTHER, RECIPIENT, SYSTEM_PROGRAM] }],
      },
    ] as const;
    const node = testNode({ blocks, extensions: true });
    const full = (address: Address, more: object = {}) =>
      callText(node, METHOD, JSON.stringify([address, { transactionDetails: 'full', ...more }]), dialect);
    expect(await full(PAYER)).not.toContain('"version"');
    expect(await full(OTHER)).toBe(unsupportedVersion(0));
    expect(await full(OTHER, { maxSupportedTransactionVersion: 0 })).toContain('"loadedAddresses":');
    expect(await full(OTHER, { maxSupportedTransactionVersion: 0 })).toContain('"version":0}');
  });
});

describe('what getTransactionsForAddress selects', () => {
  it.each<[config: object, names: string, token: string | null]>([
    [{}, 'edcb', null],
    [{ sortOrder: 'asc' }, 'bcde', null],
    [{ commitment: 'confirmed' }, 'fedcb', null],
    [{ limit: 4 }, 'edcb', null],
    [{ limit: 3 }, 'edc', '6:0'],
    [{ limit: 3, paginationToken: '6:0' }, 'b', null],
    [{ limit: 2, sortOrder: 'asc' }, 'bc', '6:0'],
    [{ limit: 2, sortOrder: 'asc', paginationToken: '6:0' }, 'de', null],
    // a place without a transaction, and places above and below all
    [{ paginationToken: '6:9' }, 'dcb', null],
    [{ paginationToken: '99:0' }, 'edcb', null],
    [{ paginationToken: '0:0' }, '', null],
    [{ paginationToken: '0:0', sortOrder: 'asc' }, 'bcde', null],
    [{ paginationToken: namedSignature('d') }, 'cb', null],
    [{ paginationToken: namedSignature('d'), sortOrder: 'asc' }, 'e', null],
    // of a transaction that does not name the address, one that is not visible yet, and none
    [{ paginationToken: namedSignature('a') }, '', null],
    [{ paginationToken: namedSignature('f') }, '', null],
    [{ paginationToken: namedSignature('nobody'), sortOrder: 'asc' }, '', null],
    [{ filters: { slot: { gt: 5 } } }, 'edc', null],
    [{ filters: { slot: { gte: 6, lt: 7 } } }, 'dc', null],
    [{ filters: { slot: { lte: 5 } } }, 'b', null],
    [{ filters: { slot: { gt: 6, lt: 6 } } }, '', null],
    [{ filters: { signature: { gt: namedSignature('c') } } }, 'ed', null],
    [{ filters: { signature: { gte: namedSignature('c'), lt: namedSignature('e') } } }, 'dc', null],
    [{ filters: { signature: { lte: namedSignature('c'), gt: namedSignature('nobody') } } }, 'cb', null],
    [{ filters: { blockTime: { gte: at(6) } } }, 'dc', null],
    [{ filters: { blockTime: { lt: at(6) } } }, 'b', null],
    [{ filters: { blockTime: { eq: at(6), gt: at(4) } } }, 'dc', null],
    [{ filters: { status: 'failed' } }, 'c', null],
    [{ filters: { status: 'succeeded' } }, 'edb', null],
    [{ filters: { status: 'succeeded' }, limit: 2 }, 'ed', '6:1'],
    [{ filters: { status: 'any' } }, 'edcb', null],
  ])('%j', async (config, names, token) => {
    expect(await pageOf(config)).toEqual([names, token]);
  });

  it('cuts a limit down: a page has at most 1000 signatures, or 100 transactions', async () => {
    const transactions = Array.from({ length: 1001 }, (_, i): TransactionSpec => ({ name: `t${i}` }));
    const node = testNode({ blocks: [{ slot: 5, transactions }], extensions: true });
    const lengthOf = async (config: object) => {
      const text = await callText(node, METHOD, JSON.stringify([PAYER, config]));
      const { data, paginationToken } = JSON.parse(text) as { data: unknown[]; paginationToken: string };
      return [data.length, paginationToken];
    };
    expect(await lengthOf({})).toEqual([1000, '5:1']);
    expect(await lengthOf({ limit: 5000 })).toEqual([1000, '5:1']);
    expect(await lengthOf({ transactionDetails: 'full' })).toEqual([100, '5:901']);
    expect(await lengthOf({ transactionDetails: 'full', limit: 5000, sortOrder: 'asc' })).toEqual([100, '5:99']);
  });

  const balance = (accountIndex: number, amount: number, owner?: Address): TokenBalance => ({
    accountIndex,
    mint: MINT,
    ...(owner !== undefined && { owner }),
    uiTokenAmount: { amount: `${amount}`, decimals: 0, uiAmount: new JsonFloat(amount), uiAmountString: `${amount}` },
  });
  const holding = (name: string, pre: readonly TokenBalance[], post: readonly TokenBalance[], more = {}) => ({
    name,
    meta: { preTokenBalances: pre, postTokenBalances: post },
    ...more,
  });
  const TOKENS: LedgerSpec = {
    extensions: true,
    blocks: [
      {
        slot: 5,
        transactions: [
          { name: 'a', accountKeys: [OTHER, OWNER, SYSTEM_PROGRAM] },
          holding('b', [balance(1, 5, OWNER)], [balance(1, 5, OWNER)]),
          holding('c', [balance(1, 5, OWNER)], [balance(1, 6, OWNER)]),
          holding('d', [], [balance(1, 6, OWNER)]),
          holding('e', [balance(1, 6, OWNER)], []),
          // the owner after it counts
          holding('f', [balance(1, 5, OWNER)], [balance(1, 6, OTHER)]),
          holding('g', [balance(1, 5)], [balance(1, 6)]),
          // it names the address, and has two of its accounts
          holding('h', [balance(1, 5, OWNER), balance(2, 5, OWNER)], [balance(1, 1, OWNER), balance(2, 5, OWNER)], {
            accountKeys: [PAYER, OWNER, SYSTEM_PROGRAM],
          }),
          { name: 'i' },
        ],
      },
    ],
  };

  it.each([
    ['none', 'ha', 'ah'],
    ['all', 'hedcba', 'abcdeh'],
    ['balanceChanged', 'hedca', 'acdeh'],
  ])('tokenAccounts %s', async (tokenAccounts, newestFirst, oldestFirst) => {
    const filters = { tokenAccounts };
    expect(await pageOf({ filters }, OWNER, TOKENS)).toEqual([newestFirst, null]);
    expect(await pageOf({ filters, sortOrder: 'asc' }, OWNER, TOKENS)).toEqual([oldestFirst, null]);
  });

  it('shows no dropped block, and nothing that was cleaned up', async () => {
    const blocks = [{ slot: 5 }, { slot: 6 }, { slot: 7, parentSlot: 5 }].map(({ slot, parentSlot = slot - 1 }) =>
      testBlock({ slot, parentSlot, transactions: [{ name: `t${slot}` }] }),
    );
    const state = buildLedger({
      blocks,
      looseTransactions: [],
      accounts: [],
      settings: { ...DEFAULT_SETTINGS, dropped: SlotSet.fromSlots([6n]) },
    });
    const node = nodeOver(
      { state, warnings: [], counts: { files: 0, blocks: 3, transactions: 3, accounts: 0 } },
      { extensions: true },
    );
    const text = await callText(node, METHOD, JSON.stringify([PAYER, {}]));
    expect(Array.from(text.matchAll(/"slot":(\d)/g), ([, slot]) => slot)).toEqual(['7', '5']);
    const kept = await pageOf({}, PAYER, { ...HISTORY, firstAvailable: 6 });
    // a node does not show the block whose parent it has lost
    expect(kept).toEqual(['e', null]);
  });

  it('a transaction whose place was not recorded has none, and its signature is the token', async () => {
    const place = { slot: 5n, index: 0, blockTimeSeconds: null };
    const loose = ['a', 'b'].map((name) => ({ ...testTransaction({ name }, place), index: undefined }));
    const node = testNode({ loose, processed: 5, extensions: true });
    const text = await callText(node, METHOD, JSON.stringify([PAYER, { limit: 1 }]));
    expect(text).not.toContain('transactionIndex');
    const { paginationToken } = JSON.parse(text) as { paginationToken: string };
    const rest = await callText(node, METHOD, JSON.stringify([PAYER, { limit: 1, paginationToken }]));
    expect([namesIn(text, ['a', 'b']), namesIn(rest, ['a', 'b'])].sort()).toEqual(['a', 'b']);
    expect(rest).toMatch(/"paginationToken":null\}$/);
  });
});

describe('reasons of getTransactionsForAddress', () => {
  it.each<[address: Address, config: object, reasons: readonly string[]]>([
    [
      PAYER,
      { filters: { slot: { lt: 5 } } },
      ['because: the filters and the token leave out all 4 transactions of the address'],
    ],
    [OTHER, { limit: 1 }, []],
    [MINT, {}, [`missing: the ledger has no transactions that name ${MINT}`]],
    [
      PAYER,
      { paginationToken: namedSignature('nobody') },
      [`missing: the ledger has no transaction ${namedSignature('nobody')}`],
    ],
  ])('%s %j', async (address, config, reasons) => {
    expect(await reasonsOf(testLedger(HISTORY), METHOD, [address, JSON.parse(JSON.stringify(config))])).toEqual(
      reasons,
    );
  });
});
