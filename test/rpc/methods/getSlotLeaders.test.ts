import { describe, expect, it } from 'vitest';
import { BOTH_DIALECTS, badParams, errorText } from '../../support/answers.ts';
import { ANNA, BEN, EPOCH_SCHEDULE, LEADERS, leaderOf, NO_SCHEDULE, scheduleOf } from '../../support/leaderLedger.ts';
import { callText, testNode } from '../../support/testNode.ts';

const NODE = testNode(LEADERS);
const unavailable = (epoch: string) =>
  errorText(-32602, `Invalid slot range: leader schedule for epoch ${epoch} is unavailable`);
const leaders = (first: number, count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, i) => leaderOf(first + i)));

describe.each(BOTH_DIALECTS)('getSlotLeaders (%s)', (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, 'getSlotLeaders', params, dialect);

  it.each([
    ['null', badParams('invalid type: null, expected a tuple of size 2')],
    ['{}', badParams('invalid type: map, expected a tuple of size 2')],
    ['[]', badParams('invalid length 0, expected a tuple of size 2')],
    ['[1]', badParams('invalid length 1, expected a tuple of size 2')],
    // one that is missing is noticed in its turn
    ['["1"]', badParams('invalid type: string "1", expected u64')],
    ['[1,2,3]', badParams('invalid length 3, expected fewer elements in array')],
    ['[1,null]', badParams('invalid type: null, expected u64')],
    ['[null,1]', badParams('invalid type: null, expected u64')],
    ['["1",1]', badParams('invalid type: string "1", expected u64')],
    ['[-1,1]', badParams('invalid value: integer `-1`, expected u64')],
    ['[1,1.0]', badParams('invalid type: floating point `1.0`, expected u64')],
    ['[1,{}]', badParams('invalid type: map, expected u64')],
    ['[true,-1,3]', badParams('invalid type: boolean `true`, expected u64')],
    ['[0,5001]', errorText(-32602, 'Invalid limit; max 5000')],
    ['[18446744073709551615,18446744073709551615]', errorText(-32602, 'Invalid limit; max 5000')],
  ])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each([
    ['[0,1]', leaders(0, 1)],
    ['[3,6]', leaders(3, 6)],
    ['[30,4]', leaders(30, 4)],
    ['[0,64]', leaders(0, 64)],
    ['[63,1]', leaders(63, 1)],
    ['[0,0]', '[]'],
    ['[18446744073709551615,0]', '[]'],
    ['[63,2]', unavailable('2')],
    ['[0,65]', unavailable('2')],
    ['[64,1]', unavailable('2')],
    ['[0,5000]', unavailable('2')],
    ['[9223372036854775807,3]', unavailable('288230376151711743')],
    ['[18446744073709551615,1]', unavailable('576460752303423487')],
  ])('%s', async (params, text) => {
    expect(await ask(params)).toBe(text);
  });

  it('a ledger that gives no schedules knows only that nobody has those of later epochs', async () => {
    const node = testNode({ ...LEADERS, cluster: { epochSchedule: EPOCH_SCHEDULE } });
    expect(await ask('[0,1]', node)).toBe(NO_SCHEDULE);
    expect(await ask('[0,0]', node)).toBe('[]');
    expect(await ask('[64,1]', node)).toBe(unavailable('2'));
    expect(await ask('[9223372036854775807,3]', testNode({}))).toBe(unavailable('21350398233460'));
  });

  it('a schedule may leave slots out as long as nobody asks for them', async () => {
    const leaderSchedules = new Map([[0n, scheduleOf(0, (index) => index !== 5)]]);
    const node = testNode({ ...LEADERS, cluster: { epochSchedule: EPOCH_SCHEDULE, leaderSchedules } });
    expect(await ask('[0,5]', node)).toBe(leaders(0, 5));
    expect(await ask('[6,2]', node)).toBe(leaders(6, 2));
    expect(await ask('[0,6]', node)).toBe(NO_SCHEDULE);
  });

  it('leaders in turn lead slot after slot, and begin anew with each epoch', async () => {
    const inTurn = { leaders: [ANNA, BEN], slotsEach: 5 };
    const leaderSchedules = new Map([
      [0n, inTurn],
      [1n, inTurn],
    ]);
    const node = testNode({ ...LEADERS, cluster: { epochSchedule: EPOCH_SCHEDULE, leaderSchedules } });
    expect(await ask('[4,2]', node)).toBe(`["${ANNA}","${BEN}"]`);
    expect(await ask('[29,4]', node)).toBe(`["${BEN}","${ANNA}","${ANNA}","${ANNA}"]`);
  });
});
