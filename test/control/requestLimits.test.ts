import { describe, expect, it } from 'vitest';
import { addBlockIn } from '../../src/control/addFromJson.ts';
import { type ControlMethod, runControlMethod } from '../../src/control/controlMethod.ts';
import { addBlock } from '../../src/control/methods/addBlock.ts';
import { addTransaction } from '../../src/control/methods/addTransaction.ts';
import { load } from '../../src/control/methods/load.ts';
import { paced } from '../../src/control/pace.ts';
import { DIALECTS } from '../../src/dialect.ts';
import { loadLedger } from '../../src/fixtures/loadLedger.ts';
import { ledger, sol } from '../../src/index.ts';
import { Forks } from '../../src/live/forks.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { type Caller, IN_PROCESS } from '../../src/rpc/protocol/call.ts';
import { Ending } from '../../src/rpc/protocol/ending.ts';
import { executeTransaction } from '../../src/runtime/execute.ts';
import { reasonOf } from '../support/clients.ts';
import { UNUSED } from '../support/control.ts';

/** The work of one request: it has a limit, runs in slices, and stops when the client disconnects. */

const SCRIPT = ledger().wallet('alice', sol(5)).block(10);
const MEMO = { memo: 'hi', payer: '$alice' };
const HINT = '(send several requests; a range of more than 1024 empty blocks does not count)';
const refusal = (count: number) => `too many blocks and transactions for one request: ${count}, at most 10000 ${HINT}`;

const liveLedger = async () => LiveLedger.create((await loadLedger([SCRIPT])).state);
const overHttp = (): Caller => ({ ...IN_PROCESS, transport: 'http' });

function run(live: LiveLedger, method: ControlMethod, words: unknown, caller: Caller = overHttp()) {
  const params = method === load ? [words, 'a.ledger.json'] : [words];
  const now = live.moment;
  const context = {
    live,
    now,
    forks: new Forks(1),
    dialect: DIALECTS.contract,
    execute: executeTransaction,
    ...UNUSED,
  };
  return runControlMethod(method, params as never, { ...context, caller });
}

const slots = (...words: readonly object[]) => ({ slots: words });

describe('one request creates at most 10,000 blocks and transactions', () => {
  it.each<[string, ControlMethod, unknown, number, string]>([
    ['a block of copies', addBlock, { transactions: [{ ...MEMO, repeat: 10_000_000 }] }, 10_000_001, ''],
    ['copies of a transaction', addTransaction, { ...MEMO, repeat: 10_000 }, 10_001, ''],
    [
      'a fixture with copies',
      load,
      slots({ slot: 11 }, { from: 12, to: 13, transactions: [{ ...MEMO, repeat: 9999 }] }),
      20_001,
      '/slots/0: ',
    ],
    ['slots with gaps', load, slots({ from: 400, to: 10_000_399, every: 2 }), 5_000_000, '/slots/0: '],
    ['slots with a leader', load, slots({ from: 400, to: 10_400, leader: '$alice' }), 10_001, '/slots/0: '],
  ])('%s', async (_name, verb, words, made, place) => {
    const live = await liveLedger();
    const { version } = live;
    expect(await reasonOf(run(live, verb, words))).toMatchObject({
      code: -32602,
      message: `${place}${refusal(made)}`,
      data: { reason: 'invalid' },
    });
    expect(live.version).toBe(version);
  });

  it('all of its calls together; the next request begins anew', async () => {
    const live = await liveLedger();
    const caller = overHttp();
    const words = (first: number) => slots({ from: first, to: first + 1999, every: 2, transactions: [MEMO] });
    for (const first of [20_000, 30_000, 40_000, 50_000, 60_000]) await run(live, load, words(first), caller);
    expect(await reasonOf(run(live, addBlock, {}, caller))).toHaveProperty('message', refusal(10_001));
    expect(await run(live, addBlock, {})).toContain('"slot":11');
  });

  it('no limit within the process', async () => {
    const live = await liveLedger();
    const words = slots({ from: 20_000, to: 44_000, every: 2 });
    expect(await run(live, load, words, IN_PROCESS)).toBe('{"accounts":0,"blocks":12001,"transactions":0}');
  });

  it('a long range of empty blocks does not count', async () => {
    const live = await liveLedger();
    const words = slots({ from: 400, to: 10_000_398 }, { slot: 10_000_399 });
    expect(await run(live, load, words)).toBe('{"accounts":0,"blocks":10000000,"transactions":0}');
    const { history } = live.version.state;
    expect(history.emptyRuns.map(({ first, last }) => [first, last])).toEqual([[401n, 10_000_398n]]);
    expect(history.block(10_000_399n)).toMatchObject({
      parentSlot: 10_000_398n,
      previousBlockhash: history.block(10_000_398n)!.blockhash,
      blockHeight: 10_000_010n,
    });
    expect(history.block(400n)).toMatchObject({ parentSlot: 10n, blockHeight: 10n + 1n });
  });
});

describe('when the client has disconnected', () => {
  const gone = {
    code: -32602,
    message: 'the client has disconnected: the ledger has not changed',
    data: { reason: 'invalid' },
  };

  it('no work begins', async () => {
    const end = new Ending();
    const [live, caller] = [await liveLedger(), { ...overHttp(), whenGone: end.whenEnded }];
    const { version } = live;
    end.end();
    for (const verb of [addBlock, load, addTransaction])
      expect(await reasonOf(run(live, verb, MEMO, caller))).toMatchObject(gone);
    expect(live.version).toBe(version);
  });

  it('work stops at the next slice, the ledger has not changed, and the next move runs', async () => {
    const live = await liveLedger();
    const { version } = live;
    const end = new Ending();
    let turns = 0;
    const making = live.moveWithSendsAsync((now) =>
      paced({ transport: 'http', whenGone: end.whenEnded }, async (pace) => {
        const turn = () => {
          if (++turns === 3) end.end();
          return pace.turn();
        };
        const words = { transactions: [{ ...MEMO, repeat: 1000 }] };
        const load = () => Promise.reject(new Error('no test here needs LiteSVM'));
        const { moved } = await addBlockIn(words, now, { execute: executeTransaction, load, pace: { ...pace, turn } });
        return moved;
      }),
    );
    expect(await reasonOf(making)).toMatchObject(gone);
    expect([turns, live.version === version]).toEqual([3, true]);
    expect(await run(live, addBlock, {})).toContain('"slot":11');
  });
});
