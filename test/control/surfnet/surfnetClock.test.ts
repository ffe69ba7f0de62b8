import { describe, expect, it, onTestFinished } from 'vitest';
import { createNode, type LedgerNode, ledger, type NodeOptions } from '../../../src/index.ts';
import { BOTH_DIALECTS } from '../../support/answers.ts';
import { invalidText, NO_ARGUMENT_CASES, outOfRangeText } from '../../support/control.ts';
import { callText, testNode } from '../../support/testNode.ts';

/** Slot 5 has the time 1,700,000,000; a slot takes 400 ms. */
const SCRIPT = ledger({ gates: { preset: 'genesis' }, consensus: 'tower' }).block({
  slot: 5,
  blockTime: 1_700_000_000,
});

const nodeOf = (options: Partial<NodeOptions> = {}): Promise<LedgerNode> =>
  createNode({ ledger: SCRIPT, dialect: 'agave', ...options });
const call = (node: LedgerNode, name: string, ...params: readonly unknown[]) =>
  callText(node, `surfnet_${name}`, JSON.stringify(params));

const epochInfo = (absoluteSlot: number, blockHeight = 5, epoch = 0, slotIndex = absoluteSlot) =>
  `{"absoluteSlot":${absoluteSlot},"blockHeight":${blockHeight},"epoch":${epoch},"slotIndex":${slotIndex},"slotsInEpoch":432000,"transactionCount":0}`;

describe('surfnet_timeTravel', () => {
  it.each(BOTH_DIALECTS)('goes to a slot, in the %s dialect too', async (dialect) => {
    const node = await nodeOf({ dialect });
    expect(await callText(node, 'surfnet_timeTravel', '[{"absoluteSlot":500}]', dialect)).toBe(epochInfo(500, 6));
    expect((await node.getTips()).processed).toBe(500);
  });

  it('goes to an epoch', async () => {
    expect(await call(await nodeOf(), 'timeTravel', { absoluteEpoch: 2 })).toBe(epochInfo(864_000, 6, 2, 0));
  });

  it('goes to a time in milliseconds', async () => {
    const node = await nodeOf();
    expect(await call(node, 'timeTravel', { absoluteTimestamp: 1_700_000_100_999 })).toBe(epochInfo(255, 6));
    expect(await node.request('getBlockTime', [255])).toBe(1_700_000_100);
  });

  it.each([[], [null]])('goes on by an hour without a target: %j', async (...params) => {
    const node = await nodeOf();
    expect(await call(node, 'timeTravel', ...params)).toBe(epochInfo(9005, 6));
    expect(await node.request('getBlockTime', [9005])).toBe(1_700_003_600);
  });

  it('only goes forward', async () => {
    const node = await nodeOf();
    expect(await call(node, 'timeTravel', { absoluteSlot: 5 })).toBe(
      outOfRangeText('slot 5 is not ahead: the ledger only moves forward, and is at slot 5'),
    );
    expect(await call(node, 'timeTravel', { absoluteEpoch: 0 })).toBe(
      outOfRangeText('slot 0 is not ahead: the ledger only moves forward, and is at slot 5'),
    );
    expect(await call(node, 'timeTravel', { absoluteTimestamp: 1_700_000_000_000 })).toBe(
      outOfRangeText('time 1700000000 is not ahead: the ledger only moves forward, and is at 1700000000'),
    );
    expect((await node.getTips()).processed).toBe(5);
  });

  const ONE = 'expected one of absoluteSlot, absoluteEpoch and absoluteTimestamp';

  it.each<[params: readonly unknown[], message: string]>([
    [[{}], `config: ${ONE}, found an empty object`],
    [[{ absoluteSlot: 9, absoluteEpoch: 1 }], `config: ${ONE}, found an object with absoluteSlot, absoluteEpoch`],
    [[{ slot: 9 }], 'config.slot: unknown member'],
    [[5], 'config: expected an object, found 5'],
    [[{ absoluteSlot: 9 }, 1], 'expected the arguments [config?], found 2'],
  ])('refuses %j', async (params, message) => {
    expect(await call(await nodeOf(), 'timeTravel', ...params)).toBe(invalidText(message));
  });

  it('needs a block, as getEpochInfo does', async () => {
    expect(await call(testNode({}), 'pauseClock')).toBe(
      '{"code":-32603,"message":"This ledger does not say its block height: add a block that does","data":{"reason":"notInLedger"}}',
    );
  });
});

describe('surfnet_pauseClock and surfnet_resumeClock', () => {
  async function moving(slotTime?: number): Promise<LedgerNode> {
    const node = await nodeOf(slotTime === undefined ? {} : { slotTime });
    onTestFinished(async () => void (await node.setSlotTime(null)));
    return node;
  }

  it('stop the time, and let it pass at the pace that it had', async () => {
    const node = await moving(1_000_000);
    expect(await call(node, 'pauseClock')).toBe(epochInfo(5));
    expect((await node.timeline()).slotTimeMs).toBeNull();
    expect(await call(node, 'pauseClock')).toBe(epochInfo(5));
    expect(await call(node, 'resumeClock')).toBe(epochInfo(5));
    expect((await node.timeline()).slotTimeMs).toBe(1_000_000);
  });

  it('let it pass at the pace of the cluster where it had none', async () => {
    const node = await moving();
    expect(await call(node, 'resumeClock')).toBe(epochInfo(5));
    expect((await node.timeline()).slotTimeMs).toBe(400);
  });

  it('change nothing where it passes', async () => {
    const node = await moving(1_000_000);
    expect(await call(node, 'resumeClock')).toBe(epochInfo(5));
    expect((await node.timeline()).slotTimeMs).toBe(1_000_000);
  });

  it.each(['pauseClock', 'resumeClock'])('%s takes no arguments', async (name) => {
    const node = await nodeOf();
    for (const [params, error] of NO_ARGUMENT_CASES)
      expect(await callText(node, `surfnet_${name}`, params)).toBe(error);
  });
});
