import { describe, expect, it } from 'vitest';
import { createNode, ledger, sol } from '../../src/index.ts';
import { advance } from '../../src/ledger/moves/advance.ts';
import type { LedgerState } from '../../src/ledger/state.ts';
import { SYSTEM_PROGRAM } from '../../src/solana/address.ts';
import { inSlot, NOW, notice, testHub } from '../support/subscriptions.ts';
import { callText, protocolFor, testLedger } from '../support/testNode.ts';
import { namedSignature } from '../support/transactions.ts';

/** What a client sees where the cluster decides by Alpenglow, method by method, beside what it sees under Tower. */

const ALPENGLOW_FEATURE = 'A1pengvuM6JEcyNuTnMqepBKhwHE3N6PmUrdATGawhJS';
type Consensus = 'alpenglow' | 'tower';

/** Blocks 1 to 60, payments in 58 and 60; the surer tips are one slot below, or 1 and 31. */
const SCRIPT = ledger({ cluster: 'mainnet' })
  .wallet('alice', sol(50))
  .blocks({ from: 1, to: 57 })
  .block(58, (b) => b.transfer('alice', 'bob', sol(1)).named('older'))
  .block(59)
  .block(60, (b) => b.transfer('alice', 'bob', sol(2)).named('newest'));

const nodeOf = (consensus: Consensus) => {
  const confirmed = 59;
  const finalized = consensus === 'tower' ? 29 : 59;
  return createNode({ ledger: SCRIPT.with({ processed: 60, confirmed, finalized, consensus }), dialect: 'agave' });
};
type Node = Awaited<ReturnType<typeof nodeOf>>;

const answer = async (node: Node, method: string, ...params: readonly unknown[]) =>
  (await callText(node, method, JSON.stringify(params))).replace(/"apiVersion":"[^"]*",/g, '');

const statuses = (node: Node, name: string) => answer(node, 'getSignatureStatuses', [node.signature(name)]);

describe('under Alpenglow, and under Tower', () => {
  it.each<readonly [Consensus, string, string]>([
    [
      'alpenglow',
      '{"confirmationStatus":"finalized","confirmations":null,"err":null,"slot":58,"status":{"Ok":null}}',
      '{"confirmationStatus":"processed","confirmations":0,"err":null,"slot":60,"status":{"Ok":null}}',
    ],
    [
      'tower',
      '{"confirmationStatus":"confirmed","confirmations":2,"err":null,"slot":58,"status":{"Ok":null}}',
      '{"confirmationStatus":"processed","confirmations":0,"err":null,"slot":60,"status":{"Ok":null}}',
    ],
  ])('%s: statuses', async (consensus, older, newest) => {
    const node = await nodeOf(consensus);
    expect(await statuses(node, 'older')).toBe(`{"context":{"slot":60},"value":[${older}]}`);
    expect(await statuses(node, 'newest')).toBe(`{"context":{"slot":60},"value":[${newest}]}`);
  });

  it('stakes on a block are counted before the migration only', async () => {
    const totalStake = '"totalStake":1000000000000000';
    expect(await answer(await nodeOf('alpenglow'), 'getBlockCommitment', 50)).toBe(`{"commitment":null,${totalStake}}`);
    const tower = await answer(await nodeOf('tower'), 'getBlockCommitment', 50);
    expect(tower).toMatch(new RegExp(`^\\{"commitment":\\[0,.*,0\\],${totalStake}\\}$`));
    const options = { ledger: SCRIPT.with({ consensus: { alpenglowFrom: 55 } }), dialect: 'agave' } as const;
    const migrated = await createNode(options);
    expect(await answer(migrated, 'getBlockCommitment', 55)).toBe(`{"commitment":null,${totalStake}}`);
    expect(await answer(migrated, 'getBlockCommitment', 54)).not.toContain('null');
  });

  it('blocks have no votes, and all transactions of a sample are not votes', async () => {
    const node = await nodeOf('alpenglow');
    const [sample] = JSON.parse(await answer(node, 'getRecentPerformanceSamples', 1)) as Record<string, number>[];
    expect(sample).toMatchObject({ numTransactions: 2, numNonVoteTransactions: 2 });
    await node.advance(2);
    expect(JSON.parse(await answer(node, 'getBlock', 61, { transactionDetails: 'signatures' }))).toMatchObject({
      signatures: [],
    });
  });

  it.each<readonly [Consensus, string, number | null, number]>([
    ['alpenglow', 'processed', 59, 60],
    ['alpenglow', 'finalized', 58, 59],
    ['tower', 'processed', 29, 60],
    ['tower', 'finalized', 0, 29],
  ])('%s: a vote account at the %s tip', async (consensus, commitment, rootSlot, lastVote) => {
    const node = await nodeOf(consensus);
    const { current } = JSON.parse(await answer(node, 'getVoteAccounts', { commitment })) as { current: object[] };
    expect(current).toMatchObject([{ lastVote, rootSlot: rootSlot ?? 0 }]);
    const config = { commitment, encoding: 'jsonParsed' };
    const account = JSON.parse(await answer(node, 'getAccountInfo', node.address('$validatorVote'), config)) as {
      value: { data: { parsed: { info: { votes: readonly { slot: number; confirmationCount: number }[] } } } };
    };
    const { votes } = account.value.data.parsed.info;
    expect(votes.at(-1)).toMatchObject({ slot: lastVote, confirmationCount: 1 });
    if (consensus === 'alpenglow') expect(votes).toHaveLength(1);
  });

  it('a node is healthy, and has the certificate of the block before', async () => {
    const node = await nodeOf('alpenglow');
    expect(await answer(node, 'getHealth')).toBe('"ok"');
    expect(await answer(node, 'getAgGenesisCert')).toMatch(/^\{"block":\{"blockId":\[[\d,]+\],"slot":0\},"signature":/);
    const tower = await nodeOf('tower');
    expect(await answer(tower, 'getHealth')).toBe('"ok"');
    expect(await answer(tower, 'getAgGenesisCert')).toBe('null');
  });

  it('the account of the feature is there from its slot on', async () => {
    const params = [ALPENGLOW_FEATURE, { encoding: 'base64' }] as const;
    expect(await answer(await nodeOf('tower'), 'getAccountInfo', ...params)).toContain('"value":null');
    expect(await answer(await nodeOf('alpenglow'), 'getAccountInfo', ...params)).toContain('"data":["AQAAAAAAAAAA","');
    const node = await createNode({
      ledger: SCRIPT.with({ consensus: { alpenglowFrom: 61 } }),
      dialect: 'agave',
    });
    expect(await answer(node, 'getAccountInfo', ...params)).toContain('"value":null');
    await node.advance(2);
    expect(await answer(node, 'getAccountInfo', ...params)).toContain('"data":["AT0AAAAAAAAA","');
    const older = await createNode({ ledger: SCRIPT, dialect: 'agave', agave: '4.2' });
    expect(await answer(older, 'getAccountInfo', ...params)).toContain('"value":null');
  });

  it('voteSubscribe is no method', async () => {
    const error = '{"code":-32601,"message":"Method not found"}';
    expect(await testHub(stateOf(0n)).connect().call('voteSubscribe')).toBe(error);
  });

  it('reasons name the tip that is the same', async () => {
    const why = async (consensus: Consensus) => {
      const node = await nodeOf(consensus);
      return (await node.explain('getTransaction', [node.signature('newest'), { commitment: 'finalized' }])).why;
    };
    const goes = (tip: string) =>
      `transaction .* is known, but only processed: it is in slot 60, and the finalized tip is ${tip} \\(stillnode_setTips`;
    expect(await why('alpenglow')).toEqual([
      expect.stringMatching(new RegExp(goes('59, under Alpenglow the confirmed one too'))),
    ]);
    expect(await why('tower')).toEqual([expect.stringMatching(new RegExp(goes('29')))]);
  });
});

/** Blocks 8 to 10, all tips at 10. */
function stateOf(alpenglowFrom: bigint | undefined): LedgerState {
  const protocol = { ...protocolFor('4.3', 'mainnet'), alpenglowFrom };
  return testLedger({
    blocks: [{ slot: 8 }, { slot: 9 }, { slot: 10 }, { slot: 11, transactions: [{ name: 'first' }] }, { slot: 12 }],
    processed: 10,
    confirmed: 9,
    finalized: 9,
    protocol,
  });
}

describe('notifications under Alpenglow', () => {
  it('confirmed and finalized of a slot come together: its confirmation once, then its root', async () => {
    const { connect, live } = testHub(stateOf(0n));
    const { subscribe, told } = connect();
    for (const kind of ['slotsUpdates', 'root']) await subscribe(kind);
    const signature = namedSignature('first');
    await subscribe('signature', `["${signature}",{"commitment":"finalized"}]`);
    await subscribe('signature', `["${signature}",{"commitment":"confirmed"}]`);
    await live.move((state, distance) => advance(state, 2n, distance));
    const kept = told.filter((text) => !/createdBank|completed|frozen/.test(text));
    const update = (type: string, slot: number) =>
      notice('slotsUpdates', 0, `{"type":"${type}","slot":${slot},"timestamp":${NOW}}`);
    const done = (id: number) => notice('signature', id, inSlot(11, '{"err":null}'));
    const rooted = (slot: number) => [update('root', slot), notice('root', 1, `${slot}`)];
    expect(kept).toEqual([
      ...[update('optimisticConfirmation', 10), ...rooted(9), ...rooted(10)],
      ...[done(3), update('optimisticConfirmation', 11), ...rooted(10), ...rooted(11), done(2)],
    ]);
  });

  it('confirmed subscribers hear of each ancestor, oldest first, before finalized ones hear of them', async () => {
    const { connect, live } = testHub(stateOf(0n));
    const { subscribe, told } = connect();
    await subscribe('slotsUpdates');
    const params = (commitment: string) => `["allWithVotes",{"commitment":"${commitment}"}]`;
    for (const commitment of ['finalized', 'confirmed']) await subscribe('logs', params(commitment));
    for (const commitment of ['finalized', 'confirmed'])
      await subscribe('program', `["${SYSTEM_PROGRAM}",{"commitment":"${commitment}"}]`);
    await live.moveTipsByHand((state) => advance(state, 2n, { confirmed: 0n, finalized: 0n }));
    const seen = told.flatMap((text) => {
      const { method, params } = JSON.parse(text) as {
        method: string;
        params: { subscription: number; result: { type?: string; slot?: number; context?: { slot: number } } };
      };
      const { context, slot, type } = params.result;
      const isStage = type !== undefined && !['optimisticConfirmation', 'root'].includes(type);
      return isStage
        ? []
        : [`${type ?? method.replace('Notification', '')} ${slot ?? context?.slot}, ${params.subscription}`];
    });
    expect(seen).toEqual([
      'logs 11, 2',
      'optimisticConfirmation 12, 0',
      ...['root 9, 0', 'root 10, 0', 'root 11, 0', 'root 12, 0'],
      'logs 11, 1',
    ]);
  });

  it('at the migration the slots of Tower are rooted together', async () => {
    const { connect, live } = testHub({ ...stateOf(12n), hasOwnTips: false });
    await live.moveTipsByHand((state) => ({ ...state }));
    const { subscribe, told } = connect();
    await subscribe('slotsUpdates');
    await live.move((state) => advance(state, 2n, { confirmed: 0n, finalized: 3n }));
    const kept = told
      .filter((text) => /optimistic|"root"/.test(text))
      .map((text) => /"type":"(\w+)","slot":(\d+)/.exec(text)!);
    expect(kept.map(([, type, slot]) => `${type} ${slot}`)).toEqual([
      'optimisticConfirmation 12',
      ...['root 9', 'root 10', 'root 11', 'root 12'],
    ]);
  });
});
