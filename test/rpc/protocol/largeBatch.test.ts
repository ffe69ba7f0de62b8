import { describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../src/dialect.ts';
import { RpcError } from '../../../src/errors.ts';
import { LiveLedger } from '../../../src/live/liveLedger.ts';
import { LedgerService } from '../../../src/rpc/ledgerService.ts';
import { IN_PROCESS, type Upstream } from '../../../src/rpc/protocol/call.ts';
import { answerBody, type DispatchOptions } from '../../../src/rpc/protocol/dispatch.ts';
import { replyText } from '../../../src/rpc/protocol/envelope.ts';
import { RawConnection, rawRequest, requestText, serve } from '../../server/rawHttp.ts';
import { THREE_TIPS, testLedger } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const RULES = { versionlessReplyHasVersion: true };

function callOf(id: number, method: string, params = '[]'): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
}

function resultOf(id: number, result: string): string {
  return `{"jsonrpc":"2.0","result":${result},"id":${id}}`;
}

function refusalOf(id: number, maxBytes: number): string {
  return `{"jsonrpc":"2.0","error":{"code":-32603,"message":"The results of this batch come to more than ${maxBytes} bytes: send fewer calls at once, or raise --max-batch-bytes","data":{"reason":"batchTooLarge"}},"id":${id}}`;
}

/** What a batch is answered with, and the calls that were computed for it. */
async function answer(
  calls: readonly string[],
  call: DispatchOptions['call'],
  maxBatchReplyBytes = 1000,
  faultFor?: DispatchOptions['faultFor'],
) {
  const computed: string[] = [];
  const counted: DispatchOptions['call'] = (asked, context) => {
    computed.push(asked.method);
    return call(asked, context);
  };
  const body = `[${calls.join(',')}]`;
  const options: DispatchOptions = {
    call: counted,
    scopeOf: () => '',
    isChange: () => false,
    rules: RULES,
    maxBatchReplyBytes,
    faultFor,
    now: () => 0,
    onInternalError: undefined,
  };
  const dispatched = await answerBody(body, options, IN_PROCESS);
  const methods = dispatched.calls.map(({ method }) => method);
  return { reply: replyText(dispatched.reply), methods, computed };
}

const TEXT = `"${'x'.repeat(40)}"`;

describe('the reply to a batch', () => {
  test('has results of no more bytes than it may; what is beyond is refused, and not computed', async () => {
    const calls = ['a', 'b', 'c', 'd'].map((method, id) => callOf(id, method));
    const { computed, methods, reply } = await answer(calls, () => TEXT, 100);
    expect(reply).toBe(`[${resultOf(0, TEXT)},${resultOf(1, TEXT)},${refusalOf(2, 100)},${refusalOf(3, 100)}]\n`);
    expect(computed).toEqual(['a', 'b', 'c']);
    expect(methods).toEqual(['a', 'b', 'c', 'd']);
  });

  test('may have exactly as many', async () => {
    const { reply } = await answer([callOf(0, 'a'), callOf(1, 'b')], () => TEXT, 2 * TEXT.length);
    expect(reply).toBe(`[${resultOf(0, TEXT)},${resultOf(1, TEXT)}]\n`);
  });

  test('counts bytes, not characters', async () => {
    const { reply } = await answer([callOf(0, 'a')], () => '"ééé"', 7);
    expect(reply).toBe(`[${refusalOf(0, 7)}]\n`);
  });

  test.each([
    ['data', new RpcError(-32002, 'broken', 'x'.repeat(60)), `"message":"broken","data":"${'x'.repeat(60)}"`],
    ['message', new RpcError(-32002, 'x'.repeat(60)), `"message":"${'x'.repeat(60)}"`],
  ])('counts the %s of errors', async (_what, thrown, members) => {
    const failing: DispatchOptions['call'] = () => {
      throw thrown;
    };
    const { computed, reply } = await answer([callOf(0, 'a'), callOf(1, 'b'), callOf(2, 'c')], failing, 120);
    const error = `{"code":-32002,${members}}`;
    expect(reply).toBe(`[{"jsonrpc":"2.0","error":${error},"id":0},${refusalOf(1, 120)},${refusalOf(2, 120)}]\n`);
    expect(computed).toEqual(['a', 'b']);
  });

  test.each([
    ['a result', { answer: () => TEXT + TEXT, error: undefined }, resultOf(0, TEXT + TEXT)],
    [
      'an error with data',
      { error: new RpcError(-32002, 'broken', 'x'.repeat(40)) },
      `{"jsonrpc":"2.0","error":{"code":-32002,"message":"broken","data":${TEXT}},"id":0}`,
    ],
  ])('counts what a fault answers: %s', async (_what, given, first) => {
    const fault = { delayMs: 0, connection: undefined, ...given };
    const calls = [callOf(0, 'a'), callOf(1, 'a'), callOf(2, 'a')];
    const { reply } = await answer(
      calls,
      () => 'null',
      100,
      () => fault,
    );
    expect(reply).toBe(`[${first},${refusalOf(1, 100)},${refusalOf(2, 100)}]\n`);
  });

  test('has room for errors beyond that: a call that is invalid is told so', async () => {
    const { reply } = await answer([callOf(0, 'a'), '{"id":1}'], () => TEXT, 10);
    expect(reply).toBe(
      `[${refusalOf(0, 10)},{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid request"},"id":1}]\n`,
    );
  });

  test('a call that is not in a batch has no such limit', async () => {
    const answering = {
      call: () => TEXT,
      scopeOf: () => '',
      isChange: () => false,
      rules: RULES,
      maxBatchReplyBytes: 1,
      now: () => 0,
      onInternalError: undefined,
    };
    expect(replyText((await answerBody(callOf(0, 'a'), answering, IN_PROCESS)).reply)).toBe(`${resultOf(0, TEXT)}\n`);
  });

  test('has the same limit with an upstream', async () => {
    const accounts = ['a', 'b'].map((name) => ({ address: namedAddress(name), data: new Uint8Array(90) }));
    const live = LiveLedger.create(testLedger({ ...THREE_TIPS, accounts }));
    const upstream: Upstream = { find: async () => undefined, close: () => {} };
    const service = new LedgerService(live, { maxBatchReplyBytes: 400, upstream });
    const calls = accounts.map(({ address }, id) =>
      callOf(id, 'getAccountInfo', `["${address}",{"encoding":"base64"}]`),
    );
    const { reply } = await service.serve(live).dispatch(`[${calls.join(',')}]`, DIALECTS.agave, IN_PROCESS);
    const [first, second] = JSON.parse(replyText(reply));
    expect([first.result.value.space, JSON.stringify(second)]).toEqual([90, refusalOf(1, 400)]);
  });

  test('joins text and bytes', async () => {
    const { reply } = await answer([callOf(0, 'a'), callOf(1, 'b')], ({ method }) =>
      method === 'a' ? Buffer.from('"é"') : '"ß"',
    );
    expect(reply).toBe(`[${resultOf(0, '"é"')},${resultOf(1, '"ß"')}]\n`);
  });
});

describe('the calls of a batch', () => {
  test('that are equal are computed once, however they are written', async () => {
    const calls = [
      callOf(0, 'a', '[{"x":1,"y":2}]'),
      callOf(1, 'a', '[ {"y":2,"x":1} ]'),
      callOf(2, 'a', '[{"x":1.0,"y":2}]'),
      callOf(3, 'b', '[{"x":1,"y":2}]'),
    ];
    const { computed, reply } = await answer(calls, () => '1');
    expect(computed).toEqual(['a', 'a', 'b']);
    expect(reply).toBe(`[${[0, 1, 2, 3].map((id) => resultOf(id, '1')).join(',')}]\n`);
  });

  test('that fail alike fail once', async () => {
    const { computed, reply } = await answer([callOf(0, 'a'), callOf(1, 'a')], () => {
      throw new Error('broken');
    });
    const failure = (id: number) => `{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":${id}}`;
    expect(computed).toEqual(['a']);
    expect(reply).toBe(`[${failure(0)},${failure(1)}]\n`);
  });

  test('run one after the other', async () => {
    const steps: string[] = [];
    await answer([callOf(0, 'slow'), callOf(1, 'quick')], async ({ method }) => {
      steps.push(`${method} begins`);
      if (method === 'slow') await new Promise((resolve) => setImmediate(resolve));
      steps.push(`${method} ends`);
      return '1';
    });
    expect(steps).toEqual(['slow begins', 'slow ends', 'quick begins', 'quick ends']);
  });

  test('let others be served in between', async () => {
    const server = await serve();
    const calls = Array.from({ length: 900 }, (_, id) => callOf(id, `x${id}`));
    const batch = await RawConnection.open(server.url);
    const order: string[] = [];
    const answered = batch
      .send(requestText({ body: `[${calls.join(',')}]` }))
      .reply()
      .then(() => order.push('batch'));
    const health = await rawRequest(server, requestText({ method: 'GET', target: '/health' }));
    order.push(health.body);
    await answered;
    expect(order).toEqual(['ok', 'batch']);
  });
});

test('a listener for internal errors that throws does not cost the client its reply', async () => {
  const warned = new Promise((resolve) => process.once('warning', resolve));
  const options: DispatchOptions = {
    call: () => {
      throw new Error('broken');
    },
    scopeOf: () => '',
    isChange: () => false,
    rules: RULES,
    maxBatchReplyBytes: 1,
    now: () => 0,
    onInternalError: () => {
      throw new Error('the log is full');
    },
  };
  const { reply } = await answerBody(callOf(1, 'a'), options, IN_PROCESS);
  expect(replyText(reply)).toBe('{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":1}\n');
  expect(await warned).toMatchObject({ message: 'the log is full' });
});
