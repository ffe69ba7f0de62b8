import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, tooOld } from '../../support/answers.ts';
import { contextConfigCases, countCases } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';

const NODE = testNode({ blocks: [{ slot: 5 }, { slot: 6 }, { slot: 7 }], finalized: 5, confirmed: 6, processed: 9 });

describe.each(BOTH_DIALECTS)('getSlot (%s)', (dialect) => {
  const ask = (params: string) => callText(NODE, 'getSlot', params, dialect);

  it.each([...countCases(0, 1, '{}'), ...contextConfigCases('')])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each([
    ['null', 5],
    ['[]', 5],
    ['[null]', 5],
    ['[{}]', 5],
    ['[{"commitment":null,"minContextSlot":null}]', 5],
    ['[{"commitment":"bogus","unheardOf":1}]', 5],
    ['[{"commitment":"finalized"}]', 5],
    ['[{"commitment":"confirmed"}]', 6],
    ['[{"commitment":"processed"}]', 9],
    ['[{"commitment":"processed","minContextSlot":9}]', 9],
  ])('%s gives the tip %i', async (params, slot) => {
    expect(await ask(params)).toBe(`${slot}`);
  });

  it('refuses a tip that is older than the client wants', async () => {
    expect(await ask('[{"minContextSlot":6}]')).toBe(tooOld(5));
    expect(await ask('[{"commitment":"confirmed","minContextSlot":18446744073709551615}]')).toBe(tooOld(6));
  });

  it('a ledger without blocks stands at slot 0', async () => {
    expect(await callText(testNode({}), 'getSlot', '[]', dialect)).toBe('0');
  });
});
