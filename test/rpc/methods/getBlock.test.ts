import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import type { OpaqueTransaction } from '../../../src/solana/block.ts';
import type { Reward } from '../../../src/solana/meta.ts';
import {
  BELOW_CONFIRMED,
  BOTH_DIALECTS,
  badParams,
  errorText,
  membersOf,
  partOf,
  tooManyParams,
  unsupportedVersion,
} from '../../support/answers.ts';
import { BLOCK_TIME_BASE, callText, testNode } from '../../support/testNode.ts';
import { namedBlockhash, namedSignature, PAYER } from '../../support/transactions.ts';
import { transferMetaText, transferText } from '../../support/transferTexts.ts';

const FEE_REWARD: Reward = {
  pubkey: PAYER,
  lamports: -5n,
  postBalance: 18446744073709551615n,
  rewardType: 'Fee',
  commission: null,
};
const FEE_REWARD_TEXT = `{"commission":null,"lamports":-5,"postBalance":18446744073709551615,"pubkey":"${PAYER}","rewardType":"Fee"}`;

/** Slots 10 to 16 without 13; finalized 14, confirmed 15, processed 16. */
const NODE = testNode({
  blocks: [
    { slot: 10, blockTime: null, blockHeight: null },
    { slot: 11, transactions: [{ name: 'a' }, { name: 'b', numSigners: 2, numReadonlyUnsigned: 0 }] },
    {
      slot: 12,
      transactions: [
        { name: 'v1', version: 1 },
        { name: 'v0', version: 0 },
      ],
    },
    { slot: 14, parentSlot: 12, rewards: [FEE_REWARD], numRewardPartitions: 3, transactions: [{ name: 'c' }] },
    { slot: 15, transactions: [{ name: 'd' }] },
    { slot: 16 },
  ],
  finalized: 14,
  confirmed: 15,
  processed: 16,
});

const ask = (params: string, dialect: DialectName) => callText(NODE, 'getBlock', params, dialect);

describe.each(BOTH_DIALECTS)('getBlock params (%s)', (dialect) => {
  it.each([
    ['null', errorText(-32602, '`params` should have at least 1 argument(s)')],
    ['[]', errorText(-32602, '`params` should have at least 1 argument(s)')],
    ['{}', errorText(-32602, '`params` should be an array')],
    ['{"slot":11}', errorText(-32602, '`params` should be an array')],
    ['[11,{},1]', tooManyParams(2, 3)],
    ['[null]', badParams('invalid type: null, expected u64')],
    ['["11"]', badParams('invalid type: string "11", expected u64')],
    ['[true]', badParams('invalid type: boolean `true`, expected u64')],
    ['[[11]]', badParams('invalid type: sequence, expected u64')],
    ['[{}]', badParams('invalid type: map, expected u64')],
    ['[11.0]', badParams('invalid type: floating point `11.0`, expected u64')],
    ['[1e3]', badParams('invalid type: floating point `1000.0`, expected u64')],
    ['[18446744073709551616]', badParams('invalid type: floating point `1.8446744073709552e+19`, expected u64')],
    ['[-1]', badParams('invalid value: integer `-1`, expected u64')],
    ['["11",{"encoding":"foo"}]', badParams('invalid type: string "11", expected u64')],
  ])('%s is refused', async (params, error) => {
    expect(await ask(params, dialect)).toBe(error);
  });

  it.each([
    '{"encoding":"foo"}',
    '{"encoding":"base64+zstd"}',
    '{"encoding":"JSON"}',
    '{"encoding":5}',
    '{"encoding":{"json":1}}',
    '{"encoding":{}}',
    '{"transactionDetails":"foo"}',
    '{"transactionDetails":true}',
    '{"rewards":1}',
    '{"rewards":"true"}',
    '{"maxSupportedTransactionVersion":256}',
    '{"maxSupportedTransactionVersion":-1}',
    '{"maxSupportedTransactionVersion":0.0}',
    '{"maxSupportedTransactionVersion":"legacy"}',
    '5',
    'true',
    '[]',
    '["json"]',
    '"foo"',
  ])('a configuration of %s gives the one message of the node', async (config) => {
    expect(await ask(`[11,${config}]`, dialect)).toBe(
      badParams('data did not match any variant of untagged enum RpcEncodingConfigWrapper'),
    );
  });

  it('refuses commitment processed', async () => {
    expect(await ask('[11,{"commitment":"processed"}]', dialect)).toBe(BELOW_CONFIRMED);
    // before the slot is looked at
    expect(await ask('[99,{"commitment":"processed"}]', dialect)).toBe(BELOW_CONFIRMED);
  });

  it.each([
    'null',
    '{}',
    '{"encoding":null,"transactionDetails":null,"rewards":null,"commitment":null,"maxSupportedTransactionVersion":null}',
    '{"encoding":"json","transactionDetails":"full"}',
    '{"encoding":{"json":null},"transactionDetails":{"full":null}}',
    '{"minContextSlot":1000000,"unheardOf":[1]}',
    '{"commitment":"bogus"}',
    '{"commitment":"recent"}',
    '{"commitment":5}',
    '{"commitment":"Finalized"}',
  ])('a configuration of %s asks for the default', async (config) => {
    expect(await ask(`[11,${config}]`, dialect)).toBe(await ask('[11]', dialect));
  });

  it('names the slot up to the largest u64', async () => {
    expect(await ask('[18446744073709551615]', dialect)).toBe(
      dialect === 'agave' ? errorText(-32004, 'Block not available for slot 18446744073709551615') : 'null',
    );
  });
});

describe('getBlock errors', () => {
  const UNDER_CLEAN_UP = testNode({
    blocks: [{ slot: 9 }, { slot: 10 }, { slot: 12, parentSlot: 10 }, { slot: 14, parentSlot: 12 }],
    firstAvailable: 10,
    finalized: 14,
  });

  it.each([
    ['future', 99, -32004, 'Block not available for slot 99'],
    ['processed only', 16, -32004, 'Block not available for slot 16'],
    ['above the finalized tip, when finalized is asked', 15, -32004, 'Block not available for slot 15'],
    [
      'skipped below the finalized tip',
      13,
      -32007,
      'Slot 13 was skipped, or missing due to ledger jump to recent snapshot',
    ],
    ['below the first known block', 9, -32001, 'Block 9 cleaned up, does not exist on node. First available block: 10'],
  ])('agave names the cause: %s', async (_cause, slot, code, message) => {
    expect(await ask(`[${slot}]`, 'agave')).toBe(errorText(code, message));
    expect(await ask(`[${slot},{"commitment":"finalized"}]`, 'contract')).toBe('null');
  });

  it('agave: what is above the confirmed tip is not available', async () => {
    expect(await ask('[16,{"commitment":"confirmed"}]', 'agave')).toBe(
      errorText(-32004, 'Block not available for slot 16'),
    );
  });

  it('agave: a finalized tip without a block is not available rather than skipped', async () => {
    const node = testNode({ blocks: [{ slot: 5 }, { slot: 7, parentSlot: 5 }], finalized: 6, confirmed: 7 }, 'agave');
    expect(await callText(node, 'getBlock', '[6]')).toBe(errorText(-32004, 'Block not available for slot 6'));
  });

  it.each([
    [8, -32001, 'Block 8 cleaned up, does not exist on node. First available block: 12'],
    [9, -32001, 'Block 9 cleaned up, does not exist on node. First available block: 12'],
    [10, -32001, 'Block 10 cleaned up, does not exist on node. First available block: 12'],
    [11, -32007, 'Slot 11 was skipped, or missing due to ledger jump to recent snapshot'],
    [13, -32007, 'Slot 13 was skipped, or missing due to ledger jump to recent snapshot'],
  ])('agave: slot %d around the cleaned-up boundary', async (slot, code, message) => {
    expect(await callText(UNDER_CLEAN_UP, 'getBlock', `[${slot}]`, 'agave')).toBe(errorText(code, message));
  });

  it.each([
    [9, -32001, 'Block 9 cleaned up, does not exist on node. First available block: 0'],
    [10, -32004, 'Block not available for slot 10'],
  ])('agave: slot %d where the only root has lost its parent', async (slot, code, message) => {
    const node = testNode({ blocks: [{ slot: 9 }, { slot: 10 }, { slot: 11 }], firstAvailable: 10, finalized: 10 });
    expect(await callText(node, 'getBlock', `[${slot},{"commitment":"confirmed"}]`, 'agave')).toBe(
      errorText(code, message),
    );
  });

  it('agave: the block above the one whose parent is gone is the first available', async () => {
    const text = await callText(UNDER_CLEAN_UP, 'getBlock', '[12]', 'agave');
    expect(partOf(text, 'previousBlockhash')).toBe(`"${namedBlockhash('10')}"`);
  });

  it.each([8, 9, 11, 13])('contract: slot %d around the cleaned-up boundary is null', async (slot) => {
    expect(await callText(UNDER_CLEAN_UP, 'getBlock', `[${slot}]`, 'contract')).toBe('null');
  });

  it('contract: the block whose parent is gone stands with 32 ones', async () => {
    const text = await callText(UNDER_CLEAN_UP, 'getBlock', '[10]', 'contract');
    expect(partOf(text, 'previousBlockhash')).toBe('"11111111111111111111111111111111"');
    expect(partOf(text, 'parentSlot')).toBe('9');
  });

  it('slot 0 is its own parent and never orphaned', async () => {
    const node = testNode({ blocks: [{ slot: 0, parentSlot: 0 }, { slot: 1 }], firstAvailable: 0 }, 'agave');
    const text = await callText(node, 'getBlock', '[0,{"transactionDetails":"none","rewards":false}]');
    const hash = namedBlockhash('0');
    expect(text).toBe(
      `{"blockHeight":0,"blockTime":${BLOCK_TIME_BASE},"blockhash":"${hash}","parentSlot":0,"previousBlockhash":"${hash}"}`,
    );
  });

  it.each(BOTH_DIALECTS)('%s: the height of slot 0 is 0, whether it was recorded or not', async (dialect) => {
    const node = testNode({ blocks: [{ slot: 0, blockHeight: null }, { slot: 1 }], firstAvailable: 0 });
    expect(partOf(await callText(node, 'getBlock', '[0]', dialect), 'blockHeight')).toBe('0');
  });

  it('a slot known from single transactions alone is null in both dialects', async () => {
    const loose: OpaqueTransaction = {
      kind: 'opaque',
      form: 'signatures',
      signature: namedSignature('loose'),
      slot: 5n,
      index: undefined,
      blockTimeSeconds: null,
      err: null,
      version: 'legacy',
      json: null,
      meta: null,
      accountKeys: [],
    };
    const node = testNode({ blocks: [{ slot: 4 }, { slot: 6 }], loose: [loose] });
    expect(await callText(node, 'getBlock', '[5]', 'contract')).toBe('null');
    expect(await callText(node, 'getBlock', '[5]', 'agave')).toBe('null');
    // the newest root is missing rather than incomplete
    const atTip = testNode({ blocks: [{ slot: 4 }, { slot: 6 }], loose: [loose], finalized: 5 });
    expect(await callText(atTip, 'getBlock', '[5]', 'contract')).toBe('null');
    expect(await callText(atTip, 'getBlock', '[5]', 'agave')).toBe(errorText(-32004, 'Block not available for slot 5'));
    const aboveRoot = testNode({ blocks: [{ slot: 4 }, { slot: 6 }], loose: [loose], finalized: 4, confirmed: 5 });
    expect(await callText(aboveRoot, 'getBlock', '[5,{"commitment":"confirmed"}]', 'agave')).toBe('null');
  });

  it('an empty ledger has no block', async () => {
    const node = testNode({});
    expect(await callText(node, 'getBlock', '[0]', 'contract')).toBe('null');
    expect(await callText(node, 'getBlock', '[0]', 'agave')).toBe(errorText(-32004, 'Block not available for slot 0'));
  });
});

describe.each(BOTH_DIALECTS)('getBlock version gate (%s)', (dialect) => {
  it('refuses the whole block for its first transaction of a version beyond the maximum', async () => {
    expect(await ask('[12]', dialect)).toBe(unsupportedVersion(1));
    expect(await ask('[12,{"maxSupportedTransactionVersion":0}]', dialect)).toBe(unsupportedVersion(1));
    expect(await ask('[12,{"transactionDetails":"accounts"}]', dialect)).toBe(unsupportedVersion(1));
  });

  it('reports the version of the first offender, not the highest', async () => {
    const node = testNode({
      blocks: [
        {
          slot: 5,
          transactions: [
            { name: 'x', version: 0 },
            { name: 'y', version: 1 },
          ],
        },
      ],
    });
    expect(await callText(node, 'getBlock', '[5]', dialect)).toBe(unsupportedVersion(0));
    expect(await callText(node, 'getBlock', '[5,{"maxSupportedTransactionVersion":0}]', dialect)).toBe(
      unsupportedVersion(1),
    );
  });

  it.each([1, 255])('passes every version up to %d', async (max) => {
    const text = await ask(`[12,{"maxSupportedTransactionVersion":${max}}]`, dialect);
    expect(partOf(text, 'transactions', 0, 'version')).toBe('1');
    expect(partOf(text, 'transactions', 1, 'version')).toBe('0');
  });

  it.each(['full', 'accounts'])('names versions under %s only when the request sets the maximum', async (details) => {
    const without = await ask(`[11,{"transactionDetails":"${details}"}]`, dialect);
    expect(partOf(without, 'transactions', 0, 'version')).toBeUndefined();
    const withMaximum = await ask(
      `[11,{"transactionDetails":"${details}","maxSupportedTransactionVersion":0}]`,
      dialect,
    );
    expect(partOf(withMaximum, 'transactions', 0, 'version')).toBe('"legacy"');
  });
});

describe('getBlock version gate of transactions that are not shown', () => {
  it.each(['signatures', 'none'])('%s: applies in the contract, not in agave', async (details) => {
    expect(await ask(`[12,{"transactionDetails":"${details}"}]`, 'contract')).toBe(unsupportedVersion(1));
    const text = await ask(`[12,{"transactionDetails":"${details}"}]`, 'agave');
    expect(partOf(text, 'blockhash')).toBe(`"${namedBlockhash('12')}"`);
  });
});

describe('getBlock answers', () => {
  const HEAD = (slot: number) =>
    `{"blockHeight":${slot},"blockTime":${BLOCK_TIME_BASE + slot},"blockhash":"${namedBlockhash(`${slot}`)}",`;
  const TAIL = (parent: number) => `"parentSlot":${parent},"previousBlockhash":"${namedBlockhash(`${parent}`)}"`;

  it('agave: everything, in the order of the node', async () => {
    expect(await ask('[14]', 'agave')).toBe(
      `${HEAD(14)}"numRewardPartitions":3,${TAIL(12)},"rewards":[${FEE_REWARD_TEXT}],` +
        `"transactions":[{"meta":${transferMetaText({ dialect: 'agave' })},"transaction":${transferText('c', 'agave')}}]}`,
    );
  });

  it('contract: exactly what it names', async () => {
    expect(await ask('[14]', 'contract')).toBe(
      `${HEAD(14)}${TAIL(12)},` +
        `"transactions":[{"meta":${transferMetaText({ dialect: 'contract' })},"transaction":${transferText('c', 'contract')}}]}`,
    );
  });

  it.each([
    ['agave', '{"transactionDetails":"none","rewards":false}', '"numRewardPartitions":3,', ''],
    ['agave', '{"transactionDetails":"none"}', '"numRewardPartitions":3,', `,"rewards":[${FEE_REWARD_TEXT}]`],
    ['contract', '{"transactionDetails":"none"}', '', ''],
    ['contract', '{"transactionDetails":"none","rewards":false}', '', ''],
    ['contract', '{"transactionDetails":"none","rewards":true}', '', `,"rewards":[${FEE_REWARD_TEXT}]`],
  ] as const)('%s: %s leaves out both lists', async (dialect, config, partitions, rewards) => {
    expect(await ask(`[14,${config}]`, dialect)).toBe(`${HEAD(14)}${partitions}${TAIL(12)}${rewards}}`);
  });

  it('signatures: the first of each transaction, in block order', async () => {
    expect(await ask('[11,{"transactionDetails":"signatures"}]', 'contract')).toBe(
      `${HEAD(11)}${TAIL(10)},"signatures":["${namedSignature('a')}","${namedSignature('b')}"]}`,
    );
    expect(await ask('[11,{"transactionDetails":"signatures"}]', 'agave')).toBe(
      `${HEAD(11)}${TAIL(10)},"rewards":[],"signatures":["${namedSignature('a')}","${namedSignature('b')}"]}`,
    );
  });

  it.each(BOTH_DIALECTS)('%s: an unknown time or height is null', async (dialect) => {
    const text = await ask('[10,{"transactionDetails":"none","rewards":false}]', dialect);
    expect(text).toBe(`{"blockHeight":null,"blockTime":null,"blockhash":"${namedBlockhash('10')}",${TAIL(9)}}`);
  });

  it.each(BOTH_DIALECTS)('%s: lists of an empty block are empty, not absent', async (dialect) => {
    const full = await ask('[10]', dialect);
    expect(partOf(full, 'transactions')).toBe('[]');
    expect(membersOf(full)).not.toContain('signatures');
    const signatures = await ask('[10,{"transactionDetails":"signatures"}]', dialect);
    expect(partOf(signatures, 'signatures')).toBe('[]');
    expect(membersOf(signatures)).not.toContain('transactions');
  });

  it('an encoding in place of the configuration is agave only', async () => {
    for (const bare of ['"base64"', '{"base64":null}']) {
      expect(await ask(`[11,${bare}]`, 'agave')).toBe(await ask('[11,{"encoding":"base64"}]', 'agave'));
    }
    expect(await ask('[11,"base64"]', 'contract')).toBe(
      badParams('data did not match any variant of untagged enum RpcEncodingConfigWrapper'),
    );
  });

  it('the encoding applies to every transaction', async () => {
    const text = await ask('[11,{"encoding":"base64"}]', 'contract');
    expect(partOf(text, 'transactions', 0, 'transaction', 1)).toBe('"base64"');
    expect(partOf(text, 'transactions', 1, 'transaction', 1)).toBe('"base64"');
  });

  it('defaults to the confirmed tip in the contract, to the finalized one in agave', async () => {
    expect(await ask('[15]', 'contract')).toBe(await ask('[15,{"commitment":"confirmed"}]', 'contract'));
    expect(partOf(await ask('[15]', 'contract'), 'blockhash')).toBe(`"${namedBlockhash('15')}"`);
    expect(await ask('[15]', 'agave')).toBe(errorText(-32004, 'Block not available for slot 15'));
    expect(partOf(await ask('[15,{"commitment":"confirmed"}]', 'agave'), 'blockhash')).toBe(
      `"${namedBlockhash('15')}"`,
    );
  });
});
