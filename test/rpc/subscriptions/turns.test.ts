import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../src/dialect.ts';
import { addBlocks } from '../../../src/ledger/moves/addBlocks.ts';
import { advance } from '../../../src/ledger/moves/advance.ts';
import { MoveError } from '../../../src/ledger/moves/moveError.ts';
import { setTips } from '../../../src/ledger/moves/setTips.ts';
import { lastSlot, tipsOf } from '../../../src/ledger/tips.ts';
import { LedgerView } from '../../../src/ledger/view.ts';
import type { LiveLedger } from '../../../src/live/liveLedger.ts';
import type { TurnLimits } from '../../../src/rpc/subscriptions/notificationTurns.ts';
import { SYSTEM_PROGRAM } from '../../../src/solana/address.ts';
import { sendNode } from '../../support/sends.ts';
import { pause, type TestConnection, testHub } from '../../support/subscriptions.ts';
import { testAccount, testBlock, testLedger } from '../../support/testNode.ts';
import { namedAddress, namedSignature } from '../../support/transactions.ts';

/** Many notifications are made and sent in turns of the event loop. */

const ALICE = namedAddress('alice');
const STATE = testLedger({
  blocks: [6, 7, 8, 9, 10].map((slot) => ({ slot })),
  processed: 10,
  confirmed: 10,
  finalized: 10,
});
const LOGS = '["all",{"commitment":"processed"}]';
const IN_A_TURN = 512;

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Adds a block with this many transactions, each of which has logged its name. */
function addTransactions(live: LiveLedger, count: number) {
  return live.move((state, distance) => {
    const slot = Number(lastSlot(state)) + 1;
    const transactions = logsOf(slot, count).map((name) => ({ name, meta: { logMessages: [name] } }));
    const [parent] = new LedgerView(state, 'processed', { keepOrphan: true }).blocksDown();
    const block = testBlock({ slot, parentSlot: Number(parent?.slot ?? 0), name: `${slot} ${count}`, transactions });
    const writes = [testAccount({ address: ALICE, lamports: BigInt(slot) })];
    return addBlocks(state, [{ block, writes }], distance);
  });
}

const logsOf = (slot: number, count: number) => Array.from({ length: count }, (_, i) => `${slot} ${i}`);
const logsIn = (told: readonly string[]) => told.map((text) => JSON.parse(text).params.result.value.logs[0]);

describe('a block of 2,000 transactions', () => {
  it('with 20 clients: another client is answered after every 512 notifications', async () => {
    const { connect, live } = testHub(STATE);
    const clients = Array.from({ length: 20 }, () => connect());
    for (const client of clients) await client.call('logsSubscribe', LOGS);
    const other = connect();
    await pause();
    const count = () => clients.reduce((sum, { told }) => sum + told.length, 0);
    let before = 0;
    await addTransactions(live, 2000);
    for (let answers = 0; count() < 40_000; answers++) {
      expect(count() - before).toBeLessThanOrEqual(IN_A_TURN);
      expect(answers).toBeLessThan(100);
      before = count();
      expect(await other.call('rootSubscribe')).toBe('1');
      await nextTurn();
    }
    for (const { told } of clients) expect(logsIn(told)).toEqual(logsOf(11, 2000));
  });

  it('is told in turns where its notifications have waited for the pause, too', async () => {
    const { connect, live } = testHub(STATE);
    const client = connect();
    await client.call('logsSubscribe', LOGS);
    await addTransactions(live, 2000);
    expect(client.told).toEqual([]);
    await pause();
    for (let before = 0; client.told.length < 2000; before = client.told.length) {
      await nextTurn();
      expect(client.told.length - before).toBeLessThanOrEqual(2 * IN_A_TURN);
    }
    expect(logsIn(client.told)).toEqual(logsOf(11, 2000));
  });

  it('is told to the end before its ledger ends, and then no more', async () => {
    const { connect, live } = testHub(STATE);
    const fork = live.fork();
    const client = connect(fork);
    await client.subscribe('logs', LOGS);
    await addTransactions(fork, 2000);
    expect(client.told).toHaveLength(IN_A_TURN);
    fork.end('the ledger has ended');
    expect(client.told.pop()).toBe('ended');
    expect(logsIn(client.told)).toEqual(logsOf(11, 2000));
    await nextTurn();
    expect(client.told).toHaveLength(2000);
  });

  it('is told no more to a client that has unsubscribed, and others are told all', async () => {
    const { connect, live } = testHub(STATE);
    const [one, other] = [connect(), connect()];
    await one.subscribe('logs', LOGS);
    await other.subscribe('logs', LOGS);
    await addTransactions(live, 2000);
    const told = one.told.length;
    await one.call('logsUnsubscribe', '[0]');
    other.session.flush();
    expect(one.told).toHaveLength(told);
    expect(other.told).toHaveLength(2000);
  });

  it('is not told to a subscription that is younger, but the next one is', async () => {
    const { connect, live } = testHub(STATE);
    const [one, other] = [connect(), connect()];
    await one.subscribe('logs', LOGS);
    for (let i = 0; i < 3; i++) await addTransactions(live, 2000);
    // some of these notifications are not made yet
    await other.call('logsSubscribe', LOGS);
    await other.call('logsSubscribe', '["allWithVotes",{"commitment":"processed"}]');
    await addTransactions(live, 1);
    await pause();
    one.session.flush();
    expect(logsIn(one.told)).toEqual([...[11, 12, 13].flatMap((slot) => logsOf(slot, 2000)), '14 0']);
    expect(logsIn(other.told)).toEqual(['14 0', '14 0']);
  });

  it('is told in order where encoding waits until it is loaded', async () => {
    const { connect, live } = testHub(STATE);
    const [one, other] = [connect(), connect()];
    await one.subscribe('logs', LOGS);
    const config = '{"commitment":"processed","encoding":"base64+zstd"}';
    const subscribing = other.call('accountSubscribe', `["${ALICE}",${config}]`);
    for (let i = 0; i < 3; i++) await addTransactions(live, 2000);
    await subscribing;
    await addTransactions(live, 1);
    await pause();
    one.session.flush();
    const slots = other.told.map((text) => JSON.parse(text).params.result.context.slot);
    expect(slots).toEqual([11, 12, 13, 14]);
  });

  it('is read to the end by a loop in process after its node has ended', async () => {
    const { live, node } = sendNode();
    const logs = node.subscribe('logs', 'all', { commitment: 'processed' });
    await addTransactions(live, 2000);
    live.end('the ledger has ended');
    const lines: unknown[] = [];
    for await (const { value } of logs) lines.push(value.logs[0]);
    expect(lines).toEqual(logsOf(8, 2000));
  });
});

type Step = (live: LiveLedger, clients: readonly TestConnection[], count: number) => Promise<unknown>;

const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const;
const small = fc.integer({ min: 0, max: 4 });
const commitments = fc.constantFrom(...COMMITMENTS);
const who = fc.integer({ min: 0, max: 2 });

const SUBSCRIBES: fc.Arbitrary<readonly [string, Step]> = fc
  .tuple(
    who,
    fc.constantFrom('slot', 'slotsUpdates', 'root', 'account', 'program', 'logs', 'block', 'signature'),
    commitments,
    small,
  )
  .map(([index, kind, commitment, transaction]) => {
    const params: Record<string, string> = {
      account: `["${ALICE}",{"commitment":"${commitment}"}]`,
      program: `["${SYSTEM_PROGRAM}",{"commitment":"${commitment}"}]`,
      logs: `["all",{"commitment":"${commitment}"}]`,
      block: `["all",{"commitment":"${commitment === 'processed' ? 'confirmed' : commitment}"}]`,
    };
    const ofSignature = (count: number) =>
      `["${namedSignature(`${11 + count} ${transaction}`)}",{"commitment":"${commitment}"}]`;
    const step: Step = (_live, clients, count) =>
      clients[index]!.call(`${kind}Subscribe`, kind === 'signature' ? ofSignature(count) : params[kind]);
    return [`${index} ${kind} ${commitment} ${transaction}`, step];
  });

const MOVES: fc.Arbitrary<readonly [string, Step]> = fc.oneof(
  small.map((count): [string, Step] => [`add ${count}`, (live) => addTransactions(live, count)]),
  small.map((count): [string, Step] => [
    `advance ${count}`,
    (live) => live.move((state, distance) => advance(state, BigInt(count), distance)),
  ]),
  fc
    .tuple(commitments, small)
    .map(([commitment, offset]): [string, Step] => [
      `tip ${commitment} ${offset - 2}`,
      (live) =>
        live.moveTipsByHand((state) =>
          setTips(state, { [commitment]: tipsOf(state)[commitment] + BigInt(offset - 2) }),
        ),
    ]),
);

const TURNS: fc.Arbitrary<readonly [string, Step]> = fc.constantFrom<[string, Step]>(
  ['turn', nextTurn],
  ['pause', pause],
);

const UNSUBSCRIBES: fc.Arbitrary<readonly [string, Step]> = fc
  .tuple(who, fc.nat(10))
  .map(([index, id]) => [
    `${index} unsubscribe ${id}`,
    (_live, clients) => clients[index]!.call('slotUnsubscribe', `[${id}]`),
  ]);

/** What three clients are told, with these limits of a turn. */
async function toldWithin(limits: TurnLimits, steps: readonly (readonly [string, Step])[]) {
  const { connect, live } = testHub(STATE, DIALECTS.agave, limits);
  const clients = [connect(), connect(), connect()];
  for (const [count, [, step]] of steps.entries())
    await step(live, clients, count).catch((error: unknown) => expect(error).toBeInstanceOf(MoveError));
  await pause();
  for (const { session } of clients) session.flush();
  return clients.map(({ told }) => told);
}

const limits = fc.record({ sent: fc.integer({ min: 1, max: 4 }), characters: fc.constantFrom(1, 100, 1000) });
const NO_LIMITS = { sent: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY };

describe('whatever the size of a turn is,', () => {
  it('each client is told the same in the same order', async () => {
    const steps = fc.array(fc.oneof(SUBSCRIBES, MOVES, TURNS), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(steps, limits, async (steps, limits) => {
        expect(await toldWithin(limits, steps)).toEqual(await toldWithin(NO_LIMITS, steps));
      }),
      { numRuns: 300 },
    );
  });

  it('a client that unsubscribes misses only what has waited', async () => {
    const steps = fc.array(fc.oneof(SUBSCRIBES, MOVES, MOVES, TURNS, UNSUBSCRIBES), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(steps, limits, async (steps, limits) => {
        const told = await toldWithin(limits, steps);
        for (const [i, all] of (await toldWithin(NO_LIMITS, steps)).entries()) {
          let place = 0;
          for (const text of told[i]!) place = all.indexOf(text, place) + 1 || Number.NaN;
          expect(place).not.toBeNaN();
        }
      }),
      { numRuns: 300 },
    );
  });
});
