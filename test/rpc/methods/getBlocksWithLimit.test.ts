import { describe, expect, it } from 'vitest';
import { BELOW_CONFIRMED, BOTH_DIALECTS, badParams, errorText, tooOld } from '../../support/answers.ts';
import { contextConfigCases, countCases, type ParamCase } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';
import { testTransaction } from '../../support/transactions.ts';

/** 12 is not known, 14 lies on a fork. */
const NODE = testNode({
  blocks: [
    { slot: 10 },
    { slot: 11 },
    { slot: 13, parentSlot: 11 },
    { slot: 14, parentSlot: 11 },
    { slot: 15, parentSlot: 13 },
    { slot: 16 },
    { slot: 17 },
  ],
  finalized: 15,
  confirmed: 16,
  processed: 17,
});

const TOO_LARGE = errorText(-32602, 'Limit too large; max 500000');

describe.each(BOTH_DIALECTS)('getBlocksWithLimit (%s)', (dialect) => {
  const ask = (params: string) => callText(NODE, 'getBlocksWithLimit', params, dialect);

  it.each<ParamCase>([
    ...countCases(2, 3, '1'),
    ...contextConfigCases('1,1,'),
    ['[null,1]', badParams('invalid type: null, expected u64')],
    ['["1",1]', badParams('invalid type: string "1", expected u64')],
    ['[1,null]', badParams('invalid type: null, expected usize')],
    ['[1,{}]', badParams('invalid type: map, expected usize')],
    ['[1,-1]', badParams('invalid value: integer `-1`, expected usize')],
    ['[1,1.0]', badParams('invalid type: floating point `1.0`, expected usize')],
    // left to right, all before anything is looked at
    ['[-1,"1",5]', badParams('invalid value: integer `-1`, expected u64')],
    ['[1,500001,5]', badParams('invalid type: integer `5`, expected struct RpcContextConfig')],
    // then commitment, limit, tip
    ['[1,500001,{"commitment":"processed"}]', BELOW_CONFIRMED],
    ['[1,500001,{"minContextSlot":99}]', TOO_LARGE],
    ['[1,18446744073709551615]', TOO_LARGE],
    ['[1,500000,{"minContextSlot":16}]', tooOld(15)],
    ['[1,0,{"commitment":"confirmed","minContextSlot":17}]', tooOld(16)],
  ])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each([
    ['[0,3]', '[10,11,13]'],
    ['[0,3,null]', '[10,11,13]'],
    ['[0,500000,{}]', '[10,11,13,15]'],
    ['[0,4,{"commitment":"bogus"}]', '[10,11,13,15]'],
    ['[11,2]', '[11,13]'],
    ['[12,1]', '[13]'],
    ['[14,9]', '[15]'],
    ['[0,0]', '[]'],
    ['[16,9]', '[]'],
    ['[16,9,{"commitment":"confirmed"}]', '[16]'],
    ['[13,3,{"commitment":"confirmed","minContextSlot":16}]', '[13,15,16]'],
    ['[13,2,{"commitment":"confirmed"}]', '[13,15]'],
    ['[18446744073709551615,1]', '[]'],
  ])('%s gives %s', async (params, slots) => {
    expect(await ask(params)).toBe(slots);
  });

  it('counts only slots that hold blocks', async () => {
    const loose = testTransaction({ name: 'loose' }, { slot: 6n, index: 0, blockTimeSeconds: null });
    const node = testNode({ blocks: [{ slot: 5 }, { slot: 7 }, { slot: 8 }], loose: [loose] });
    expect(await callText(node, 'getBlocksWithLimit', '[5,2]', dialect)).toBe('[5,7]');
    expect(await callText(node, 'getBlocksWithLimit', '[6,1]', dialect)).toBe('[7]');
  });
});
