import { describe, expect, it, onTestFinished } from 'vitest';
import { createNode, type LedgerNode, ledger, sol, startNode } from '../../src/index.ts';
import { callsReport } from '../../src/testing/callsReport.ts';
import { SocketClient } from '../server/socketClient.ts';
import { DESCRIBED_LEDGER, sentOrder } from '../support/describedIdl.ts';

/** Reasons of calls in the journal: those of the ledger that each was answered from. */

const SCRIPT = ledger({ processed: 100, confirmed: 98, finalized: 90 })
  .wallet('alice', sol(5))
  .block(90)
  .block(98)
  .block(100, (b) => b.transfer('alice', 'bob', sol(1)).named('payment'));

const ONLY_PROCESSED =
  'transaction "payment" is known, but only processed: it is in slot 100, and the finalized tip is 90 (stillnode_setTips [{"finalized":100}] goes there)';

const created = (options: object = {}) => createNode({ ledger: SCRIPT, dialect: 'agave', ...options });
const payment = (node: LedgerNode) => [node.signature('payment'), { commitment: 'finalized' }] as const;

async function whyOf(node: LedgerNode) {
  return (await node.calls({ why: true })).map(({ why }) => why);
}

describe('the reason of an answer', () => {
  it('belongs to the moment of the answer, whatever moves', async () => {
    const node = await created();
    await node.request('getTransaction', payment(node));
    await node.advance(10);
    await node.request('getTransaction', payment(node));
    expect(await whyOf(node)).toEqual([[ONLY_PROCESSED], []]);
    expect((await node.explain('getTransaction', payment(node))).why).toEqual([]);
    const calls = await node.calls();
    expect(calls.map(({ isNull, why }) => [isNull, why])).toEqual([
      [true, undefined],
      [undefined, undefined],
    ]);
    expect((await node.calls({ id: 1 })).map(({ isNull, why }) => [isNull, why])).toEqual([[true, [ONLY_PROCESSED]]]);
    await node.revert(await node.snapshot());
    await node.load(ledger().wallet('carol', sol(1)));
    expect(await whyOf(node)).toEqual([[ONLY_PROCESSED], []]);
  });

  it('is in the report of a failed test, where a result that is null is written so', async () => {
    const node = await created();
    for (const advance of [5, 5, 1]) {
      await node.request('getTransaction', payment(node));
      await node.advance(advance);
    }
    const lines = (await callsReport({ ...node, url: 'http://a' })).split('\n');
    expect(lines.map((line) => line.replace(/\[.*\]: /, '… '))).toEqual([
      'stillnode: 3 calls came to http://a/',
      '  call 1: getTransaction … result null',
      expect.stringContaining('the finalized tip is 90'),
      '  call 2: getTransaction … result null',
      expect.stringContaining('the finalized tip is 95'),
      '  call 3: getTransaction … result',
      '  moved after call 1: advance … slot 105',
      '  moved after call 2: advance … slot 110',
      '  moved after call 3: advance … slot 111',
    ]);
  });

  it('is that of each call of a batch, on the result of those before it', async () => {
    const node = await created();
    const ask = `{"jsonrpc":"2.0","id":1,"method":"getTransaction","params":${JSON.stringify(payment(node))}}`;
    const move = '{"jsonrpc":"2.0","id":1,"method":"stillnode_setTips","params":[{"finalized":100}]}';
    await node.dispatch(`[${ask},${ask},${move},${ask}]`);
    expect(await whyOf(node)).toEqual([[ONLY_PROCESSED], [ONLY_PROCESSED], []]);
  });

  it('is told of the tips that a stale answer was given', async () => {
    const node = await created();
    await node.setTips({ confirmed: 100, finalized: 100 });
    await node.fail('getTransaction', { stale: 5 });
    await node.request('getTransaction', payment(node));
    await node.advance();
    expect(await whyOf(node)).toEqual([
      [
        'transaction "payment" lies ahead: it is in slot 100, and the processed tip is 95 (stillnode_setTips [{"finalized":100}] goes there)',
      ],
    ]);
  });

  it('is read in the dialect of the call', async () => {
    const node = await created();
    const ask = '{"jsonrpc":"2.0","id":1,"method":"getBlock","params":["90"]}';
    for (const dialect of ['agave', 'contract'] as const) await node.dispatch(ask, dialect);
    expect(await whyOf(node)).toEqual([['getBlock takes [slot, config?]'], ['getBlock takes [slot, config?]']]);
  });

  it('is that of the answer which was given in the end, where a slot passed before it', async () => {
    const node = await created({ autoAdvance: true });
    for (let i = 0; i < 2; i++) await node.request('getTransaction', payment(node));
    const [first, second] = await whyOf(node);
    expect(first).toEqual([ONLY_PROCESSED]);
    expect(second).toEqual([ONLY_PROCESSED.replace('finalized tip is 90', 'finalized tip is 91')]);
  });

  it('of a fault, of a subscription and of a method that is only unknown over a socket there is none', async () => {
    const node = await startNode({ ledger: SCRIPT, dialect: 'agave' });
    onTestFinished(() => node.close());
    await node.fail('getBlock', { rpcError: { code: -32005, message: 'Node is unhealthy' } });
    await node.request('getBlock', [91]).catch(() => undefined);
    const client = await SocketClient.open(node.wsUrl);
    await client.call('slotSubscribe').next();
    await client.call('getSlot').next();
    expect(await whyOf(node)).toEqual([[], [], []]);
  });

  it('names the error of a program that refused a send, of each of two', async () => {
    const node = await createNode({ ledger: DESCRIBED_LEDGER as object, dialect: 'agave' });
    const { value } = await node.request('getLatestBlockhash');
    const params = [sentOrder(5, value.blockhash), { encoding: 'base64' }] as const;
    for (const custom of [6001, 6000]) {
      await node.onSend({ then: { fail: { custom } } });
      await node.request('sendTransaction', params).catch(() => undefined);
      await node.clearSendRules();
    }
    await node.request('sendTransaction', params);
    await node.request('simulateTransaction', ['0']).catch(() => undefined);
    expect((await whyOf(node)).slice(1)).toEqual([
      [
        expect.stringMatching(
          /^market\.place_order \{.*\}, refused by send-rule-1: instruction 0 failed: market: SlippageExceeded \(6001\), "Slippage exceeded"$/,
        ),
      ],
      [
        expect.stringMatching(
          /^market\.place_order \{.*\}, refused by send-rule-2: instruction 0 failed: market: OrderClosed \(6000\)/,
        ),
      ],
      [],
      ['a transaction is base58 unless the configuration has "encoding": "base64"'],
    ]);
  });
});
