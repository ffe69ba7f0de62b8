import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, contextText, notInLedgerText, tooOld } from '../../support/answers.ts';
import { contextConfigCases, countCases } from '../../support/paramCases.ts';
import { callText, type LedgerSpec, testNode } from '../../support/testNode.ts';
import { namedBlockhash } from '../../support/transactions.ts';

const NODE = testNode({
  blocks: [
    { slot: 5, blockHeight: 3 },
    { slot: 6, blockHeight: null },
    { slot: 7, blockHeight: Number.MAX_SAFE_INTEGER },
  ],
  finalized: 5,
  confirmed: 6,
  processed: 9,
});

const value = (slot: number, blockhash: string, height: number | bigint) =>
  contextText(`{"blockhash":"${blockhash}","lastValidBlockHeight":${height}}`, slot);
const unknown = (what: string) => notInLedgerText(`This ledger does not say ${what}: add a block that does`);

describe.each(BOTH_DIALECTS)('getLatestBlockhash (%s)', (dialect) => {
  const ask = (params: string) => callText(NODE, 'getLatestBlockhash', params, dialect);
  const askOver = (ledger: LedgerSpec) => callText(testNode(ledger), 'getLatestBlockhash', '[]', dialect);

  it.each([...countCases(0, 1, '{}'), ...contextConfigCases('')])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each([
    'null',
    '[]',
    '[null]',
    '[{}]',
    '[{"commitment":"bogus"}]',
    '[{"commitment":"finalized","minContextSlot":5}]',
  ])('%s gives the newest finalized block', async (params) => {
    expect(await ask(params)).toBe(value(5, namedBlockhash('5'), 153));
  });

  it('the other commitments have newer ones', async () => {
    expect(await ask('[{"commitment":"confirmed"}]')).toBe(value(6, namedBlockhash('6'), 154));
    expect(await ask('[{"commitment":"processed"}]')).toBe(value(9, namedBlockhash('7'), 9007199254741141n));
  });

  it('refuses a tip that is older than the client wants', async () => {
    expect(await ask('[{"minContextSlot":6}]')).toBe(tooOld(5));
  });

  it('there is nothing to invent', async () => {
    expect(await askOver({})).toBe(unknown('its latest blockhash'));
    expect(await askOver({ blocks: [{ slot: 9, blockHeight: null }] })).toBe(unknown('its block height'));
  });
});
