import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, notInLedgerText, tooOld } from '../../support/answers.ts';
import { contextConfigCases, countCases } from '../../support/paramCases.ts';
import { type BlockSpec, callText, testNode } from '../../support/testNode.ts';

const EPOCHS = {
  slotsPerEpoch: 32n,
  leaderScheduleSlotOffset: 32n,
  warmup: false,
  firstNormalEpoch: 0n,
  firstNormalSlot: 0n,
};
const BLOCKS: readonly BlockSpec[] = [
  { slot: 30, blockHeight: 20, transactions: [{ name: 'a' }, { name: 'b' }] },
  { slot: 33, parentSlot: 30, blockHeight: 21, transactions: [{ name: 'c' }] },
  { slot: 34, blockHeight: 22, transactions: [{ name: 'dropped' }] },
  { slot: 35, parentSlot: 33, blockHeight: 22, transactions: [{ name: 'd' }, { name: 'e' }, { name: 'f' }] },
];
const TIPS = { finalized: 30, confirmed: 33, processed: 35 };
const NODE = testNode({ blocks: BLOCKS, ...TIPS, cluster: { epochSchedule: EPOCHS } });

interface Shown {
  readonly slot: number;
  readonly height: number;
  readonly epoch: number;
  readonly index: number;
  readonly slots: number;
  readonly count: string;
}

const info = ({ slot, height, epoch, index, slots, count }: Shown) =>
  `{"absoluteSlot":${slot},"blockHeight":${height},"epoch":${epoch},"slotIndex":${index},"slotsInEpoch":${slots},"transactionCount":${count}}`;

const PROCESSED = { slot: 35, height: 22, epoch: 1, index: 3, slots: 32, count: '6' };
const CONFIRMED = { slot: 33, height: 21, epoch: 1, index: 1, slots: 32, count: '3' };
const FINALIZED = { slot: 30, height: 20, epoch: 0, index: 30, slots: 32, count: '2' };

describe.each(BOTH_DIALECTS)('getEpochInfo (%s)', (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, 'getEpochInfo', params, dialect);

  it.each([...countCases(0, 1), ...contextConfigCases('')])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each(['[]', 'null', '[null]', '[{}]', '[{"commitment":"bogus","x":1}]', '[{"commitment":"finalized"}]'])(
    '%s asks for the finalized tip',
    async (params) => {
      expect(await ask(params)).toBe(info(FINALIZED));
    },
  );

  it.each([
    ['processed', PROCESSED],
    ['confirmed', CONFIRMED],
    ['finalized', FINALIZED],
  ])('%s: where its tip stands, and the transactions that the ledger shows up to it', async (commitment, shown) => {
    const config = (slot: number) => `[{"commitment":"${commitment}","minContextSlot":${slot}}]`;
    expect(await ask(config(shown.slot))).toBe(info(shown));
    expect(await ask(config(shown.slot + 1))).toBe(tooOld(shown.slot));
  });

  it.each([
    ['processed', { ...PROCESSED, count: '18446744073709551615' }],
    ['confirmed', { ...CONFIRMED, count: '18446744073709551612' }],
    ['finalized', { ...FINALIZED, count: '18446744073709551611' }],
  ])('%s: transactions above its tip come off the number that ledger.json gives', async (commitment, shown) => {
    const cluster = { epochSchedule: EPOCHS, transactionCount: 2n ** 64n - 1n };
    const node = testNode({ blocks: BLOCKS, ...TIPS, cluster });
    expect(await ask(`[{"commitment":"${commitment}"}]`, node)).toBe(info(shown));
  });

  it('has epochs of mainnet where nothing else is said', async () => {
    const node = testNode({ blocks: [{ slot: 864_007, blockHeight: 5 }] });
    const shown = { slot: 864_007, height: 5, epoch: 2, index: 7, slots: 432_000, count: '0' };
    expect(await ask('[]', node)).toBe(info(shown));
  });

  it('has short epochs during a warm-up', async () => {
    const epochSchedule = {
      ...EPOCHS,
      slotsPerEpoch: 8192n,
      warmup: true,
      firstNormalEpoch: 8n,
      firstNormalSlot: 8160n,
    };
    const node = testNode({ blocks: [{ slot: 100, blockHeight: 9 }], cluster: { epochSchedule } });
    const shown = { slot: 100, height: 9, epoch: 2, index: 4, slots: 128, count: '0' };
    expect(await ask('[]', node)).toBe(info(shown));
  });

  it('a ledger without heights has none to give', async () => {
    expect(await ask('[]', testNode({ blocks: [{ slot: 9, blockHeight: null }] }))).toBe(
      notInLedgerText('This ledger does not say its block height: add a block that does'),
    );
  });
});
