import { expect, it, onTestFinished } from 'vitest';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import { ledger, sol } from '../../../src/index.ts';
import type { LedgerNode } from '../../../src/node/createNode.ts';
import type { Question } from '../../../src/tools/record/exchange.ts';
import { questions } from '../../../src/tools/record/recordQuestions.ts';
import { openUpstream } from '../../../src/tools/record/upstream.ts';
import type { UpstreamOptions } from '../../../src/tools/record/upstreamOptions.ts';
import { nodeOver } from '../../support/nodeOver.ts';
import { withResult } from '../../support/upstreamProxy.ts';
import { startSource } from './source.ts';

/** One folder, written by a list of subjects and by the calls of an app: each continues what the other has written. */

const REAL = ledger()
  .wallet('alice', sol(5))
  .block(100, (block) => block.transfer('alice', 'bob', sol(1)).named('payment'));
const OWN = ledger().wallet('carol', sol(3)).block(200);

async function nodeWith(upstream: UpstreamOptions): Promise<LedgerNode> {
  const opened = openUpstream(upstream, { wait: async () => {} });
  onTestFinished(() => opened.close());
  return nodeOver(await loadLedger([OWN]), { dialect: 'agave' }, { upstream: opened });
}

function answerOf(node: LedgerNode, { method, params }: Question): Promise<string> {
  return node.dispatch(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`);
}

it('subjects after calls: their answers are used, except those that say that there is nothing', async () => {
  await using source = await startSource([REAL]);
  const { path: record, proxy, upstream } = source;
  const [alice, payment] = [upstream.address('alice'), upstream.signature('payment')];
  const node = await nodeWith({ url: proxy.url, record });
  await answerOf(node, questions.account(alice));
  proxy.behave(() => withResult('null'));
  await answerOf(node, questions.transaction(payment));
  proxy.behave(() => ({ error: '{"code":-32004,"message":"Block not available for slot 100"}' }));
  await answerOf(node, questions.block(100n));
  proxy.forget();
  const { failure, lacks, loaded } = await source.run([
    { kind: 'account', address: alice },
    { kind: 'signature', signature: payment },
    { kind: 'slots', first: 100n, last: 100n },
  ]);
  expect({ failure, lacks }).toEqual({ failure: undefined, lacks: [] });
  expect(loaded?.counts).toMatchObject({ blocks: 1, transactions: 1 });
  const asked = proxy.calls.filter(({ params }) => [alice, payment, '[100,'].some((word) => params.includes(word)));
  expect(asked.map(({ method }) => method).sort()).toEqual(['getBlock', 'getTransaction']);
});

it('calls after subjects: equal ones are not asked again, and the others are kept beside them', async () => {
  await using source = await startSource([REAL]);
  const { path: record, proxy, upstream } = source;
  const [alice, payment] = [upstream.address('alice'), upstream.signature('payment')];
  await source.run([
    { kind: 'account', address: alice },
    { kind: 'signature', signature: payment },
  ]);
  proxy.forget();
  const balance: Question = { method: 'getBalance', params: JSON.stringify([alice]) };
  const calls = [questions.account(alice), questions.transaction(payment), balance];
  const node = await nodeWith({ url: proxy.url, record });
  for (const call of calls) expect(await answerOf(node, call)).toBe(await answerOf(upstream, call));
  expect(proxy.texts()).toEqual([`getBalance ["${alice}"]`]);
  const again = await nodeWith({ record, mode: 'none' });
  for (const call of calls) expect(await answerOf(again, call)).toBe(await answerOf(upstream, call));
  proxy.forget();
  const { failure, fileCount, lacks } = await source.run([{ kind: 'account', address: alice }]);
  expect({ failure, fileCount, lacks, asked: proxy.texts() }).toEqual({
    failure: undefined,
    fileCount: 0,
    lacks: [],
    asked: [],
  });
});
