import { expect, it } from 'vitest';
import { createNode, type LedgerNode, ledger, type NewSendMatch } from '../../src/index.ts';
import { callsReport } from '../../src/testing/callsReport.ts';
import { toHaveReceivedCall, toHaveReceivedTransaction } from '../../src/testing/matchers.ts';
import { DESCRIBED_LEDGER, sentOrder } from '../support/describedIdl.ts';
import { codeBlocks, readText } from './tables.ts';

/** The texts that docs/testing.md shows of failed tests, compared with those of a failed test. */

const TEXTS = codeBlocks('text', readText('docs/testing.md')).map((text) => text.trimEnd());
const CALLER = { isNot: false };

async function skippingNode(): Promise<LedgerNode> {
  const script = ledger().block(306).skip(307).block(308);
  return createNode({ ledger: script, dialect: 'agave' });
}

it('a call that did not come', async () => {
  const node = await skippingNode();
  await node.request('getSlot');
  await node.request('getBlock', [306, { encoding: 'base64' }]);
  const { message } = await toHaveReceivedCall.call(CALLER, node, 'getBlock', [307, { encoding: 'base64' }]);
  expect(TEXTS).toContain(message());
});

it('a transaction that was not sent', async () => {
  const node = await createNode({ ledger: DESCRIBED_LEDGER as object, dialect: 'agave' });
  await sendOrder(node, 9);
  const match: NewSendMatch = { instruction: 'market.placeOrder', args: { price: 10 } };
  const { message } = await toHaveReceivedTransaction.call(CALLER, node, match);
  expect(TEXTS).toContain(message());
});

it('the calls of a test', async () => {
  const node = await skippingNode();
  await node.request('getSlot');
  await node.request('getBlock', [307]).catch(() => undefined);
  const url = 'http://127.0.0.1:40123/fork/fork-1';
  expect(TEXTS).toContain(await callsReport({ ...node, url }));
});

it('a send that was refused', async () => {
  const node = await createNode({ ledger: DESCRIBED_LEDGER as object, dialect: 'agave' });
  await node.onSend({ then: { fail: { error: 'market.SlippageExceeded' } } });
  await sendOrder(node, 5).catch(() => undefined);
  const [, ...lines] = (await callsReport({ ...node, url: 'http://a' })).split('\n');
  expect(TEXTS).toContain(lines.slice(0, 2).join('\n'));
});

async function sendOrder(node: LedgerNode, price: number): Promise<void> {
  const { value } = await node.request('getLatestBlockhash');
  await node.request('sendTransaction', [sentOrder(price, value.blockhash), { encoding: 'base64' }]);
}
