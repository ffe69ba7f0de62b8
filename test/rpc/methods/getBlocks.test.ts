import { describe, expect, it } from 'vitest';
import { BELOW_CONFIRMED, BOTH_DIALECTS, badParams, errorText, tooOld } from '../../support/answers.ts';
import { contextConfigCases, countCases, type ParamCase } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';
import { testTransaction } from '../../support/transactions.ts';

/** 12 is not known, 14 lies on a fork, 16 is known by a transaction only, so that getBlock has nothing to show of it. */
const NODE = testNode({
  blocks: [
    { slot: 10 },
    { slot: 11 },
    { slot: 13, parentSlot: 11 },
    { slot: 14, parentSlot: 11 },
    { slot: 15, parentSlot: 13 },
    { slot: 17, parentSlot: 16 },
    { slot: 18 },
  ],
  loose: [testTransaction({ name: 'loose' }, { slot: 16n, index: 0, blockTimeSeconds: null })],
  finalized: 15,
  confirmed: 17,
  processed: 18,
});

const NO_VARIANT = badParams('data did not match any variant of untagged enum RpcBlocksConfigWrapper');
const TOO_LARGE = errorText(-32602, 'Slot range too large; max 500000');

describe.each(BOTH_DIALECTS)('getBlocks (%s)', (dialect) => {
  const ask = (params: string) => callText(NODE, 'getBlocks', params, dialect);

  it.each<ParamCase>([
    ...countCases(1, 3, '1'),
    ...contextConfigCases('1,null,'),
    ['[null]', badParams('invalid type: null, expected u64')],
    ['["1"]', badParams('invalid type: string "1", expected u64')],
    ['[-1]', badParams('invalid value: integer `-1`, expected u64')],
    ['[1.0]', badParams('invalid type: floating point `1.0`, expected u64')],
    ['[1,"2"]', NO_VARIANT],
    ['[1,-2]', NO_VARIANT],
    ['[1,2.0]', NO_VARIANT],
    ['[1,[]]', NO_VARIANT],
    ['[1,true]', NO_VARIANT],
    ['[1,{"minContextSlot":-1}]', NO_VARIANT],
    ['[1,18446744073709551616]', NO_VARIANT],
    // left to right
    ['[-1,"2","3"]', badParams('invalid value: integer `-1`, expected u64')],
    ['[1,"2","3"]', NO_VARIANT],
    // then commitment, then the tip
    ['[1,2,{"commitment":"processed","minContextSlot":99}]', BELOW_CONFIRMED],
    ['[1,{"commitment":"processed"}]', BELOW_CONFIRMED],
    ['[1,{"minContextSlot":16}]', tooOld(15)],
    ['[20,5,{"commitment":"confirmed","minContextSlot":18}]', tooOld(17)],
  ])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each([
    ['[0]', '[10,11,13,15]'],
    ['[0,null]', '[10,11,13,15]'],
    ['[0,null,null]', '[10,11,13,15]'],
    ['[0,{}]', '[10,11,13,15]'],
    ['[0,{"commitment":"bogus","unheardOf":1}]', '[10,11,13,15]'],
    ['[0,{"commitment":"confirmed"}]', '[10,11,13,15,17]'],
    ['[0,null,{"commitment":"confirmed"}]', '[10,11,13,15,17]'],
    // the last configuration counts, as a whole
    ['[0,{"commitment":"confirmed"},{}]', '[10,11,13,15]'],
    ['[0,{"minContextSlot":99},{"commitment":"confirmed"}]', '[10,11,13,15,17]'],
    ['[0,{"commitment":"confirmed"},null]', '[10,11,13,15,17]'],
    ['[11,15]', '[11,13,15]'],
    ['[12,14]', '[13]'],
    ['[12,12]', '[]'],
    ['[13,13]', '[13]'],
    ['[14,100]', '[15]'],
    ['[16,100]', '[]'],
    ['[16,100,{"commitment":"confirmed"}]', '[17]'],
    ['[15,14]', '[]'],
    ['[18446744073709551615]', '[]'],
    ['[18446744073709551615,18446744073709551615]', '[]'],
  ])('%s gives %s', async (params, slots) => {
    expect(await ask(params)).toBe(slots);
  });

  it('does not go below the first available block', async () => {
    const node = testNode({ blocks: [{ slot: 4 }, { slot: 5 }, { slot: 6 }], firstAvailable: 5 });
    // 5 has lost its parent
    expect(await callText(node, 'getBlocks', '[0]', dialect)).toBe('[6]');
  });

  it('spans 500000 slots at most, by default exactly', async () => {
    const node = testNode({ blocks: [{ slot: 1 }, { slot: 500_001 }, { slot: 500_002 }] });
    const askFar = (params: string) => callText(node, 'getBlocks', params, dialect);
    expect(await askFar('[1]')).toBe('[1,500001]');
    expect(await askFar('[1,500001]')).toBe('[1,500001]');
    expect(await askFar('[1,500002]')).toBe(TOO_LARGE);
    expect(await askFar('[0,18446744073709551615]')).toBe(TOO_LARGE);
    expect(await askFar('[2,18446744073709551615]')).toBe('[500001,500002]');
  });
});
