import { expect, it, onTestFinished, vi } from 'vitest';
import { createNode, type LedgerNode, ledger } from '../../src/index.ts';
import { StandingPolls, standingText } from '../../src/live/standingPolls.ts';
import { namedSignature } from '../support/transactions.ts';

/** Clients that wait for time while the ledger stands still. */

const SCRIPT = ledger({ processed: 5, confirmed: 4, finalized: 3 }).blocks({ from: 1, to: 5 });

function warnings(): unknown[] {
  const given: unknown[] = [];
  const spy = vi
    .spyOn(process, 'emitWarning')
    .mockImplementation((warning, options) => void given.push([warning, options]));
  onTestFinished(() => spy.mockRestore());
  return given;
}

/** Asks six times, half a second after each other. */
async function poll(node: Pick<LedgerNode, 'request'>, method: string, params: readonly unknown[] = []): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let i = 0; i < 6; i++) {
    await node.request(method, params);
    vi.setSystemTime(Date.now() + 500);
  }
}

it('is told once, and is a reason for the answers', async () => {
  const given = warnings();
  const node = await createNode({ ledger: SCRIPT, dialect: 'agave' });
  await poll(node, 'getBlockHeight');
  await poll(await node.fork(), 'getBlockHeight');
  const text = standingText('getBlockHeight');
  expect(given).toEqual([[text, { code: 'STILLNODE_STANDS_STILL' }]]);
  const why = (await node.calls({ why: true })).map((call) => call.why ?? []);
  expect(why).toEqual([[], [], [], [], [text], [text]]);
  expect(text).toBe(
    'time stands still: a client asks getBlockHeight again and again, and nothing moves the ledger; `--auto-advance` (option `autoAdvance`) moves it by a slot whenever clients wait, `--slot-time` (`slotTime`) as time passes, and `advance` when the test wants it',
  );
});

it('is told of a status that nothing brings', async () => {
  const given = warnings();
  const node = await createNode({ ledger: SCRIPT, dialect: 'agave' });
  await poll(node, 'getSignatureStatuses', [[namedSignature('lost')]]);
  expect(given).toHaveLength(1);
  const [last] = (await node.calls({ why: true })).slice(-1);
  expect(last!.why?.at(-1)).toBe(standingText('getSignatureStatuses'));
});

it('is told of the calls of solana-py that waits for a dropped transaction', async () => {
  const given = warnings();
  const node = await createNode({ ledger: SCRIPT, dialect: 'agave' });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  // confirm_transaction(signature, last_valid_block_height=…) of solana 0.41
  for (let i = 0; i < 6; i++) {
    await node.request('getBlockHeight', []);
    await node.request('getSignatureStatuses', [[namedSignature('lost')], { searchTransactionHistory: false }]);
    vi.setSystemTime(Date.now() + 500);
  }
  // one method is enough for stderr; the journal has both
  expect(given.map((warning) => (warning as readonly unknown[])[0])).toEqual([standingText('getBlockHeight')]);
  const lastCalls = (await node.calls({ why: true })).slice(-2);
  expect(lastCalls.map((call) => call.why?.at(-1))).toEqual([
    standingText('getBlockHeight'),
    standingText('getSignatureStatuses'),
  ]);
});

it.each([
  ['whose ledger moves by itself', { autoAdvance: true }, 'getBlockHeight'],
  ['of a method that no client waits with', {}, 'getBalance'],
])('is not told of a client %s', async (_whose, options, method) => {
  const given = warnings();
  const node = await createNode({ ledger: SCRIPT, dialect: 'agave', ...options });
  await poll(node, method, method === 'getBalance' ? ['11111111111111111111111111111111'] : []);
  expect(given).toEqual([]);
});

it('is a client that asks at least five times, for two seconds or more, with nothing moving', () => {
  const polls = new StandingPolls();
  const ask = (timeMs: number, version: unknown = 1, params = '[]') =>
    polls.isPoll({ method: 'getBlockHeight', params, timeMs }, version);
  expect([0, 400, 800, 1200, 1600, 2000].map((timeMs) => ask(timeMs))).toEqual([
    ...Array.from({ length: 5 }, () => false),
    true,
  ]);
  expect(ask(9000, 1, '[{}]')).toBe(false);
  expect(ask(9000)).toBe(true);
  expect(ask(9000, 2)).toBe(false);
  expect(ask(20_000, 2)).toBe(false);
});
