import { expect, it } from 'vitest';
import { ledger, sol } from '../../../src/index.ts';
import type { Upstream } from '../../../src/rpc/protocol/call.ts';
import { TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { ExchangeFolder } from '../../../src/tools/record/exchange.ts';
import { RealNode } from '../../../src/tools/record/realNode.ts';
import { record } from '../../../src/tools/record/record.ts';
import { ledgerJsonOf, startSource } from './source.ts';

/** The tips of a recording, after an app has asked at each commitment. */

const REAL = ledger({ consensus: 'tower', processed: 114, confirmed: 108, finalized: 101 })
  .wallet('alice', sol(5))
  .block(100, (block) => block.transfer('alice', 'bob', sol(1)).named('payment'))
  .block(101)
  .block(108)
  .block(114);

const CONFIG = { commitment: 'processed' };

it.each<[method: string, params: (alice: string, payment: string) => unknown[], tips: object]>([
  ['getBalance', (alice) => [alice, CONFIG], { processed: 114 }],
  ['getMultipleAccounts', (alice) => [[alice], CONFIG], { processed: 114 }],
  ['getTokenAccountsByOwner', (alice) => [alice, { programId: TOKEN_PROGRAM }, CONFIG], { processed: 114 }],
  // before Agave 4.4 the context is that of the processed tip, whatever the call says
  ['getSignatureStatuses', (_, payment) => [[payment]], { processed: 114 }],
  ['getBalance', (alice) => [alice, { commitment: 'confirmed' }], { processed: 108 }],
  ['getBalance', (alice) => [alice], { processed: 108 }],
])('%s: an answer at processed moves only the processed tip', async (method, params, tips) => {
  await using source = await startSource([REAL]);
  const [alice, payment] = [source.upstream.address('alice'), source.upstream.signature('payment')];
  await recordCalls(source, [{ method, params: JSON.stringify(params(alice, payment)) }]);
  expect(ledgerJsonOf(source.path)).toMatchObject({ confirmed: 108, finalized: 101, ...tips });
});

async function recordCalls(
  { path, proxy }: Awaited<ReturnType<typeof startSource>>,
  calls: readonly { readonly method: string; readonly params: string }[],
): Promise<void> {
  const runApp = async (upstream: Upstream) => {
    for (const call of calls) await upstream.find(call, '');
  };
  const { failure } = await record([], new RealNode(proxy.url), new ExchangeFolder(path), { runApp });
  expect(failure).toBeUndefined();
}

it('a tip that an app has seen as confirmed is confirmed, although the node says later that its tip is below', async () => {
  await using source = await startSource([REAL]);
  const alice = source.upstream.address('alice');
  source.proxy.behave(({ method, times }) =>
    method === 'getBalance' && times === 1
      ? { body: (id) => `{"jsonrpc":"2.0","result":{"context":{"slot":112},"value":1},"id":${id}}` }
      : undefined,
  );
  await recordCalls(source, [{ method: 'getBalance', params: JSON.stringify([alice, { commitment: 'confirmed' }]) }]);
  expect(ledgerJsonOf(source.path)).toMatchObject({ processed: 112, confirmed: 112, finalized: 101 });
});
