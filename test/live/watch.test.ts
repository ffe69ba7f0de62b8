import { describe, expect, it, vi } from 'vitest';
import type { Version } from '../../src/live/checkpoint.ts';
import type { Fault } from '../../src/live/faults/fault.ts';
import { Forks } from '../../src/live/forks.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { addRule, removeRule } from '../../src/live/sendQueue.ts';
import { testLedger } from '../support/testNode.ts';
import { namedAddress } from '../support/transactions.ts';

const [FIRST, SECOND, THIRD] = [1, 2, 3].map((processed) =>
  testLedger({ blocks: [{ slot: 1 }, { slot: 9 }], processed }),
);

/** A ledger, and what a watcher of it was told: words and ids of versions. */
function watched(live = LiveLedger.create(FIRST!)) {
  const told: unknown[] = [];
  const tell = (word: string) => (before: Version, after: Version) => {
    told.push([word, before.id, after.id, live.version.id]);
  };
  const end = live.watch({ moved: tell('moved'), switched: tell('switched'), ended: () => told.push('ended') });
  return { live, told, end };
}

describe('a watcher', () => {
  it('is told of each return, also to a version that is there, of calls and of rules', async () => {
    const live = LiveLedger.create(FIRST!, 2);
    const told: unknown[] = [];
    live.watch({
      moved: () => told.push('moved'),
      switched: () => told.push('switched'),
      restored: () => told.push('restored'),
      called: ({ id, method }) => told.push([id, method]),
      faultsOrRulesChanged: () => told.push('rules'),
      ended: () => undefined,
    });
    const take = () => told.splice(0);
    const snapshot = await live.snapshot();
    await live.revert(snapshot);
    await live.reset();
    await live.move(() => SECOND!);
    await live.reset();
    expect(take()).toEqual(['restored', 'restored', 'moved', 'switched', 'restored']);

    const outcome = { outcome: 'result', code: undefined, durationMs: 1, from: undefined } as const;
    for (const method of ['a', 'a', 'b'])
      live.calls.add({ method, ...outcome }, '[]', { client: undefined, transport: 'http' });
    expect(take()).toEqual([
      [1, 'a'],
      [2, 'a'],
      [3, 'b'],
    ]);

    const happening = { occasion: 'http', method: 'a', isRead: true, params: () => [] } as const;
    const fault = { match: { after: 1, times: 1, probability: 1, seed: 0 }, then: { reset: true }, isFlapping: false };
    live.faults.add(null, fault as Fault);
    const count = () => take().filter((word) => word === 'rules').length;
    expect(count()).toBe(1);
    // it spares the first call, happens to the second, and is used up by the third
    expect([1, 2, 3].map(() => [live.faults.take(happening)?.id, count()])).toEqual([
      [undefined, 0],
      ['fault-1', 1],
      [undefined, 0],
    ]);
    expect([live.faults.remove('fault-2'), count()]).toEqual([false, 0]);
    expect([live.faults.remove('fault-1'), count()]).toEqual([true, 1]);
    expect([live.faults.clear(), count()]).toEqual([0, 0]);

    const rule = { match: {}, then: 'succeed' } as never;
    await live.moveWithSends(({ sends, state }) => ({ state, sends: addRule(sends, null, rule) }));
    expect(take()).toEqual(['rules']);
    await live.moveWithSends(({ sends }) => ({ state: SECOND!, sends: removeRule(sends, 'send-rule-1') }));
    expect(take()).toEqual(['rules', 'moved']);
    await live.changeSends((sends) => addRule(sends, null, rule));
    expect(take()).toEqual(['rules']);
    await live.changeSends((sends) => ({ ...sends, rules: [...sends.rules] }));
    expect(take()).toEqual([]);
    await live.replace(THIRD!, [{ json: null, fault: fault as Fault }]);
    expect(take()).toEqual(['rules', 'rules', 'switched', 'restored']);
  });

  it('is told of each move at once, when the new version is in force', async () => {
    const { live, told } = watched();
    const { id } = live.version;
    const moved = live.move(() => SECOND!);
    expect(told).toEqual([['moved', id, live.version.id, live.version.id]]);
    const second = (await moved).id;
    await live.moveTipsByHand(() => THIRD!);
    const third = live.version.id;
    await live.moveWithSendsAsync(async ({ sends }) => ({ state: FIRST!, sends }));
    expect(told.slice(1)).toEqual([
      ['moved', second, third, third],
      ['moved', third, live.version.id, live.version.id],
    ]);
  });

  it('is told at which distance the tips have followed, none where each was set, and which account was set', async () => {
    const live = LiveLedger.create(testLedger({ blocks: [{ slot: 1 }, { slot: 9 }], processed: 9, confirmed: 1 }));
    const made: unknown[] = [];
    live.watch({
      moved: (_before, _after, move) => made.push(move),
      switched: () => undefined,
      ended: () => undefined,
    });
    await live.move((state) => state);
    await live.moveTipsByHand((state) => state);
    await live.moveWithSendsAsync(async (state) => state);
    const set = { address: namedAddress('alice'), from: 'always' } as const;
    await live.overrideAccount((state) => ({ state, set }));
    const distance = { confirmed: 8n, finalized: 8n };
    expect(made).toEqual([{ distance }, { distance: undefined }, { distance }, { distance, set }]);
  });

  it('is told of a switch where the ledger goes back, or is replaced', async () => {
    const { live, told } = watched();
    const start = live.version.id;
    const snapshot = await live.snapshot();
    const moved = await live.move(() => SECOND!);
    told.length = 0;
    await live.revert(snapshot);
    await live.move(() => SECOND!);
    const again = live.version.id;
    await live.reset();
    await live.replace(THIRD!);
    expect(told).toEqual([
      ['switched', moved.id, start, start],
      ['moved', start, again, again],
      ['switched', again, start, start],
      ['switched', start, live.version.id, live.version.id],
    ]);
  });

  it('hears nothing of a move that throws, of a snapshot, or of a version that stays', async () => {
    const { live, told } = watched();
    const fault = new Error('no');
    const broken = () => {
      throw fault;
    };
    await expect(live.move(broken)).rejects.toBe(fault);
    await live.snapshot();
    await live.reset();
    live.fork();
    expect(told).toEqual([]);
  });

  it('hears nothing after its watch has ended', async () => {
    const { end, live, told } = watched();
    const other = watched(live);
    end();
    await live.move(() => SECOND!);
    expect(told).toEqual([]);
    expect(other.told).toHaveLength(1);
  });

  it('that throws does not hinder the move, nor the others', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const live = LiveLedger.create(FIRST!);
    const fault = new Error('of a watcher');
    const broken = () => {
      throw fault;
    };
    live.watch({ moved: broken, switched: broken, ended: broken });
    const { told } = watched(live);
    await live.move(() => SECOND!);
    live.end('the ledger has ended');
    expect(live.version.state).toBe(SECOND);
    expect(told).toHaveLength(2);
    expect(warn.mock.calls).toEqual([[fault], [fault]]);
    warn.mockRestore();
  });

  it('is told of the end once, and who comes later at once', async () => {
    const { live, told } = watched();
    live.end('the ledger has ended');
    live.end('the ledger has ended');
    await live.move(() => SECOND!);
    expect(told).toEqual(['ended']);
    expect(watched(live).told).toEqual(['ended']);
  });
});

it('a fork that is dropped ends, and no other one', () => {
  const forks = new Forks(2);
  const live = LiveLedger.create(FIRST!);
  const [dropped, kept] = [watched(live.fork()), watched(live.fork())];
  forks.add('a', dropped.live);
  forks.add('b', kept.live);
  forks.drop('a');
  expect([dropped.told, kept.told]).toEqual([['ended'], []]);
});
