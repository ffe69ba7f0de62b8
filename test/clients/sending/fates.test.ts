import * as kit from '@solana/kit';
import { Connection } from '@solana/web3.js';
import { expect, it, onTestFinished } from 'vitest';
import { ata, keypair, type RunningNode, startNode } from '../../../src/index.ts';
import { callsReport } from '../../../src/testing/callsReport.ts';
import { payOut } from '../../pages/recipes/payOut.ts';
import { PAYOUT_LEDGER, pay } from '../../support/payouts.ts';

/** What the journal and the report of a test say of a lost payout, as the clients look for it. */

async function started(): Promise<RunningNode> {
  const node = await startNode({ ledger: PAYOUT_LEDGER, dialect: 'agave' });
  onTestFinished(() => node.close());
  return node;
}

const kitPayout = (node: RunningNode) =>
  payOut(node.url, {
    secretKey: keypair('alice').secretKey,
    mint: node.address('usdc'),
    from: node.address(ata('alice', 'usdc')),
    to: node.address(ata('bob', 'usdc')),
    amount: 2_500_000n,
  });

/** The methods of the calls whose reason is the sentence, from call 3 on. */
async function whyOf(node: RunningNode, sentence: string): Promise<readonly string[]> {
  const calls = await node.calls({ why: true, since: 2 });
  return calls.filter(({ why = [] }) => why.includes(sentence)).map(({ method }) => method);
}

const ROWS: readonly [name: string, rule: object, sentence: string][] = [
  ['dropped', { then: 'drop' }, 'sent in call 2; dropped by send-rule-1'],
  ['held', { then: { delay: 3 } }, 'sent in call 2; held back by send-rule-1 for 3 more blocks'],
  ['refused', { then: { refuse: 'BlockhashNotFound' } }, 'sent in call 2; refused by send-rule-1: BlockhashNotFound'],
];

it.each(ROWS.slice(0, 2))('Kit: a payout that is %s', async (_fate, rule, sentence) => {
  const node = await started();
  await node.onSend(rule as never);
  const { signature } = await kitPayout(node);
  const rpc = kit.createSolanaRpc(node.url);
  await rpc.getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 }).send();
  await rpc.getSignaturesForAddress(kit.address(node.address('alice'))).send();
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const rpcSubscriptions = kit.createSolanaRpcSubscriptions(node.wsUrl);
  await rpcSubscriptions.signatureNotifications(signature).subscribe({ abortSignal: abort.signal });
  expect(await whyOf(node, sentence)).toEqual([
    'getSignatureStatuses',
    'getTokenAccountBalance',
    'getTransaction',
    'getSignaturesForAddress',
    'signatureSubscribe',
  ]);
});

it.each(ROWS)('web3.js: a payout that is %s', async (_fate, rule, sentence) => {
  const node = await started();
  await node.onSend(rule as never);
  const signature = await pay(node, 'bob', 2_500_000, { skipPreflight: true });
  const connection = new Connection(node.url, { wsEndpoint: node.wsUrl });
  await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  await connection.getSignatureStatus(signature);
  const silent = connection.onSignature(signature, () => {});
  await node.waitForCall('signatureSubscribe');
  expect(await whyOf(node, sentence)).toEqual(['getTransaction', 'getSignatureStatuses', 'signatureSubscribe']);
  const report = await callsReport({ calls: node.calls, getTips: node.getTips, moves: node.moves, url: node.url });
  const lines = report.split('\n').slice(3);
  expect(lines).toEqual([
    expect.stringMatching(/^ {2}call 3: getTransaction .*: result null$/),
    `    ${sentence}`,
    expect.stringMatching(/^ {2}call 4: getSignatureStatuses .*: result null$/),
    `    ${sentence}`,
    expect.stringMatching(/^ {2}call 5: signatureSubscribe .*: result$/),
    `    ${sentence}`,
  ]);
  await connection.removeSignatureListener(silent);
});
