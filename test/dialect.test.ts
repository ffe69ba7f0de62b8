import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import type { JsonText } from '../src/codec/jsonText.ts';
import { DIALECTS, type Dialect } from '../src/dialect.ts';
import type { LedgerNode } from '../src/node/createNode.ts';
import { type Address, CLOCK_SYSVAR } from '../src/solana/address.ts';
import { badParams, errorText, membersOf, partOf, unsupportedVersion } from './support/answers.ts';
import { BLOCK_TIME_BASE, type BlockSpec, callText, type LedgerSpec, testNode } from './support/testNode.ts';
import { namedAddress, namedBlockhash, namedSignature, PAYER, RECIPIENT } from './support/transactions.ts';

/** Rows of the dialect table that a method shows; dialectEnvelope.test.ts has those of the transport and the envelope. */

const PROGRAM = namedAddress('program');
const SYSVAR = 'Sysvar1111111111111111111111111111111111111' as Address;

/** The result of one call in either dialect. */
async function both(
  node: LedgerNode,
  method: string,
  params: string,
): Promise<{ contract: JsonText; agave: JsonText }> {
  return {
    contract: await callText(node, method, params, 'contract'),
    agave: await callText(node, method, params, 'agave'),
  };
}

/** One part of both answers. */
async function bothParts(node: LedgerNode, method: string, params: string, ...path: readonly (string | number)[]) {
  const { agave, contract } = await both(node, method, params);
  return { contract: partOf(contract, ...path), agave: partOf(agave, ...path) };
}

const oneBlock = (block: Partial<BlockSpec>, rest: LedgerSpec = {}) =>
  testNode({ blocks: [{ slot: 5, ...block }], ...rest });
const T = namedSignature('t');

describe('the table', () => {
  const fields = Object.keys(DIALECTS.contract).filter((name) => name !== 'name') as (keyof Dialect)[];

  it.each(fields)('%s is a difference', (field) => {
    expect(DIALECTS.contract[field]).not.toEqual(DIALECTS.agave[field]);
  });

  it('both dialects have a value for every row', () => {
    expect(Object.keys(DIALECTS.agave)).toEqual(Object.keys(DIALECTS.contract));
  });
});

describe('1: getBlock of a slot that has no block to show', () => {
  const node = testNode({
    blocks: [{ slot: 3 }, { slot: 4 }, { slot: 5 }, { slot: 7, parentSlot: 5 }, { slot: 8 }],
    firstAvailable: 4,
    finalized: 7,
    confirmed: 7,
  });

  it.each([
    ['skipped', 6, errorText(-32007, 'Slot 6 was skipped, or missing due to ledger jump to recent snapshot')],
    ['not confirmed', 8, errorText(-32004, 'Block not available for slot 8')],
    ['unknown', 99, errorText(-32004, 'Block not available for slot 99')],
    ['cleaned up', 3, errorText(-32001, 'Block 3 cleaned up, does not exist on node. First available block: 5')],
  ])('%s', async (_what, slot, agave) => {
    expect(await both(node, 'getBlock', `[${slot}]`)).toEqual({ contract: 'null', agave });
  });
});

describe('2: version gate of transactions that are not shown', () => {
  const node = oneBlock({ transactions: [{ name: 't', version: 0 }] });

  it('signatures', async () => {
    const { agave, contract } = await both(node, 'getBlock', '[5,{"transactionDetails":"signatures"}]');
    expect(contract).toBe(unsupportedVersion(0));
    expect(partOf(agave, 'signatures')).toBe(`["${T}"]`);
  });

  it('none', async () => {
    const { agave, contract } = await both(node, 'getBlock', '[5,{"transactionDetails":"none"}]');
    expect(contract).toBe(unsupportedVersion(0));
    expect(partOf(agave, 'blockhash')).toBe(`"${namedBlockhash('5')}"`);
  });

  it.each(['full', 'accounts'])('%s: both refuse', async (details) => {
    const error = unsupportedVersion(0);
    expect(await both(node, 'getBlock', `[5,{"transactionDetails":"${details}"}]`)).toEqual({
      contract: error,
      agave: error,
    });
  });
});

describe('3: a block whose parent is gone', () => {
  const node = testNode({
    blocks: [{ slot: 4 }, { slot: 5, transactions: [{ name: 't' }] }, { slot: 6 }],
    firstAvailable: 5,
  });

  it('previousBlockhash of 32 ones, or no block', async () => {
    const { agave, contract } = await both(node, 'getBlock', '[5,{"transactionDetails":"none"}]');
    expect(contract).toBe(
      `{"blockHeight":5,"blockTime":${BLOCK_TIME_BASE + 5},"blockhash":"${namedBlockhash('5')}","parentSlot":4,"previousBlockhash":"11111111111111111111111111111111"}`,
    );
    expect(agave).toBe(errorText(-32001, 'Block 5 cleaned up, does not exist on node. First available block: 6'));
  });

  it('its transactions are part of the history, or not', async () => {
    expect(await bothParts(node, 'getTransaction', `["${T}"]`, 'slot')).toEqual({ contract: '5', agave: undefined });
    expect(await bothParts(node, 'getSignaturesForAddress', `["${PAYER}"]`, 0, 'slot')).toEqual({
      contract: '5',
      agave: undefined,
    });
  });

  it('the block above it is the same in both', async () => {
    const hash = `"${namedBlockhash('5')}"`;
    expect(await bothParts(node, 'getBlock', '[6]', 'previousBlockhash')).toEqual({ contract: hash, agave: hash });
  });
});

describe('4: meta.loadedAddresses', () => {
  const node = oneBlock({ transactions: [{ name: 't' }] });
  const NONE = '{"readonly":[],"writable":[]}';

  it.each([
    ['{}', undefined, NONE],
    ['{"maxSupportedTransactionVersion":0}', NONE, NONE],
    ['{"encoding":"base64"}', undefined, NONE],
    ['{"encoding":"jsonParsed","maxSupportedTransactionVersion":0}', undefined, undefined],
    ['{"encoding":"jsonParsed"}', undefined, undefined],
  ])('%s', async (config, contract, agave) => {
    expect(await bothParts(node, 'getTransaction', `["${T}",${config}]`, 'meta', 'loadedAddresses')).toEqual({
      contract,
      agave,
    });
    expect(await bothParts(node, 'getBlock', `[5,${config}]`, 'transactions', 0, 'meta', 'loadedAddresses')).toEqual({
      contract,
      agave,
    });
  });
});

describe('5: stackHeight of message instructions', () => {
  const inner = {
    index: 0,
    instructions: [{ programIdIndex: 2, accounts: Uint8Array.of(0), data: Uint8Array.of(9), stackHeight: 2 }],
  };
  const node = oneBlock({ transactions: [{ name: 't', meta: { innerInstructions: [inner] } }] });

  it.each(['json', 'jsonParsed'])('%s', async (encoding) => {
    const params = `["${T}",{"encoding":"${encoding}"}]`;
    expect(
      await bothParts(node, 'getTransaction', params, 'transaction', 'message', 'instructions', 0, 'stackHeight'),
    ).toEqual({
      contract: 'null',
      agave: '1',
    });
  });

  it('of calls inside it is told in both', async () => {
    const path = ['meta', 'innerInstructions', 0, 'instructions', 0, 'stackHeight'] as const;
    expect(await bothParts(node, 'getTransaction', `["${T}"]`, ...path)).toEqual({ contract: '2', agave: '2' });
  });
});

describe('6: an instruction that no parser takes, under jsonParsed', () => {
  const instruction = { programIdIndex: 2, accounts: Uint8Array.of(1, 0), data: Buffer.from('abc') };
  const node = oneBlock({
    transactions: [{ name: 't', accountKeys: [PAYER, RECIPIENT, PROGRAM], instructions: [instruction] }],
  });

  it('indexes, or addresses', async () => {
    const data = bs58.encode(Buffer.from('abc'));
    expect(
      await bothParts(
        node,
        'getTransaction',
        `["${T}",{"encoding":"jsonParsed"}]`,
        'transaction',
        'message',
        'instructions',
        0,
      ),
    ).toEqual({
      contract: `{"accounts":[1,0],"data":"${data}","programIdIndex":2,"stackHeight":null}`,
      agave: `{"accounts":["${RECIPIENT}","${PAYER}"],"data":"${data}","programId":"${PROGRAM}","stackHeight":1}`,
    });
  });
});

describe('7: parsed account data', () => {
  it('also under the name of the program, or not', async () => {
    const node = testNode({ accounts: [{ address: CLOCK_SYSVAR, owner: SYSVAR, data: Buffer.alloc(40) }] });
    const clock =
      '{"info":{"epoch":0,"epochStartTimestamp":0,"leaderScheduleEpoch":0,"slot":0,"unixTimestamp":0},"type":"clock"}';
    expect(
      await bothParts(
        node,
        'getMultipleAccounts',
        `[["${CLOCK_SYSVAR}"],{"encoding":"jsonParsed"}]`,
        'value',
        0,
        'data',
      ),
    ).toEqual({
      contract: `{"parsed":${clock},"program":"sysvar","space":40,"sysvar":${clock}}`,
      agave: `{"parsed":${clock},"program":"sysvar","space":40}`,
    });
  });
});

describe('8: meta under details accounts', () => {
  it('snake_case and nothing else, or camelCase with status and rewards', async () => {
    const node = oneBlock({ transactions: [{ name: 't' }] });
    const params = '[5,{"transactionDetails":"accounts"}]';
    const balances = '[1000000,1000000,1000000]';
    expect(await bothParts(node, 'getBlock', params, 'transactions', 0, 'meta')).toEqual({
      contract: `{"err":null,"fee":5000,"post_balances":${balances},"post_token_balances":[],"pre_balances":${balances},"pre_token_balances":[]}`,
      agave: `{"err":null,"fee":5000,"postBalances":${balances},"postTokenBalances":[],"preBalances":${balances},"preTokenBalances":[],"rewards":[],"status":{"Ok":null}}`,
    });
  });
});

describe('9: confirmationStatus', () => {
  const node = testNode({
    blocks: [5, 6, 7].map((slot): BlockSpec => ({ slot, transactions: [{ name: `${slot}` }] })),
    finalized: 5,
    confirmed: 6,
    processed: 7,
  });

  it.each([
    [5, '"finalized"'],
    [6, '"confirmed"'],
    [7, '"processed"'],
  ])('getSignatureStatuses of slot %d', async (slot, agave) => {
    const params = `[["${namedSignature(`${slot}`)}"]]`;
    expect(await bothParts(node, 'getSignatureStatuses', params, 'value', 0, 'confirmationStatus')).toEqual({
      contract: '"finalized"',
      agave,
    });
  });

  it.each([
    [0, '"confirmed"'],
    [1, '"finalized"'],
  ])('getSignaturesForAddress, entry %d', async (entry, agave) => {
    const params = `["${PAYER}",{"commitment":"confirmed"}]`;
    expect(await bothParts(node, 'getSignaturesForAddress', params, entry, 'confirmationStatus')).toEqual({
      contract: '"finalized"',
      agave,
    });
  });
});

describe('10: getProgramAccounts without an encoding', () => {
  const node = testNode({ accounts: [{ address: namedAddress('a'), owner: PROGRAM, data: Buffer.from('abc') }] });

  it('base64, or bare base58', async () => {
    expect(await bothParts(node, 'getProgramAccounts', `["${PROGRAM}"]`, 0, 'account', 'data')).toEqual({
      contract: '["YWJj","base64"]',
      agave: `"${bs58.encode(Buffer.from('abc'))}"`,
    });
  });

  it('getMultipleAccounts has base64 in both', async () => {
    const data = '["YWJj","base64"]';
    expect(await bothParts(node, 'getMultipleAccounts', `[["${namedAddress('a')}"]]`, 'value', 0, 'data')).toEqual({
      contract: data,
      agave: data,
    });
  });
});

describe('11: encoding binary, and an encoding in place of the configuration', () => {
  const node = oneBlock(
    { transactions: [{ name: 't' }] },
    { accounts: [{ address: PROGRAM, owner: PROGRAM, data: Buffer.from('abc') }] },
  );
  const REFUSED = badParams('data did not match any variant of untagged enum RpcEncodingConfigWrapper');
  const NO_VARIANT = badParams(
    'unknown variant `binary`, expected one of `base58`, `base64`, `jsonParsed`, `base64+zstd`',
  );

  it.each(['{"encoding":"binary"}', '"binary"', '"json"'])('%s of transactions', async (config) => {
    const transaction = await both(node, 'getTransaction', `["${T}",${config}]`);
    expect(transaction.contract).toBe(REFUSED);
    expect(partOf(transaction.agave, 'slot')).toBe('5');
    const block = await both(node, 'getBlock', `[5,${config}]`);
    expect(block.contract).toBe(REFUSED);
    expect(partOf(block.agave, 'parentSlot')).toBe('4');
  });

  it('binary of accounts', async () => {
    const text = `"${bs58.encode(Buffer.from('abc'))}"`;
    const several = await both(node, 'getMultipleAccounts', `[["${PROGRAM}"],{"encoding":"binary"}]`);
    expect(several.contract).toBe(NO_VARIANT);
    expect(partOf(several.agave, 'value', 0, 'data')).toBe(text);
    const owned = await both(node, 'getProgramAccounts', `["${PROGRAM}",{"encoding":"binary"}]`);
    expect(owned.contract).toBe(NO_VARIANT);
    expect(partOf(owned.agave, 0, 'account', 'data')).toBe(text);
  });
});

describe('12: fields that the contract does not name', () => {
  const reward = { pubkey: PAYER, lamports: 1n, postBalance: 2n, rewardType: 'Fee', commission: null };
  const rewardText = `[{"commission":null,"lamports":1,"postBalance":2,"pubkey":"${PAYER}","rewardType":"Fee"}]`;
  const node = oneBlock({
    rewards: [reward],
    numRewardPartitions: 2,
    transactions: [{ name: 't', meta: { rewards: [reward] } }],
  });

  it('rewards and numRewardPartitions of a block', async () => {
    const { agave, contract } = await both(node, 'getBlock', '[5]');
    expect(membersOf(contract)).toEqual([
      'blockHeight',
      'blockTime',
      'blockhash',
      'parentSlot',
      'previousBlockhash',
      'transactions',
    ]);
    expect(membersOf(agave)).toEqual([
      'blockHeight',
      'blockTime',
      'blockhash',
      'numRewardPartitions',
      'parentSlot',
      'previousBlockhash',
      'rewards',
      'transactions',
    ]);
  });

  it('rewards are shown to who names them', async () => {
    expect(await bothParts(node, 'getBlock', '[5,{"rewards":true}]', 'rewards')).toEqual({
      contract: rewardText,
      agave: rewardText,
    });
    expect(await bothParts(node, 'getBlock', '[5,{"rewards":true}]', 'transactions', 0, 'meta', 'rewards')).toEqual({
      contract: rewardText,
      agave: rewardText,
    });
    expect(await bothParts(node, 'getBlock', '[5]', 'transactions', 0, 'meta', 'rewards')).toEqual({
      contract: 'null',
      agave: rewardText,
    });
  });

  it('transactionIndex', async () => {
    expect(await bothParts(node, 'getTransaction', `["${T}"]`, 'transactionIndex')).toEqual({
      contract: undefined,
      agave: '0',
    });
    expect(await bothParts(node, 'getSignaturesForAddress', `["${PAYER}"]`, 0, 'transactionIndex')).toEqual({
      contract: undefined,
      agave: '0',
    });
  });

  it('costUnits', async () => {
    expect(await bothParts(node, 'getTransaction', `["${T}"]`, 'meta', 'costUnits')).toEqual({
      contract: undefined,
      agave: '1481',
    });
  });

  it.each([
    ['getSignatureStatuses', '[[]]'],
    ['getMultipleAccounts', '[[]]'],
    ['getProgramAccounts', `["${PROGRAM}",{"withContext":true}]`],
  ])('context.apiVersion of %s', async (method, params) => {
    expect(await bothParts(node, method, params, 'context')).toEqual({
      contract: '{"slot":5}',
      agave: '{"apiVersion":"4.1.0","slot":5}',
    });
  });
});

describe('13: an unknown before or until', () => {
  const node = oneBlock({ transactions: [{ name: 't' }] });
  const unknown = namedSignature('unknown');
  const error = errorText(-32020, `Transaction ${unknown} not found`);

  it('before: an empty list, or refused', async () => {
    const params = `["${PAYER}",{"before":"${unknown}"}]`;
    expect(await both(node, 'getSignaturesForAddress', params)).toEqual({ contract: '[]', agave: error });
  });

  it('until: ignored, or refused', async () => {
    const { agave, contract } = await both(node, 'getSignaturesForAddress', `["${PAYER}",{"until":"${unknown}"}]`);
    expect(contract).toBe(await callText(node, 'getSignaturesForAddress', `["${PAYER}"]`, 'contract'));
    expect(partOf(contract, 0, 'signature')).toBe(`"${T}"`);
    expect(agave).toBe(error);
  });
});

describe('14: getSignatureStatuses', () => {
  const blocks = Array.from({ length: 301 }, (_, slot): BlockSpec => ({ slot, transactions: [{ name: `${slot}` }] }));
  const node = testNode({ blocks });
  const statusOf0 = (config: string) =>
    bothParts(node, 'getSignatureStatuses', `[["${namedSignature('0')}"]${config}]`, 'value', 0, 'slot');

  it('searches the whole ledger, or the last 300 roots unless asked', async () => {
    expect(await statusOf0('')).toEqual({ contract: '0', agave: undefined });
    expect(await statusOf0(',{"searchTransactionHistory":false}')).toEqual({ contract: '0', agave: undefined });
    expect(await statusOf0(',{"searchTransactionHistory":true}')).toEqual({ contract: '0', agave: '0' });
  });

  it('the member may be missing, or not', async () => {
    const { agave, contract } = await both(node, 'getSignatureStatuses', '[[],{}]');
    expect(contract).toBe('{"context":{"slot":300},"value":[]}');
    expect(agave).toBe(badParams('missing field `searchTransactionHistory`'));
  });
});

describe('17: history when the request names no commitment', () => {
  const node = testNode({
    blocks: [
      { slot: 5 },
      { slot: 6, transactions: [{ name: 't' }] },
      { slot: 7, transactions: [{ name: 'processed' }] },
    ],
    finalized: 5,
    confirmed: 6,
    processed: 7,
    accounts: [{ address: PROGRAM, owner: PROGRAM }],
  });

  it('getBlock', async () => {
    const { agave, contract } = await both(node, 'getBlock', '[6]');
    expect(partOf(contract, 'blockhash')).toBe(`"${namedBlockhash('6')}"`);
    expect(agave).toBe(errorText(-32004, 'Block not available for slot 6'));
  });

  it('getTransaction', async () => {
    expect(await bothParts(node, 'getTransaction', `["${T}"]`, 'slot')).toEqual({ contract: '6', agave: undefined });
    expect(await both(node, 'getTransaction', `["${namedSignature('processed')}"]`)).toEqual({
      contract: 'null',
      agave: 'null',
    });
  });

  it('getSignaturesForAddress', async () => {
    const { agave, contract } = await both(node, 'getSignaturesForAddress', `["${PAYER}"]`);
    expect(partOf(contract, 0, 'signature')).toBe(`"${T}"`);
    expect(partOf(contract, 1)).toBeUndefined();
    expect(agave).toBe('[]');
  });

  it('accounts are read at the finalized tip in both', async () => {
    expect(await bothParts(node, 'getMultipleAccounts', '[[]]', 'context', 'slot')).toEqual({
      contract: '5',
      agave: '5',
    });
    expect(
      await bothParts(node, 'getProgramAccounts', `["${PROGRAM}",{"withContext":true}]`, 'context', 'slot'),
    ).toEqual({
      contract: '5',
      agave: '5',
    });
  });
});

describe('18: confirmations', () => {
  it('as many blocks as there are above, or at most 31', async () => {
    const blocks = Array.from({ length: 40 }, (_, slot): BlockSpec => ({ slot, transactions: [{ name: `${slot}` }] }));
    const node = testNode({ blocks, finalized: 0, confirmed: 20, processed: 39 });
    const confirmations = (slot: number) =>
      bothParts(node, 'getSignatureStatuses', `[["${namedSignature(`${slot}`)}"]]`, 'value', 0, 'confirmations');
    expect(await confirmations(39)).toEqual({ contract: '0', agave: '0' });
    expect(await confirmations(8)).toEqual({ contract: '31', agave: '31' });
    expect(await confirmations(7)).toEqual({ contract: '32', agave: '31' });
    expect(await confirmations(0)).toEqual({ contract: 'null', agave: 'null' });
  });
});

describe('19: token balances that were not recorded', () => {
  it.each(['preTokenBalances', 'postTokenBalances'])('%s', async (member) => {
    const node = oneBlock({ transactions: [{ name: 't', meta: { [member]: null } }] });
    expect(await bothParts(node, 'getTransaction', `["${T}"]`, 'meta', member)).toEqual({
      contract: undefined,
      agave: 'null',
    });
    const recorded = oneBlock({ transactions: [{ name: 't' }] });
    expect(await bothParts(recorded, 'getTransaction', `["${T}"]`, 'meta', member)).toEqual({
      contract: '[]',
      agave: '[]',
    });
  });
});
