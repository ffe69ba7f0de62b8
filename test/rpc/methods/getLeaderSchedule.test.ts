import { describe, expect, it } from 'vitest';
import { epochLeadersOf } from '../../../src/ledger/leaders.ts';
import { advance } from '../../../src/ledger/moves/advance.ts';
import type { NodeVersionName } from '../../../src/nodeVersion.ts';
import { BOTH_DIALECTS, badParam, badParams } from '../../support/answers.ts';
import { ANNA, BEN, CARL, EPOCH_SCHEDULE, LEADERS, NO_SCHEDULE } from '../../support/leaderLedger.ts';
import { countCases } from '../../support/paramCases.ts';
import { callText, protocolFor, testLedger, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const NODE = testNode(LEADERS);
const EVEN = '[0,1,2,3,8,9,10,11,16,17,18,19,24,25,26,27]';
const ODD = '[4,5,6,7,12,13,14,15,20,21,22,23,28,29,30,31]';
const EPOCH_0 = `{"${ANNA}":${EVEN},"${BEN}":${ODD}}`;
const EPOCH_1 = `{"${BEN}":${EVEN},"${CARL}":${ODD}}`;
const MISMATCH = badParams('data did not match any variant of untagged enum RpcLeaderScheduleConfigWrapper');

describe('getLeaderSchedule of Agave 4.4', () => {
  const votes = { anna: namedAddress('vote of anna'), ben: namedAddress('vote of ben') };
  const validators = [
    { identity: ANNA, vote: votes.anna, stake: 1n, commissionBps: 0 },
    { identity: BEN, vote: votes.ben, stake: 1n, commissionBps: 0 },
  ];
  const nodeWith = (version: NodeVersionName, cluster: object = { validators }) =>
    testNode({
      ...LEADERS,
      protocol: protocolFor(version, 'genesis'),
      cluster: { epochSchedule: EPOCH_SCHEDULE, ...LEADERS.cluster, ...cluster },
    });
  const ask = (params: string, node = nodeWith('4.4')) => callText(node, 'getLeaderSchedule', params, 'agave');

  it('refuses an identity that leads no slot', async () => {
    const error = `{"code":-32022,"message":"Node ${CARL} was not in the leader schedule for specified epoch"}`;
    expect(await ask(`[0,{"identity":"${CARL}"}]`)).toBe(error);
    expect(await ask(`[0,{"identity":"${CARL}"}]`, nodeWith('4.3'))).toBe('{}');
    expect(await ask('[64]')).toBe('null');
  });

  it('has the slots of vote accounts', async () => {
    const rows = [`"${votes.anna}":${EVEN}`, `"${votes.ben}":${ODD}`];
    const byVote = `{${rows.sort().join(',')}}`;
    expect(await ask('[0,{"keyByVoteAccount":true}]')).toBe(byVote);
    expect(await ask('[0,{"keyByVoteAccount":false}]')).toBe(EPOCH_0);
    expect(await ask('[0,{"keyByVoteAccount":null}]')).toBe(EPOCH_0);
    expect(await ask('[0,{"keyByVoteAccount":true}]', nodeWith('4.3'))).toBe(EPOCH_0);
    expect(await ask(`[0,{"identity":"${BEN}","keyByVoteAccount":true}]`)).toBe(`{"${votes.ben}":${ODD}}`);
    expect(await ask('[null,{"keyByVoteAccount":1}]')).toBe(badParams('invalid type: integer `1`, expected a boolean'));
  });

  it('says which vote account the ledger lacks', async () => {
    expect(await ask('[0,{"keyByVoteAccount":true}]', nodeWith('4.4', {}))).toBe(
      `{"code":-32603,"message":"This ledger does not say the vote account of ${ANNA}: put \`validators\` into ledger.json","data":{"reason":"notInLedger"}}`,
    );
  });
});

describe.each(BOTH_DIALECTS)('getLeaderSchedule (%s)', (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, 'getLeaderSchedule', params, dialect);

  it.each([
    ...countCases(0, 2, 'null'),
    ...['"5"', '-1', '1.0', '1e40', '18446744073709551616', 'true', '[]', '[1]', '{"identity":5}'].map(
      (first) => [`[${first}]`, MISMATCH] as const,
    ),
    ['[{"identity":"0"}]', badParam('Invalid')],
    ['[{"identity":""}]', badParam('WrongSize')],
    ['[null,{"identity":"0"}]', badParam('Invalid')],
    ['[null,{"identity":5}]', badParams('invalid type: integer `5`, expected a string')],
    ['[null,"x"]', badParams('invalid type: string "x", expected struct RpcLeaderScheduleConfig')],
    ['[5,[]]', badParams('invalid type: sequence, expected struct RpcLeaderScheduleConfig')],
    // both are decoded before an identity is looked at
    ['[{"identity":"0"},5]', badParams('invalid type: integer `5`, expected struct RpcLeaderScheduleConfig')],
  ] as const)('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each([
    ['[]', EPOCH_0],
    ['null', EPOCH_0],
    ['[null,null]', EPOCH_0],
    ['[{}]', EPOCH_0],
    ['[{"commitment":"bogus","identity":null,"x":1}]', EPOCH_0],
    ['[{"commitment":"confirmed"}]', EPOCH_1],
    ['[null,{"commitment":"processed"}]', EPOCH_1],
    ['[0]', EPOCH_0],
    ['[31,{"commitment":"processed"}]', EPOCH_0],
    ['[32]', EPOCH_1],
    ['[64]', 'null'],
    ['[18446744073709551615]', 'null'],
    [`[32,{"identity":"${CARL}"}]`, `{"${CARL}":${ODD}}`],
    [`[{"identity":"${CARL}"}]`, '{}'],
    [`[null,{"identity":"${BEN}"}]`, `{"${BEN}":${ODD}}`],
    // a first configuration counts alone
    [`[{},{"identity":"${BEN}"}]`, EPOCH_0],
  ])('%s', async (params, schedule) => {
    expect(await ask(params)).toBe(schedule);
  });

  it('a ledger that gives no schedules knows only that nobody has those of later epochs', async () => {
    const node = testNode({ ...LEADERS, cluster: { epochSchedule: EPOCH_SCHEDULE } });
    expect(await ask('[]', node)).toBe(NO_SCHEDULE);
    expect(await ask('[63]', node)).toBe(NO_SCHEDULE);
    expect(await ask('[64]', node)).toBe('null');
    expect(await ask('[18446744073709551615]', testNode({}))).toBe('null');
  });

  it('leaders in turn have all slots of the epoch', async () => {
    const leaderSchedules = new Map([
      [0n, { leaders: [ANNA, BEN], slotsEach: 4 }],
      [1n, { leaders: [BEN, CARL, CARL], slotsEach: 9 }],
    ]);
    const node = testNode({ ...LEADERS, cluster: { epochSchedule: EPOCH_SCHEDULE, leaderSchedules } });
    expect(await ask('[0]', node)).toBe(EPOCH_0);
    expect(await ask(`[32,{"identity":"${BEN}"}]`, node)).toBe(`{"${BEN}":[0,1,2,3,4,5,6,7,8,27,28,29,30,31]}`);
    expect(await ask(`[32,{"identity":"${ANNA}"}]`, node)).toBe('{}');
  });
});

it('the list of an epoch is made once, whatever moves', async () => {
  let read = 0;
  const schedule = {
    get leaders() {
      read++;
      return [ANNA, BEN];
    },
    slotsEach: 4,
  };
  const node = testNode({
    ...LEADERS,
    cluster: { epochSchedule: EPOCH_SCHEDULE, leaderSchedules: new Map([[0n, schedule]]) },
  });
  const ask = (params: string) => callText(node, 'getLeaderSchedule', params, 'agave');
  expect(await ask('[0]')).toBe(EPOCH_0);
  const once = read;
  for (let i = 0; i < 3; i++) {
    await node.advance();
    expect(await ask('[0]')).toBe(EPOCH_0);
    expect(await ask(`[0,{"identity":"${BEN}"}]`)).toBe(`{"${BEN}":${ODD}}`);
  }
  expect(read).toBe(once);
});

it('validators lead in turn by one schedule, in every epoch', async () => {
  const validators = [{ identity: ANNA, vote: BEN, stake: 5n, commissionBps: 0 }];
  const state = testLedger({ ...LEADERS, cluster: { epochSchedule: EPOCH_SCHEDULE, validators } });
  const first = epochLeadersOf(state, 0n);
  const later = epochLeadersOf(advance(state, 5n, { confirmed: 0n, finalized: 0n }), 1n);
  expect(first).toEqual({ kind: 'known', schedule: { leaders: [ANNA], slotsEach: 4 } });
  expect(first.kind === 'known' && later.kind === 'known' && first.schedule === later.schedule).toBe(true);
});
