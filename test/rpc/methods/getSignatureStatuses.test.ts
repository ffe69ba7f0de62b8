import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import { BOTH_DIALECTS, badParam, badParams, errorText, partOf, tooManyParams } from '../../support/answers.ts';
import { type BlockSpec, callText, testNode } from '../../support/testNode.ts';
import { namedSignature } from '../../support/transactions.ts';

const CUSTOM_ERROR = { InstructionError: [0, { Custom: 1 }] };

/** 10, 11 finalized, 12 dropped, 13 confirmed, 14 processed only. */
const NODE = testNode({
  blocks: [
    {
      slot: 10,
      transactions: [
        { name: 'good' },
        { name: 'failed', meta: { err: CUSTOM_ERROR } },
        { name: 'odd', meta: { err: 'AccountInUse' } },
        { name: 'unknown outcome', meta: null },
      ],
    },
    { slot: 11, transactions: [{ name: 'two signers', numSigners: 2, numReadonlyUnsigned: 0 }] },
    { slot: 12, transactions: [{ name: 'dropped' }] },
    { slot: 13, parentSlot: 11, transactions: [{ name: 'confirmed' }] },
    { slot: 14, transactions: [{ name: 'processed', meta: { err: CUSTOM_ERROR } }] },
  ],
  finalized: 11,
  confirmed: 13,
  processed: 14,
});

const ask = (params: string, dialect: DialectName) => callText(NODE, 'getSignatureStatuses', params, dialect);
const askFor = (names: readonly string[], dialect: DialectName, config = '{"searchTransactionHistory":true}') =>
  ask(`[${JSON.stringify(names.map(namedSignature))},${config}]`, dialect);

const SIGNATURES = JSON.stringify([namedSignature('good')]);

describe.each(BOTH_DIALECTS)('getSignatureStatuses params (%s)', (dialect) => {
  it.each([
    ['[]', errorText(-32602, '`params` should have at least 1 argument(s)')],
    ['null', errorText(-32602, '`params` should have at least 1 argument(s)')],
    ['{}', errorText(-32602, '`params` should be an array')],
    [`[${SIGNATURES},null,1]`, tooManyParams(2, 3)],
    ['[null]', badParams('invalid type: null, expected a sequence')],
    ['["x"]', badParams('invalid type: string "x", expected a sequence')],
    ['[{}]', badParams('invalid type: map, expected a sequence')],
    ['[[5]]', badParams('invalid type: integer `5`, expected a string')],
    ['[[null]]', badParams('invalid type: null, expected a string')],
    ['[["0"]]', badParam('Invalid')],
    ['[["1"]]', badParam('WrongSize')],
    [`[["${namedSignature('good')}","1","0"]]`, badParam('WrongSize')],
    [`[["0"],{"searchTransactionHistory":5}]`, badParams('invalid type: integer `5`, expected a boolean')],
    [
      `[${SIGNATURES},{"searchTransactionHistory":"true"}]`,
      badParams('invalid type: string "true", expected a boolean'),
    ],
    [
      `[${SIGNATURES},"finalized"]`,
      badParams('invalid type: string "finalized", expected struct RpcSignatureStatusConfig'),
    ],
    [`[${SIGNATURES},true]`, badParams('invalid type: boolean `true`, expected struct RpcSignatureStatusConfig')],
    [`[${SIGNATURES},[]]`, badParams('invalid length 0, expected struct RpcSignatureStatusConfig with 1 element')],
    [`[${SIGNATURES},[1]]`, badParams('invalid type: integer `1`, expected a boolean')],
    [`[${SIGNATURES},[true,true]]`, badParams('invalid length 2, expected fewer elements in array')],
  ])('%s is refused', async (params, error) => {
    expect(await ask(params, dialect)).toBe(error);
  });

  it('takes 256 signatures and not one more, counted before they are looked at', async () => {
    const names = Array.from({ length: 256 }, (_, i) => `n${i}`);
    const many = await askFor(names, dialect);
    expect(partOf(many, 'value')).toBe(`[${names.map(() => 'null').join(',')}]`);
    const error = errorText(-32602, 'Too many inputs provided; max 256');
    expect(await askFor([...names, 'n256'], dialect)).toBe(error);
    expect(await ask(`[${JSON.stringify(Array(257).fill('0'))}]`, dialect)).toBe(error);
  });

  it('takes no signatures', async () => {
    expect(partOf(await ask('[[]]', dialect), 'value')).toBe('[]');
  });

  it.each(['null', '[true]', '[false]', '{"searchTransactionHistory":true}'])(
    'takes %s as configuration',
    async (config) => {
      expect(await askFor(['good'], dialect, config)).toBe(await ask(`[${SIGNATURES}]`, dialect));
    },
  );

  it('ignores what it does not know, commitments and minContextSlot too', async () => {
    const config = '{"searchTransactionHistory":false,"commitment":"finalized","minContextSlot":99999,"x":1}';
    expect(await askFor(['good'], dialect, config)).toBe(await ask(`[${SIGNATURES}]`, dialect));
  });
});

describe('getSignatureStatuses configuration', () => {
  it('agave: an object must say whether to search', async () => {
    expect(await askFor(['good'], 'agave', '{}')).toBe(badParams('missing field `searchTransactionHistory`'));
    expect(await askFor(['good'], 'agave', '{"searchTransactionHistory":null}')).toBe(
      badParams('invalid type: null, expected a boolean'),
    );
  });

  it('contract: it may leave that open', async () => {
    const whole = await ask(`[${SIGNATURES}]`, 'contract');
    expect(await askFor(['good'], 'contract', '{}')).toBe(whole);
    expect(await askFor(['good'], 'contract', '{"searchTransactionHistory":null}')).toBe(whole);
  });
});

const STATUS = {
  good: '"err":null,"slot":10,"status":{"Ok":null}}',
  failed:
    '"err":{"InstructionError":[0,{"Custom":1}]},"slot":10,"status":{"Err":{"InstructionError":[0,{"Custom":1}]}}}',
  odd: '"err":"AccountInUse","slot":10,"status":{"Err":"AccountInUse"}}',
};
const FINAL = '{"confirmationStatus":"finalized","confirmations":null,';

describe('getSignatureStatuses answers', () => {
  it('contract: one element a signature, in order, with the slot of the processed tip', async () => {
    const text = await askFor(['odd', 'nobody', 'good', 'failed', 'good'], 'contract');
    expect(text).toBe(
      `{"context":{"slot":14},"value":[${FINAL}${STATUS.odd},null,${FINAL}${STATUS.good},${FINAL}${STATUS.failed},${FINAL}${STATUS.good}]}`,
    );
  });

  it('agave: the context names the version of the node', async () => {
    const node = testNode({ blocks: [{ slot: 3 }], apiVersion: '4.1.7' }, 'agave');
    expect(await callText(node, 'getSignatureStatuses', '[[]]')).toBe(
      '{"context":{"apiVersion":"4.1.7","slot":3},"value":[]}',
    );
  });

  it.each([
    ['contract', 'finalized', 'finalized'],
    ['agave', 'confirmed', 'processed'],
  ] as const)('%s: transactions that are not final count the blocks above them', async (dialect, first, second) => {
    const text = await askFor(['confirmed', 'processed'], dialect);
    expect(partOf(text, 'value')).toBe(
      `[{"confirmationStatus":"${first}","confirmations":1,"err":null,"slot":13,"status":{"Ok":null}},` +
        `{"confirmationStatus":"${second}","confirmations":0,"err":{"InstructionError":[0,{"Custom":1}]},"slot":14,"status":{"Err":{"InstructionError":[0,{"Custom":1}]}}}]`,
    );
  });

  it.each(BOTH_DIALECTS)('%s: only the first signature finds a transaction', async (dialect) => {
    expect(partOf(await askFor(['two signers/1'], dialect), 'value')).toBe('[null]');
    expect(partOf(await askFor(['two signers'], dialect), 'value', 0, 'slot')).toBe('11');
  });

  it.each(BOTH_DIALECTS)('%s: a dropped fork is unknown', async (dialect) => {
    expect(partOf(await askFor(['dropped'], dialect), 'value')).toBe('[null]');
  });

  it.each(BOTH_DIALECTS)('%s: a transaction without metadata counts as successful', async (dialect) => {
    expect(partOf(await askFor(['unknown outcome'], dialect), 'value', 0)).toBe(`${FINAL}${STATUS.good}`);
  });

  it.each(BOTH_DIALECTS)('%s: of a transaction on two forks the one on the chain counts', async (dialect) => {
    const node = testNode({
      blocks: [
        { slot: 1 },
        { slot: 2, transactions: [{ name: 'twice', meta: { err: 'AccountInUse' } }] },
        { slot: 3, parentSlot: 1, transactions: [{ name: 'twice' }] },
      ],
    });
    const text = await callText(node, 'getSignatureStatuses', `[["${namedSignature('twice')}"]]`, dialect);
    expect(partOf(text, 'value', 0)).toBe(`${FINAL}"err":null,"slot":3,"status":{"Ok":null}}`);
  });
});

describe('getSignatureStatuses search', () => {
  // 400 roots: the newest 300 of them are 101 to 400
  const blocks = Array.from(
    { length: 400 },
    (_, i): BlockSpec => ({ slot: i + 1, transactions: [{ name: `in ${i + 1}` }] }),
  );
  const node = testNode({ blocks });
  const find = async (slot: number, config: string, dialect: DialectName) => {
    const params = `[["${namedSignature(`in ${slot}`)}"],${config}]`;
    return partOf(await callText(node, 'getSignatureStatuses', params, dialect), 'value', 0, 'slot');
  };

  it.each(['null', '{"searchTransactionHistory":false}'])('agave: %s reaches back 300 roots', async (config) => {
    expect(await find(400, config, 'agave')).toBe('400');
    expect(await find(101, config, 'agave')).toBe('101');
    expect(await find(100, config, 'agave')).toBeUndefined();
  });

  it('agave: a search reaches the whole history', async () => {
    expect(await find(100, '{"searchTransactionHistory":true}', 'agave')).toBe('100');
    expect(await find(1, '{"searchTransactionHistory":true}', 'agave')).toBe('1');
  });

  it.each(['null', '{}', '{"searchTransactionHistory":false}', '{"searchTransactionHistory":true}'])(
    'contract: %s reaches the whole history',
    async (config) => {
      expect(await find(1, config, 'contract')).toBe('1');
    },
  );

  it.each(BOTH_DIALECTS)('%s: no search reaches cleaned-up slots', async (dialect) => {
    const cleaned = testNode({
      blocks: [
        { slot: 4, transactions: [{ name: 'purged' }] },
        { slot: 5 },
        { slot: 6, transactions: [{ name: 'kept' }] },
      ],
      firstAvailable: 5,
    });
    const params = `[${JSON.stringify([namedSignature('purged'), namedSignature('kept')])},{"searchTransactionHistory":true}]`;
    const text = await callText(cleaned, 'getSignatureStatuses', params, dialect);
    expect(partOf(text, 'value', 0)).toBe('null');
    expect(partOf(text, 'value', 1, 'slot')).toBe('6');
  });
});

describe('getSignatureStatuses confirmations', () => {
  const blocks = Array.from({ length: 41 }, (_, i): BlockSpec => ({ slot: i, transactions: [{ name: `in ${i}` }] }));
  const node = testNode({ blocks, finalized: 2, confirmed: 30, processed: 40 });
  const confirmations = async (slot: number, dialect: DialectName) => {
    const params = `[["${namedSignature(`in ${slot}`)}"]]`;
    return partOf(await callText(node, 'getSignatureStatuses', params, dialect), 'value', 0, 'confirmations');
  };

  it.each([
    [40, '0', '0'],
    [39, '1', '1'],
    [9, '31', '31'],
    [8, '32', '31'],
    [3, '37', '31'],
    [2, 'null', 'null'],
    [0, 'null', 'null'],
  ])('of slot %d: contract %s, agave %s', async (slot, contract, agave) => {
    expect(await confirmations(slot, 'contract')).toBe(contract);
    expect(await confirmations(slot, 'agave')).toBe(agave);
  });

  it.each(BOTH_DIALECTS)('%s: skipped slots and dropped forks confirm nothing', async (dialect) => {
    const forked = testNode({
      blocks: [
        { slot: 1 },
        { slot: 3, parentSlot: 1, transactions: [{ name: 't' }] },
        { slot: 4 },
        { slot: 9, parentSlot: 3 },
      ],
      finalized: 1,
    });
    const text = await callText(forked, 'getSignatureStatuses', `[["${namedSignature('t')}"]]`, dialect);
    expect(partOf(text, 'value', 0, 'confirmations')).toBe('1');
  });
});
