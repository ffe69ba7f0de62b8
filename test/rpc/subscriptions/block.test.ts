import { describe, expect, it } from 'vitest';
import { addBlocks } from '../../../src/ledger/moves/addBlocks.ts';
import { setTips } from '../../../src/ledger/moves/setTips.ts';
import type { LedgerState } from '../../../src/ledger/state.ts';
import { MEMO_V4_PROGRAM, SYSTEM_PROGRAM } from '../../../src/solana/address.ts';
import { BELOW_CONFIRMED, badParams, errorText } from '../../support/answers.ts';
import { loadClientLedger, SLOTS } from '../../support/clientLedger.ts';
import { nodeOver } from '../../support/nodeOver.ts';
import { inSlot, notice, testHub } from '../../support/subscriptions.ts';
import { protocolFor, testBlock, testLedger } from '../../support/testNode.ts';
import {
  namedAddress,
  namedBlockhash,
  namedSignature,
  PAYER,
  RECIPIENT,
  type TransactionSpec,
} from '../../support/transactions.ts';

const STATE = testLedger({
  blocks: [{ slot: 8 }, { slot: 9 }, { slot: 10 }],
  processed: 10,
  confirmed: 10,
  finalized: 10,
});
const FILTERS = [
  ['["foo"]', badParams('unknown variant `foo`, expected `all` or `mentionsAccountOrProgram`')],
  ['["mentionsAccountOrProgram"]', badParams('invalid type: unit variant, expected newtype variant')],
  ['[{}]', badParams('invalid value: map, expected map with a single key')],
  ['[null]', badParams('invalid type: null, expected string or map')],
  ['[{"mentionsAccountOrProgram":[]}]', badParams('invalid type: sequence, expected a string')],
  ['["all","base64"]', badParams('invalid type: string "base64", expected struct RpcBlockSubscribeConfig')],
  [
    '["all",{"encoding":"base32"}]',
    badParams('unknown variant `base32`, expected one of `binary`, `base64`, `base58`, `json`, `jsonParsed`'),
  ],
  [
    '["all",{"transactionDetails":"x"}]',
    badParams('unknown variant `x`, expected one of `full`, `signatures`, `none`, `accounts`'),
  ],
  ['["all",{"showRewards":1}]', badParams('invalid type: integer `1`, expected a boolean')],
  ['["all",{"maxSupportedTransactionVersion":256}]', badParams('invalid value: integer `256`, expected u8')],
  ['["all",{"maxSupportedTransactionVersion":-1}]', badParams('invalid value: integer `-1`, expected u8')],
  ['["all",{"commitment":"processed"}]', BELOW_CONFIRMED],
  ['[{"mentionsAccountOrProgram":"x"},{"commitment":"processed"}]', BELOW_CONFIRMED],
  [
    '[{"mentionsAccountOrProgram":"x"}]',
    errorText(-32602, 'Invalid Request: Invalid mentions_account_or_program provided'),
  ],
] as const;

describe('blockSubscribe', () => {
  it.each(FILTERS)('refuses %s', async (params, error) => {
    expect(await testHub(STATE).connect().call('blockSubscribe', params)).toBe(error);
  });

  it('shares its id with equal parameters', async () => {
    const { connect } = testHub(STATE);
    const ids = [];
    for (const params of [
      '["all"]',
      '[{"all":null},{"encoding":"base64","transactionDetails":"full","showRewards":false,"rewards":true}]',
      '["all",{"maxSupportedTransactionVersion":0}]',
    ])
      ids.push(await connect().call('blockSubscribe', params));
    expect(ids).toEqual(['0', '0', '1']);
  });
});

/** What a new block in slot 11 is told as. */
async function told(params: string, ...transactions: readonly TransactionSpec[]): Promise<readonly string[]> {
  return toldFrom(STATE, params, ...transactions);
}

async function toldFrom(
  state: LedgerState,
  params: string,
  ...transactions: readonly TransactionSpec[]
): Promise<readonly string[]> {
  const { connect, live } = testHub(state);
  const one = connect();
  await one.subscribe('block', params);
  const block = testBlock({ slot: 11, parentSlot: 10, transactions });
  await live.move((before, distance) => addBlocks(before, [{ block, writes: [] }], distance));
  return one.told;
}

const shown = (block: string, err = 'null') =>
  notice('block', 0, inSlot(11, `{"slot":11,"block":${block},"err":${err}}`));
const FRAME = `"previousBlockhash":"${namedBlockhash('10')}","blockhash":"${namedBlockhash('11')}","parentSlot":10`;
const TIMES = '"blockTime":1700000011,"blockHeight":11';

describe('a block', () => {
  it('that is empty is told', async () => {
    expect(await told('["all"]')).toEqual([shown(`{${FRAME},"transactions":[],${TIMES}}`)]);
  });

  it('shows what it is asked for', async () => {
    const pay = { name: 'pay' };
    expect(await told('["all",{"transactionDetails":"none","showRewards":true}]', pay)).toEqual([
      shown(`{${FRAME},"rewards":[],${TIMES}}`),
    ]);
    expect(await told('["all",{"transactionDetails":"signatures"}]', pay)).toEqual([
      shown(`{${FRAME},"signatures":["${namedSignature('pay')}"],${TIMES}}`),
    ]);
    expect((await told('["all"]', pay))[0]).toContain('"transactions":[{"transaction":["');
  });

  it('shows only the transactions that name the account; without one it is not told', async () => {
    const other = { name: 'other', accountKeys: [namedAddress('x'), RECIPIENT, SYSTEM_PROGRAM] };
    const filter = (address: string) =>
      `[{"mentionsAccountOrProgram":"${address}"},{"transactionDetails":"signatures"}]`;
    expect(await told(filter(PAYER), { name: 'pay' }, other)).toEqual([
      shown(`{${FRAME},"signatures":["${namedSignature('pay')}"],${TIMES}}`),
    ]);
    expect(await told(filter(namedAddress('nobody')), { name: 'pay' }, other)).toEqual([]);
  });

  it('with a transaction of a version that is not taken says so', async () => {
    const versioned = { name: 'v0', version: 0 } as const;
    expect(await told('["all"]', versioned)).toEqual([shown('null', '{"UnsupportedTransactionVersion":0}')]);
    expect((await told('["all",{"maxSupportedTransactionVersion":0}]', versioned))[0]).toContain('"version":0}');
  });

  it('that cannot be shown is told again with each next one, until one can be shown', async () => {
    const { connect, live } = testHub(STATE);
    const one = connect();
    await one.subscribe('block', '["all",{"maxSupportedTransactionVersion":0}]');
    for (const [i, version] of ([0, 1, 1, 'legacy', 'legacy'] as const).entries()) {
      const block = testBlock({ slot: 11 + i, parentSlot: 10 + i, transactions: [{ name: `t${i}`, version }] });
      await live.move((state, distance) => addBlocks(state, [{ block, writes: [] }], distance));
    }
    const slots = one.told.map((text) => {
      const { slot, err } = JSON.parse(text).params.result.value;
      return err === null ? slot : [slot, err.UnsupportedTransactionVersion];
    });
    expect(slots).toEqual([11, [12, 1], [12, 1], [13, 1], [12, 1], [13, 1], 14, 15]);
  });

  it('that cannot be shown is told again with a block that has nothing to show', async () => {
    const { connect, live } = testHub(STATE);
    const one = connect();
    await one.subscribe('block', `[{"mentionsAccountOrProgram":"${PAYER}"}]`);
    const accountKeys = [namedAddress('x'), RECIPIENT, SYSTEM_PROGRAM];
    const specs: readonly TransactionSpec[] = [
      { name: 'a', version: 0 },
      { name: 'b', accountKeys },
    ];
    for (const [i, spec] of specs.entries()) {
      const block = testBlock({ slot: 11 + i, parentSlot: 10 + i, transactions: [spec] });
      await live.move((state, distance) => addBlocks(state, [{ block, writes: [] }], distance));
    }
    const error = shown('null', '{"UnsupportedTransactionVersion":0}');
    expect(one.told).toEqual([error, error]);
  });

  it.each([
    ['4.1', `{"programId":"${MEMO_V4_PROGRAM}","accounts":[],"data":"8wr","stackHeight":1}`],
    ['4.2', `{"program":"spl-memo","programId":"${MEMO_V4_PROGRAM}","parsed":"hi","stackHeight":1}`],
  ] as const)('as jsonParsed has what Agave %s parses', async (version, instruction) => {
    const state = { ...STATE, protocol: protocolFor(version, 'genesis') };
    const memo = {
      name: 'memo',
      accountKeys: [PAYER, MEMO_V4_PROGRAM],
      instructions: [{ programIdIndex: 1, accounts: new Uint8Array(), data: Buffer.from('hi') }],
    };
    const [notification] = await toldFrom(state, '["all",{"encoding":"jsonParsed"}]', memo);
    expect(notification).toContain(`"instructions":[${instruction}]`);
  });

  it('that was recorded without its transactions cannot be shown', async () => {
    const { connect, live } = testHub(STATE);
    const one = connect();
    await one.subscribe('block', '["all"]');
    const block = { ...testBlock({ slot: 11, parentSlot: 10 }), transactions: undefined };
    await live.move((state, distance) => addBlocks(state, [{ block, writes: [] }], distance));
    expect(one.told).toEqual([shown('null', '"BlockStoreError"')]);
  });
});

describe('every block of the ledger of the clients', () => {
  const ORDERS: readonly (readonly string[])[] = [
    [
      'previousBlockhash',
      'blockhash',
      'parentSlot',
      'transactions',
      'rewards',
      'numRewardPartitions',
      'blockTime',
      'blockHeight',
    ],
    ['transaction', 'meta', 'version'],
    ['signatures', 'message'],
    ['signatures', 'accountKeys'],
    ['header', 'accountKeys', 'recentBlockhash', 'instructions', 'addressTableLookups', 'transactionConfig'],
    ['numRequiredSignatures', 'numReadonlySignedAccounts', 'numReadonlyUnsignedAccounts'],
    ['pubkey', 'writable', 'signer', 'source'],
    ['programIdIndex', 'accounts', 'data', 'stackHeight'],
    ['program', 'programId', 'parsed', 'stackHeight'],
    ['programId', 'accounts', 'data', 'stackHeight'],
    ['accountKey', 'writableIndexes', 'readonlyIndexes'],
    ['index', 'instructions'],
    ['priorityFee', 'computeUnitLimit', 'loadedAccountsDataSizeLimit', 'heapSize'],
    [
      'err',
      'status',
      'fee',
      'preBalances',
      'postBalances',
      'innerInstructions',
      'logMessages',
      'preTokenBalances',
      'postTokenBalances',
      'rewards',
      'loadedAddresses',
      'returnData',
      'computeUnitsConsumed',
      'costUnits',
    ],
    ['accountIndex', 'mint', 'uiTokenAmount', 'owner', 'programId'],
    ['uiAmount', 'decimals', 'amount', 'uiAmountString'],
    ['writable', 'readonly'],
    ['pubkey', 'lamports', 'postBalance', 'rewardType', 'commission', 'commissionBps'],
  ];

  /** Objects whose members are in none of these orders; what a parser says is sorted, and so are errors. */
  function disordered(value: unknown): readonly string[] {
    if (Array.isArray(value)) return value.flatMap(disordered);
    if (typeof value !== 'object' || value === null) return [];
    const keys = Object.keys(value);
    const isKnown = ORDERS.some(
      (order) =>
        keys.join() === order.filter((name) => keys.includes(name)).join() && keys.every((key) => order.includes(key)),
    );
    const inner = Object.entries(value).filter(([name]) => !['parsed', 'err', 'status'].includes(name));
    return [...(isKnown ? [] : [keys.join()]), ...inner.flatMap(([, member]) => disordered(member))];
  }

  it.each(
    ['json', 'jsonParsed', 'base64', 'base58', 'binary'].flatMap((encoding) => [
      [encoding, 'full'],
      [encoding, 'accounts'],
    ]),
  )('in %s with %s is what getBlock answers, in the order of the structs', async (encoding, transactionDetails) => {
    const loaded = await loadClientLedger();
    const node = nodeOver(loaded, { dialect: 'agave' });
    const { connect, live } = testHub(setTips(loaded.state, { processed: 28n, confirmed: 28n, finalized: 28n }));
    const one = connect();
    const config = { encoding, transactionDetails, maxSupportedTransactionVersion: 1 };
    await one.subscribe('block', JSON.stringify(['all', { ...config, showRewards: true }]));
    await live.moveTipsByHand((state: LedgerState) =>
      setTips(state, { processed: 36n, confirmed: 36n, finalized: 36n }),
    );
    const blocks = one.told.map((text) => JSON.parse(text).params.result.value as { slot: number; block: unknown });
    expect(blocks.map(({ slot }) => slot)).toEqual([29, 30, 33, 34, 35, SLOTS.v1]);
    for (const { block, slot } of blocks) {
      expect(block).toEqual(await node.request('getBlock', [slot, { ...config, rewards: true } as never]));
      expect(disordered(block)).toEqual([]);
    }
  });
});
