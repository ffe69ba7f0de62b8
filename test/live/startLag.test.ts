import { describe, expect, it } from 'vitest';
import type { ConsensusName } from '../../src/gates.ts';
import { advance } from '../../src/ledger/moves/advance.ts';
import { tipsOf } from '../../src/ledger/tips.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { tick } from '../../src/rpc/sending/sendMoves.ts';
import { executeTransaction } from '../../src/runtime/execute.ts';
import { type LedgerSpec, protocolFor, testLedger } from '../support/testNode.ts';

/** How far confirmed and finalized follow the processed slot of a ledger that gives neither of them. */

function ledgerOf(consensus: ConsensusName, spec: LedgerSpec = {}) {
  const protocol = protocolFor('4.3', 'mainnet');
  return testLedger({
    blocks: [{ slot: 99 }, { slot: 100 }],
    protocol: { ...protocol, alpenglowFrom: consensus === 'tower' ? undefined : 0n },
    ...spec,
  });
}

/** Distances to the processed slot, after 40 more of them. */
async function distances(live: LiveLedger) {
  await live.move((state, distance) => advance(state, 40n, distance));
  const { confirmed, finalized, processed } = tipsOf(live.version.state);
  return [processed - confirmed, processed - finalized];
}

const timed = (state: ReturnType<typeof ledgerOf>) => LiveLedger.create(state, undefined, true);

describe('confirmed and finalized', () => {
  it.each<readonly [ConsensusName, readonly bigint[]]>([
    ['alpenglow', [1n, 1n]],
    ['tower', [1n, 31n]],
  ])('under %s', async (consensus, expected) => {
    expect(await distances(timed(ledgerOf(consensus)))).toEqual(expected);
    const manual = LiveLedger.create(ledgerOf(consensus, { send: { confirm: 'manual' } }));
    expect(await distances(manual)).toEqual(expected);
    expect(await distances(LiveLedger.create(ledgerOf(consensus)))).toEqual([0n, 0n]);
  });

  it('of a ledger that gives them keep their distance, three equal ones too', async () => {
    for (const consensus of ['alpenglow', 'tower'] as const) {
      const equal = ledgerOf(consensus, { processed: 100, confirmed: 100, finalized: 100 });
      expect(await distances(timed(equal))).toEqual([0n, 0n]);
      const finalized = ledgerOf(consensus, { processed: 100, finalized: 99 });
      expect(await distances(timed(finalized))).toEqual([1n, 1n]);
      expect(await distances(timed(ledgerOf(consensus, { processed: 100 })))).not.toEqual([0n, 0n]);
    }
  });

  it('of a ledger before its migration are those of Tower until then', async () => {
    const state = ledgerOf('tower');
    const live = timed({ ...state, protocol: { ...state.protocol, alpenglowFrom: 200n } });
    expect(await distances(live)).toEqual([1n, 31n]);
    await distances(live);
    expect(await distances(live)).toEqual([1n, 1n]);
  });

  it('are there again after a reset, and in a fork', async () => {
    const live = timed(ledgerOf('alpenglow'));
    await distances(live);
    expect(await distances(live.fork())).toEqual([1n, 1n]);
    await live.reset();
    expect(await distances(live)).toEqual([1n, 1n]);
  });
});

describe('the clock of the machine', () => {
  const NOW = 1_800_000_000_250;
  const timeOf = ({ version }: LiveLedger) => {
    const { chains, history } = version.state;
    const { blockTimeMilliseconds, blockTimeSeconds } = history.block(chains.processed.tip)!;
    return [blockTimeSeconds, blockTimeMilliseconds];
  };
  const tickOn = (live: LiveLedger) => live.moveWithSends((before) => tick(before, executeTransaction));

  it('gives its time to the first block that time makes; later ones follow their slots', async () => {
    let now = NOW;
    const live = LiveLedger.create(ledgerOf('alpenglow'), undefined, true, [], () => now);
    await tickOn(live);
    expect(tipsOf(live.version.state).processed).toBe(101n);
    expect(timeOf(live)).toEqual([1_800_000_000n, 250n]);
    now += 100_000;
    await tickOn(live);
    expect(timeOf(live)).toEqual([1_800_000_000n, 450n]);
    await live.move((state, distance) => advance(state, 10n, distance));
    expect(timeOf(live)).toEqual([1_800_000_002n, 450n]);
    await live.reset();
    await tickOn(live);
    expect(timeOf(live)).toEqual([1_800_000_100n, 250n]);
  });

  it('does not count where the ledger is ahead of it, or goes through slots that it has', async () => {
    const ahead = LiveLedger.create(ledgerOf('alpenglow'), undefined, true, [], () => 1_000);
    await tickOn(ahead);
    expect(timeOf(ahead)).toEqual([1_700_000_100n, 200n]);
    const film = LiveLedger.create(ledgerOf('alpenglow', { processed: 99 }), undefined, true, [], () => NOW);
    await tickOn(film);
    expect(timeOf(film)).toEqual([1_700_000_100n, undefined]);
    await tickOn(film);
    expect(timeOf(film)).toEqual([1_800_000_000n, 250n]);
  });

  it('is that of a fork of the start too', async () => {
    const live = LiveLedger.create(ledgerOf('alpenglow'), undefined, true, [], () => NOW);
    const fork = live.forkOfStart();
    await tickOn(fork);
    expect(timeOf(fork)).toEqual([1_800_000_000n, 250n]);
  });
});
