import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LedgerState } from '../../src/ledger/state.ts';
import { type CommitmentDistance, distanceOf } from '../../src/ledger/tips.ts';
import { LiveError } from '../../src/live/liveError.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { reasonOf } from '../support/clients.ts';
import { testLedger } from '../support/testNode.ts';

/** Any sequence of moves, snapshots and forks, against a model that copies everything. */

const STATES = Array.from({ length: 6 }, (_, i) =>
  testLedger({ processed: 20 + i, confirmed: 10 + i * 2, finalized: i }),
);

interface Point {
  readonly state: LedgerState;
  readonly distance: CommitmentDistance;
}

/** What a live ledger is to be. */
interface Model {
  now: Point;
  start: Point;
  snapshots: Map<string, Point>;
  count: number;
}

interface Pair {
  readonly live: LiveLedger;
  readonly model: Model;
}

type Step = readonly [action: keyof typeof ACTIONS, ledger: number, value: number];

const loaded = (state: LedgerState): Point => ({ state, distance: distanceOf(state) });
const modelAt = (start: Point): Model => ({ now: start, start, snapshots: new Map(), count: 0 });
const stateOf = (value: number) => STATES[value % STATES.length]!;

const ACTIONS = {
  async move({ live, model }: Pair, value: number) {
    await live.move(() => stateOf(value));
    model.now = { ...model.now, state: stateOf(value) };
  },
  async moveLater({ live, model }: Pair, value: number) {
    await live.moveWithSendsAsync(async ({ sends }) => ({ state: stateOf(value), sends }));
    model.now = { ...model.now, state: stateOf(value) };
  },
  async moveTips({ live, model }: Pair, value: number) {
    await live.moveTipsByHand(() => stateOf(value));
    model.now = loaded(stateOf(value));
  },
  async snapshot({ live, model }: Pair) {
    const id = `snapshot-${++model.count}`;
    expect(await live.snapshot()).toBe(id);
    model.snapshots.set(id, model.now);
  },
  async revert({ live, model }: Pair, value: number) {
    const id = `snapshot-${value}`;
    const point = model.snapshots.get(id);
    if (point === undefined) return expect(await reasonOf(live.revert(id))).toBeInstanceOf(LiveError);
    await live.revert(id);
    model.now = point;
  },
  async reset({ live, model }: Pair) {
    await live.reset();
    Object.assign(model, { now: model.start, snapshots: new Map() });
  },
  async replace({ live, model }: Pair, value: number) {
    await live.replace(stateOf(value));
    const start = loaded(stateOf(value));
    Object.assign(model, { now: start, start, snapshots: new Map() });
  },
  async fork({ live, model }: Pair, _value: number, pairs: Pair[]) {
    pairs.push({ live: live.fork(), model: modelAt(model.now) });
  },
  async forkOfStart({ live, model }: Pair, _value: number, pairs: Pair[]) {
    pairs.push({ live: live.forkOfStart(), model: modelAt(model.start) });
  },
};

it('every ledger is what its own history makes of it', async () => {
  const step: fc.Arbitrary<Step> = fc.tuple(
    fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[])),
    fc.nat(3),
    fc.nat(5),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const first = stateOf(0);
      const pairs: Pair[] = [{ live: LiveLedger.create(first), model: modelAt(loaded(first)) }];
      for (const [action, ledger, value] of steps) {
        await ACTIONS[action](pairs[ledger % pairs.length]!, value, pairs);
        for (const { live, model } of pairs) {
          expect(live.version.state).toBe(model.now.state);
          expect(live.distance).toEqual(model.now.distance);
        }
        const ids = new Map(pairs.map(({ live }) => [live.version.id, live.version.state]));
        // one id, one state
        for (const { live } of pairs) expect(ids.get(live.version.id)).toBe(live.version.state);
      }
    }),
    { numRuns: 300 },
  );
});
