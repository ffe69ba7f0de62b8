import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, notInLedgerText, tooOld } from '../../support/answers.ts';
import { contextConfigCases, countCases } from '../../support/paramCases.ts';
import { callText, type LedgerSpec, testNode } from '../../support/testNode.ts';

const NODE = testNode({
  blocks: [
    { slot: 5, blockHeight: 3 },
    { slot: 6, blockHeight: 4 },
    { slot: 8, blockHeight: 5, parentSlot: 6 },
  ],
  finalized: 5,
  confirmed: 6,
  processed: 8,
});

const UNKNOWN = notInLedgerText('This ledger does not say its block height: add a block that does');

describe.each(BOTH_DIALECTS)('getBlockHeight (%s)', (dialect) => {
  const ask = (params: string) => callText(NODE, 'getBlockHeight', params, dialect);
  const askOver = (ledger: LedgerSpec, params = '[]') => callText(testNode(ledger), 'getBlockHeight', params, dialect);

  it.each([...countCases(0, 1, '{}'), ...contextConfigCases('')])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each([
    ['null', 3],
    ['[null]', 3],
    ['[{"commitment":"bogus"}]', 3],
    ['[{"commitment":"finalized"}]', 3],
    ['[{"commitment":"confirmed"}]', 4],
    ['[{"commitment":"processed","minContextSlot":8}]', 5],
  ])('%s gives %i', async (params, height) => {
    expect(await ask(params)).toBe(`${height}`);
  });

  it('refuses a tip that is older than the client wants', async () => {
    expect(await ask('[{"minContextSlot":6}]')).toBe(tooOld(5));
  });

  it('the newest block of the commitment stands for a tip above it', async () => {
    expect(await askOver({ blocks: [{ slot: 5, blockHeight: 3 }], processed: 9 })).toBe('3');
  });

  it('forks that are not of the chain do not count', async () => {
    const blocks = [
      { slot: 5, blockHeight: 3 },
      { slot: 6, blockHeight: 77 },
      { slot: 7, blockHeight: 4, parentSlot: 5 },
    ];
    expect(await askOver({ blocks, finalized: 5, confirmed: 6, processed: 7 }, '[{"commitment":"processed"}]')).toBe(
      '4',
    );
    expect(await askOver({ blocks: blocks.slice(0, 2), finalized: 5 }, '[]')).toBe('3');
  });

  it('a height that was not recorded is counted over parents', async () => {
    const blocks = [
      { slot: 5, blockHeight: 3 },
      { slot: 6, blockHeight: null },
      { slot: 9, blockHeight: null, parentSlot: 6 },
    ];
    expect(await askOver({ blocks })).toBe('5');
    expect(await askOver({ blocks: [0, 1, 2].map((slot) => ({ slot, blockHeight: null })) })).toBe('2');
  });

  it('but not over a gap', async () => {
    const blocks = [
      { slot: 5, blockHeight: 3 },
      { slot: 9, blockHeight: null, parentSlot: 8 },
    ];
    expect(await askOver({ blocks })).toBe(UNKNOWN);
    expect(await askOver({ blocks: [{ slot: 5, blockHeight: null }] })).toBe(UNKNOWN);
  });

  it('a ledger without blocks has none', async () => {
    expect(await askOver({})).toBe(UNKNOWN);
  });
});
