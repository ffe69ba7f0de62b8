import { describe, expect, it } from 'vitest';
import { AskedAccounts } from '../../src/ledger/accounts/askedAccounts.ts';
import { setAccount } from '../../src/ledger/moves/setAccount.ts';
import type { LedgerState } from '../../src/ledger/state.ts';
import { tipsOf } from '../../src/ledger/tips.ts';
import { LiveError } from '../../src/live/liveError.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { reasonOf } from '../support/clients.ts';
import { testAccount, testLedger } from '../support/testNode.ts';
import { namedAddress } from '../support/transactions.ts';
import { deferred } from '../support/upstreamProxy.ts';

/** A state whose tips stand in one after the other: 5 slots apart, or as given. */
function stateAt(processed: number, confirmed = processed - 5, finalized = processed - 10): LedgerState {
  return testLedger({ blocks: [{ slot: 1 }, { slot: 100 }], processed, confirmed, finalized });
}

const LOADED = stateAt(20);
const OTHER = stateAt(30);
const THIRD = stateAt(40);
const LAG = { confirmed: 5n, finalized: 10n };

describe('accounts that another node was asked for', () => {
  const account = testAccount({ address: namedAddress('a'), lamports: 5n });
  const askedAccounts = AskedAccounts.NONE.with(new Map([[account.address, account]]));
  const lamportsIn = ({ accounts, chains }: LedgerState) =>
    accounts.at(chains.finalized).get(account.address)?.lamports;

  it('are in the state and in all that it may return to, and the ledger is as it was loaded', async () => {
    const live = LiveLedger.create(LOADED);
    const snapshot = await live.snapshot();
    await live.move(() => OTHER);
    const { id } = live.version;
    await live.learn(askedAccounts);
    expect(lamportsIn(live.version.state)).toBe(5n);
    expect(live.version.id).toBeGreaterThan(id);
    expect(tipsOf(live.version.state)).toEqual(tipsOf(OTHER));
    expect(live.isAsLoaded).toBe(false);
    await live.revert(snapshot);
    expect([lamportsIn(live.version.state), live.isAsLoaded]).toEqual([5n, true]);
    await live.move(() => THIRD);
    await live.reset();
    expect([lamportsIn(live.version.state), live.isAsLoaded]).toEqual([5n, true]);
    await live.replace(THIRD);
    expect([lamportsIn(live.version.state), tipsOf(live.version.state)]).toEqual([5n, tipsOf(THIRD)]);
    expect(lamportsIn(LOADED)).toBeUndefined();
  });

  it('are in forks from then on; a fork that has not moved yet writes into tables of its own', async () => {
    const live = LiveLedger.create(LOADED);
    const before = live.fork();
    await live.learn(askedAccounts);
    expect([before, live.fork(), live.forkOfStart()].map(({ version }) => lamportsIn(version.state))).toEqual([
      undefined,
      5n,
      5n,
    ]);
    await before.learn(askedAccounts);
    expect([lamportsIn(before.version.state), before.isAsLoaded]).toEqual([5n, true]);
    const write = (state: LedgerState) => setAccount(state, account.address, { ...account, lamports: 9n }, 'processed');
    await before.move(write);
    await live.move(write);
    expect(lamportsIn(before.version.state)).toBe(5n);
  });

  it('wait for a move that takes time, and notify nobody', async () => {
    const live = LiveLedger.create(LOADED);
    let moves = 0;
    live.watch({ moved: () => moves++, switched: () => moves++, ended: () => {} });
    const { promise, resolve } = deferred();
    const moving = live.moveWithSendsAsync(async ({ sends }) => {
      await promise;
      return { state: OTHER, sends };
    });
    const learning = live.learn(askedAccounts);
    const forks = [live.fork(), live.forkOfStart()];
    const [nested] = [forks[0]!.fork()];
    expect(lamportsIn(live.version.state)).toBeUndefined();
    // a fork does not wait for the move of its origin
    expect([...forks, nested!].map(({ version }) => lamportsIn(version.state))).toEqual([5n, 5n, 5n]);
    expect(forks.map(({ isAsLoaded }) => isAsLoaded)).toEqual([true, true]);
    resolve();
    await Promise.all([moving, learning]);
    expect([lamportsIn(live.version.state), tipsOf(live.version.state), moves]).toEqual([5n, tipsOf(OTHER), 1]);
  });
});

describe('a move', () => {
  it('gives a new version, with an id that no other version has', async () => {
    const live = LiveLedger.create(LOADED);
    const before = live.version;
    const after = await live.move(() => OTHER);
    expect(before.state).toBe(LOADED);
    expect(after.state).toBe(OTHER);
    expect(live.version).toBe(after);
    const again = await live.move((state) => state);
    const ids = [before.id, after.id, again.id, LiveLedger.create(LOADED).version.id];
    expect(new Set(ids).size).toBe(4);
  });

  it('is made at once where no other one is running', () => {
    const live = LiveLedger.create(LOADED);
    void live.move(() => OTHER);
    expect(live.version.state).toBe(OTHER);
  });

  it('that throws changes nothing, and the next one is made', async () => {
    const live = LiveLedger.create(LOADED);
    const { version } = live;
    const fault = new Error('no such slot');
    const move = () => {
      throw fault;
    };
    expect(await reasonOf(live.move(move))).toBe(fault);
    expect(await reasonOf(live.moveTipsByHand(move))).toBe(fault);
    expect(await reasonOf(live.moveWithSendsAsync(async () => move()))).toBe(fault);
    expect(live.version).toBe(version);
    await live.move(() => OTHER);
    expect(live.version.state).toBe(OTHER);
  });
});

describe('a move that takes time', () => {
  it('shows the version before until it ends, and makes other moves wait for their turn', async () => {
    const live = LiveLedger.create(LOADED);
    const order: string[] = [];
    let end = (_state: LedgerState): void => undefined;
    const slow = live.moveWithSendsAsync(({ sends, state }) => {
      order.push(`slow from ${tipsOf(state).processed}`);
      return new Promise((resolve) => {
        end = (after) => resolve({ state: after, sends });
      });
    });
    const moves = [
      live.move((state) => {
        order.push(`move from ${tipsOf(state).processed}`);
        return THIRD;
      }),
      live.moveWithSendsAsync(async ({ sends, state }) => {
        order.push(`second from ${tipsOf(state).processed}`);
        return { state: LOADED, sends };
      }),
      live.snapshot().then((id) => order.push(id)),
    ];
    await new Promise(setImmediate);
    expect(order).toEqual(['slow from 20']);
    expect(live.version.state).toBe(LOADED);
    end(OTHER);
    expect((await slow).state).toBe(OTHER);
    await Promise.all(moves);
    expect(order).toEqual(['slow from 20', 'move from 30', 'second from 40', 'snapshot-1']);
    expect(live.version.state).toBe(LOADED);
  });
});

describe('the distance', () => {
  it('is the distance of the tips when the ledger was loaded, whatever moves come after', async () => {
    const live = LiveLedger.create(LOADED);
    expect(live.distance).toEqual(LAG);
    const seen: unknown[] = [];
    await live.move((_state, distance) => {
      seen.push(distance);
      return stateAt(30, 30, 30);
    });
    await live.moveWithSendsAsync(async ({ distance, sends }) => {
      seen.push(distance);
      return { state: OTHER, sends };
    });
    expect(seen).toEqual([LAG, LAG]);
    expect(live.distance).toEqual(LAG);
  });

  it('is the distance that the tips have after a move of tips', async () => {
    const live = LiveLedger.create(LOADED);
    await live.moveTipsByHand(() => stateAt(30, 29, 28));
    await live.move(() => stateAt(31, 31, 31));
    expect(live.distance).toEqual({ confirmed: 1n, finalized: 2n });
  });

  it('comes back with a snapshot, a reset and a new ledger', async () => {
    const live = LiveLedger.create(LOADED);
    const id = await live.snapshot();
    await live.moveTipsByHand(() => stateAt(30, 29, 28));
    await live.revert(id);
    expect(live.distance).toEqual(LAG);
    await live.moveTipsByHand(() => stateAt(30, 29, 28));
    await live.reset();
    expect(live.distance).toEqual(LAG);
    await live.replace(stateAt(30, 27, 20));
    expect(live.distance).toEqual({ confirmed: 3n, finalized: 10n });
  });
});

describe('a snapshot', () => {
  it('brings back the very version, as often as one likes', async () => {
    const live = LiveLedger.create(LOADED);
    const first = await live.snapshot();
    const { version } = live;
    await live.move(() => OTHER);
    const second = await live.snapshot();
    const frameOfSecond = live.version;
    for (let i = 0; i < 2; i++) {
      expect(await live.revert(first)).toBe(version);
      expect(live.version).toBe(version);
      expect(await live.revert(second)).toBe(frameOfSecond);
    }
  });

  it('has an id that counts up, and that no later one gets', async () => {
    const live = LiveLedger.create(LOADED);
    const ids = [await live.snapshot(), await live.snapshot()];
    await live.reset();
    expect([...ids, await live.snapshot()]).toEqual(['snapshot-1', 'snapshot-2', 'snapshot-3']);
  });

  it.each([
    ['that was never made', async () => 'x'],
    ['that a reset forgot', async (live: LiveLedger) => live.snapshot().finally(() => live.reset())],
    ['of the ledger before', async (live: LiveLedger) => live.snapshot().finally(() => live.replace(OTHER))],
  ])('%s is unknown', async (_what, idOf) => {
    const live = LiveLedger.create(LOADED);
    const id = await idOf(live);
    const { version } = live;
    expect(await reasonOf(live.revert(id))).toEqual(
      new LiveError(
        'unknown',
        `there is no snapshot "${id}": use an id that stillnode_snapshot returned since the last stillnode_reset`,
      ),
    );
    expect(live.version).toBe(version);
  });
});

it('a reset goes back to what was loaded, or replaced it', async () => {
  const live = LiveLedger.create(LOADED);
  const { version } = live;
  await live.move(() => THIRD);
  expect(await live.reset()).toBe(version);
  const replaced = await live.replace(OTHER);
  expect(live.version.state).toBe(OTHER);
  await live.move(() => THIRD);
  expect(await live.reset()).toBe(replaced);
});

describe('a fork', () => {
  it('starts as its origin is, and goes its own way', async () => {
    const live = LiveLedger.create(LOADED);
    await live.moveTipsByHand(() => stateAt(30, 29, 28));
    const { version } = live;
    const fork = live.fork();
    expect(fork.version).toBe(version);
    await fork.move(() => THIRD);
    expect(live.version).toBe(version);
    await live.move(() => OTHER);
    expect(fork.version.state).toBe(THIRD);
    expect(fork.distance).toEqual({ confirmed: 1n, finalized: 2n });
  });

  it('resets to its creation, and outlives the reset of its origin', async () => {
    const live = LiveLedger.create(LOADED);
    await live.move(() => OTHER);
    const fork = live.fork();
    await fork.move(() => THIRD);
    await live.reset();
    expect(fork.version.state).toBe(THIRD);
    await fork.reset();
    expect(fork.version.state).toBe(OTHER);
    expect(live.version.state).toBe(LOADED);
  });

  it('has none of the snapshots of its origin', async () => {
    const live = LiveLedger.create(LOADED);
    const id = await live.snapshot();
    expect(await reasonOf(live.fork().revert(id))).toBeInstanceOf(LiveError);
  });

  it('of the start is as the ledger was loaded', async () => {
    const live = LiveLedger.create(LOADED);
    const { version } = live;
    await live.moveTipsByHand(() => OTHER);
    expect(live.forkOfStart().version).toBe(version);
    expect(live.forkOfStart().distance).toEqual(LAG);
  });
});
