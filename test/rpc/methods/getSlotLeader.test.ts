import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, notInLedgerText, tooOld } from '../../support/answers.ts';
import { EPOCH_SCHEDULE, LEADERS, leaderOf, scheduleOf } from '../../support/leaderLedger.ts';
import { contextConfigCases, countCases } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';

const NODE = testNode(LEADERS);
const UNSAID = notInLedgerText(
  'This ledger does not say the leader of its tip: put `leaderSchedules` into ledger.json',
);

describe.each(BOTH_DIALECTS)('getSlotLeader (%s)', (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, 'getSlotLeader', params, dialect);

  it.each([...countCases(0, 1), ...contextConfigCases('')])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each(['[]', 'null', '[null]', '[{}]', '[{"commitment":"bogus","x":1}]'])(
    '%s asks for the leader of the finalized tip',
    async (params) => {
      expect(await ask(params)).toBe(`"${leaderOf(30)}"`);
    },
  );

  it.each([
    ['processed', 40],
    ['confirmed', 33],
    ['finalized', 30],
  ])('%s: the leader of its tip', async (commitment, tip) => {
    const config = (slot: number) => `[{"commitment":"${commitment}","minContextSlot":${slot}}]`;
    expect(await ask(config(tip))).toBe(`"${leaderOf(tip)}"`);
    expect(await ask(config(tip + 1))).toBe(tooOld(tip));
  });

  it.each([
    ['no schedules', undefined],
    ['none of this epoch', new Map([[1n, scheduleOf(1)]])],
    ['a schedule that leaves the slot out', new Map([[0n, scheduleOf(0, (index) => index !== 30)]])],
  ])('a ledger that gives %s has none to give', async (_what, leaderSchedules) => {
    const cluster = { epochSchedule: EPOCH_SCHEDULE, leaderSchedules };
    expect(await ask('[]', testNode({ ...LEADERS, cluster }))).toBe(UNSAID);
  });
});
