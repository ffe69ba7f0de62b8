import { describe, expect, it } from 'vitest';
import { createNode, ledger } from '../../../src/index.ts';
import { BOTH_DIALECTS, badParam, badParams, contextText, errorText } from '../../support/answers.ts';
import { ANNA, BEN, CARL, EPOCH_SCHEDULE, LEADERS, NO_SCHEDULE } from '../../support/leaderLedger.ts';
import { countCases } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';

const NODE = testNode(LEADERS);
const STRUCT = 'struct RpcBlockProductionConfigRange';

type Counts = Readonly<Record<string, readonly [slots: number, blocks: number]>>;

function production(tip: number, [first, last]: readonly [number, number], byIdentity: Counts): string {
  const value = `{"byIdentity":${JSON.stringify(byIdentity)},"range":{"firstSlot":${first},"lastSlot":${last}}}`;
  return contextText(value, tip);
}

describe.each(BOTH_DIALECTS)('getBlockProduction (%s)', (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, 'getBlockProduction', params, dialect);

  it.each([
    ...countCases(0, 1),
    ['["x"]', badParams('invalid type: string "x", expected struct RpcBlockProductionConfig')],
    ['[[]]', badParams('invalid type: sequence, expected struct RpcBlockProductionConfig')],
    ['[{"identity":5}]', badParams('invalid type: integer `5`, expected a string')],
    ['[{"identity":"0"}]', badParam('Invalid')],
    ['[{"identity":""}]', badParam('WrongSize')],
    ['[{"range":5}]', badParams(`invalid type: integer \`5\`, expected ${STRUCT}`)],
    ['[{"range":{}}]', badParams('missing field `firstSlot`')],
    ['[{"range":{"lastSlot":3}}]', badParams('missing field `firstSlot`')],
    ['[{"range":{"lastSlot":"3"}}]', badParams('invalid type: string "3", expected u64')],
    ['[{"range":{"firstSlot":null}}]', badParams('invalid type: null, expected u64')],
    ['[{"range":{"firstSlot":-1,"lastSlot":"3"}}]', badParams('invalid value: integer `-1`, expected u64')],
    ['[{"range":[]}]', badParams(`invalid length 0, expected ${STRUCT} with 2 elements`)],
    ['[{"range":[1]}]', badParams(`invalid length 1, expected ${STRUCT} with 2 elements`)],
    ['[{"range":[1,2,3]}]', badParams('invalid length 3, expected fewer elements in array')],
    ['[{"range":["1",2]}]', badParams('invalid type: string "1", expected u64')],
    // everything is decoded before the identity is looked at, and that comes before the range
    ['[{"range":5,"identity":"0"}]', badParams(`invalid type: integer \`5\`, expected ${STRUCT}`)],
    ['[{"range":{"firstSlot":5,"lastSlot":4},"identity":"0"}]', badParam('Invalid')],
    ['[{"range":{"firstSlot":5,"lastSlot":4}}]', errorText(-32602, 'lastSlot, 4, cannot be less than firstSlot, 5')],
    ['[{"range":{"firstSlot":31}}]', errorText(-32602, 'lastSlot, 30, cannot be less than firstSlot, 31')],
    ['[{"range":{"firstSlot":5,"lastSlot":31}}]', errorText(-32602, 'lastSlot, 31, is too large; max 30')],
    [
      '[{"range":{"firstSlot":0,"lastSlot":9223372036854775807}}]',
      errorText(-32602, 'lastSlot, 9223372036854775807, is too large; max 30'),
    ],
  ] as const)('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each(['[]', 'null', '[null]', '[{}]', '[{"identity":null,"range":null,"commitment":"bogus","x":1}]'])(
    '%s asks for the epoch of the finalized tip, up to the tip',
    async (params) => {
      expect(await ask(params)).toBe(production(30, [0, 30], { [ANNA]: [16, 1], [BEN]: [15, 2] }));
    },
  );

  it.each([
    ['processed', 40, production(40, [32, 40], { [BEN]: [5, 2], [CARL]: [4, 0] })],
    ['confirmed', 33, production(33, [32, 33], { [BEN]: [2, 1] })],
    ['finalized', 30, production(30, [0, 30], { [ANNA]: [16, 1], [BEN]: [15, 2] })],
  ] as const)('%s: up to its tip', async (commitment, _tip, text) => {
    expect(await ask(`[{"commitment":"${commitment}"}]`)).toBe(text);
  });

  it.each([
    ['{"firstSlot":4,"lastSlot":4}', production(30, [4, 4], { [BEN]: [1, 1] })],
    ['[4,4]', production(30, [4, 4], { [BEN]: [1, 1] })],
    ['[29,null]', production(30, [29, 30], { [BEN]: [2, 1] })],
    ['{"firstSlot":2}', production(30, [2, 30], { [ANNA]: [14, 0], [BEN]: [15, 2] })],
    ['{"firstSlot":2,"lastSlot":null,"x":1}', production(30, [2, 30], { [ANNA]: [14, 0], [BEN]: [15, 2] })],
  ])('a range of %s', async (range, text) => {
    expect(await ask(`[{"range":${range}}]`)).toBe(text);
  });

  it('a range may span epochs', async () => {
    expect(await ask('[{"range":[28,36],"commitment":"processed"}]')).toBe(
      production(40, [28, 36], { [BEN]: [8, 2], [CARL]: [1, 0] }),
    );
  });

  it('an identity leaves the others out', async () => {
    expect(await ask(`[{"identity":"${BEN}"}]`)).toBe(production(30, [0, 30], { [BEN]: [15, 2] }));
    expect(await ask(`[{"identity":"${CARL}"}]`)).toBe(production(30, [0, 30], {}));
  });

  it('a block of a dropped fork is none', async () => {
    const blocks = [{ slot: 1 }, { slot: 4, parentSlot: 1 }, { slot: 5, parentSlot: 1 }];
    const node = testNode({ blocks, cluster: LEADERS.cluster! });
    expect(await ask('[]', node)).toBe(production(5, [0, 5], { [ANNA]: [4, 1], [BEN]: [2, 1] }));
  });

  it('goes back as far as a chain remembers', async () => {
    const node = testNode({ blocks: [{ slot: 1_048_577 }], cluster: { leaderSchedules: new Map() } });
    const range = (first: number) => `[{"range":[${first},${first}]}]`;
    expect(await ask(range(1), node)).toBe(errorText(-32602, 'firstSlot, 1, is too small; min 2'));
    expect(await ask(range(2), node)).toBe(
      errorText(-32602, 'Invalid slot range: leader schedule for epoch 0 is unavailable'),
    );
  });

  it('wants the schedules of all epochs it touches', async () => {
    const [first] = LEADERS.cluster!.leaderSchedules!;
    const cluster = { epochSchedule: EPOCH_SCHEDULE, leaderSchedules: new Map([first!]) };
    const node = testNode({ ...LEADERS, cluster });
    expect(await ask('[{"range":[31,32],"commitment":"processed"}]', node)).toBe(
      errorText(-32602, 'Invalid slot range: leader schedule for epoch 1 is unavailable'),
    );
    expect(await ask('[]', testNode({ ...LEADERS, cluster: { epochSchedule: EPOCH_SCHEDULE } }))).toBe(NO_SCHEDULE);
  });
});

it('without the SlotHistory sysvar of a cluster it is refused', async () => {
  const node = await createNode({ ledger: ledger({ cluster: 'localnet' }).block(10), dialect: 'agave' });
  const ask = () => callText(node, 'getBlockProduction', '[]');
  expect(await ask()).not.toContain('-32021');
  await node.setAccount('SysvarS1otHistory11111111111111111111111111', null);
  expect(await ask()).toBe('{"code":-32021,"message":"No slot history"}');
});
