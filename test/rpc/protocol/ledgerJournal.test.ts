import { describe, expect, it } from 'vitest';
import { rpcErrors } from '../../../src/errors.ts';
import type { CallOutcome } from '../../../src/live/journal.ts';
import { type CallFault, IN_PROCESS } from '../../../src/rpc/protocol/call.ts';
import { answerBody, type DispatchOptions } from '../../../src/rpc/protocol/dispatch.ts';
import { runJournaled } from '../../../src/rpc/protocol/ledgerJournal.ts';

/** Which calls a journal is told of. */

interface AnsweredCall extends CallOutcome {
  readonly params: string | undefined;
}

async function callsIn(body: string, fault?: CallFault): Promise<readonly AnsweredCall[]> {
  const calls: AnsweredCall[] = [];
  let now = 0;
  const options: DispatchOptions = {
    call: ({ method }) => {
      if (method === 'fail') throw rpcErrors.blockNotAvailable(5n);
      if (method === 'break') throw new Error('a bug');
      return '1';
    },
    scopeOf: () => undefined,
    isChange: () => false,
    faultFor: () => fault,
    rules: { versionlessReplyHasVersion: true },
    maxBatchReplyBytes: 1 << 20,
    onInternalError: undefined,
    // each look at it is one and a half milliseconds later
    now: () => (now += 1.5),
    journal: { add: (call, params) => calls.push({ ...call, params }) },
  };
  await answerBody(body, options, IN_PROCESS);
  return calls;
}

const answered = (method: string, params: string | undefined, code: number | undefined) => ({
  method,
  params,
  outcome: code === undefined ? 'result' : 'error',
  code,
  durationMs: 1.5,
});

describe('a journal is told of', () => {
  it.each<[what: string, body: string, call: readonly [string, string | undefined, number | undefined]]>([
    [
      'a call',
      '{"jsonrpc":"2.0","id":1,"method":"get","params":[ 1, {"b":1,"a":1.0} ]}',
      ['get', '[ 1, {"b":1,"a":1.0} ]', undefined],
    ],
    ['a call without parameters', '{"jsonrpc":"2.0","id":1,"method":"get"}', ['get', undefined, undefined]],
    [
      'a call whose parameters are null',
      '{"jsonrpc":"2.0","id":1,"method":"get","params":null}',
      ['get', 'null', undefined],
    ],
    ['an error', '{"jsonrpc":"2.0","id":1,"method":"fail","params":[]}', ['fail', '[]', -32004]],
    ['a bug', '{"jsonrpc":"2.0","id":1,"method":"break","params":[]}', ['break', '[]', -32603]],
    ['a call without a version', '{"id":1,"method":"get","params":[]}', ['get', '[]', -32600]],
  ])('%s', async (_what, body, call) => {
    expect(await callsIn(body)).toEqual([answered(...call)]);
  });

  it('each call of a batch, in order', async () => {
    const body =
      '[{"jsonrpc":"2.0","id":1,"method":"get","params":[1]},{"jsonrpc":"2.0","method":"get"},{},' +
      '{"jsonrpc":"2.0","id":1,"method":"fail"},{"jsonrpc":"2.0","id":1,"method":"get","params":[1]}]';
    expect(await callsIn(body)).toEqual([
      answered('get', '[1]', undefined),
      answered('fail', undefined, -32004),
      answered('get', '[1]', undefined),
    ]);
  });

  it.each([
    ['a notification', '{"jsonrpc":"2.0","method":"get"}'],
    ['an invalid request', '{"jsonrpc":"2.0","id":1}'],
    ['what is no JSON', '{'],
    ['an empty batch', '[]'],
  ])('not of %s', async (_what, body) => {
    expect(await callsIn(body)).toEqual([]);
  });
});

describe('of a call that has a fault, a journal is told', () => {
  const NONE: CallFault = { delayMs: 0, error: undefined, connection: undefined };
  const error = rpcErrors.givenError(-32005, 'Node is unhealthy', undefined);
  const http = { status: 429, headers: [], body: undefined };

  it.each<[what: string, fault: Partial<CallFault>, method: string, outcome: string, code: number | undefined]>([
    ['the code of its error', { error }, 'get', 'fault', -32005],
    ['the status of its reply', { error, connection: { http } }, 'get', 'fault', 429],
    ['no code where the connection is reset', { error, connection: { reset: true } }, 'get', 'fault', undefined],
    [
      'no code where it is reset before a reply',
      { error, connection: { reset: true, http } },
      'get',
      'fault',
      undefined,
    ],
    ['no code where the socket ends', { error, connection: { closeSocket: 4000 } }, 'get', 'fault', undefined],
    ['no code where the body is no JSON', { error, connection: { garbage: true } }, 'get', 'fault', undefined],
    ['its status where the body is no JSON', { error, connection: { garbage: true, http } }, 'get', 'fault', 429],
    ['no code where the body is cut off', { connection: { truncate: 0 } }, 'get', 'fault', undefined],
    ['no code where it failed and the body is cut off', { connection: { truncate: 0 } }, 'fail', 'fault', undefined],
    ['a result where it was late', { delayMs: 1 }, 'get', 'result', undefined],
    [
      'a result where it was behind',
      { otherNode: { version: undefined, slotsBehind: 2n } },
      'get',
      'result',
      undefined,
    ],
    ['an error where it was late', { delayMs: 1 }, 'fail', 'error', -32004],
  ])('%s', async (_what, fault, method, outcome, code) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"${method}"}`;
    const call = answered(method, undefined, code);
    expect(await callsIn(body, { ...NONE, ...fault })).toEqual([{ ...call, outcome }]);
  });

  it('what it is without the fault, where it has no version: no fault is looked for', async () => {
    const body = '{"id":1,"method":"get","params":[]}';
    const calls = await callsIn(body, { ...NONE, error });
    expect(calls).toEqual([answered('get', '[]', -32600)]);
  });
});

describe('a call that is no message', () => {
  const SUBSCRIBING = { method: 'slotSubscribe', params: [1] };

  function told(run: () => unknown) {
    const calls: AnsweredCall[] = [];
    let now = 0;
    const journal = { add: (call: CallOutcome, params?: string) => calls.push({ ...call, params }) };
    let given: unknown;
    try {
      given = runJournaled(journal, () => (now += 1.5), SUBSCRIBING, run);
    } catch (error) {
      given = error;
    }
    return { calls, given };
  }

  it('is told with what it gives', () => {
    const result = {};
    const { calls, given } = told(() => result);
    expect(given).toBe(result);
    expect(calls).toEqual([answered('slotSubscribe', '[1]', undefined)]);
    expect(
      runJournaled(
        undefined,
        () => 0,
        SUBSCRIBING,
        () => result,
      ),
    ).toBe(result);
  });

  it('is told with its error', () => {
    const error = rpcErrors.methodNotFound();
    const { calls, given } = told(() => {
      throw error;
    });
    expect(given).toBe(error);
    expect(calls).toEqual([answered('slotSubscribe', '[1]', -32601)]);
  });

  it('is not told where it was no call', () => {
    const error = new TypeError('a bug');
    const { calls, given } = told(() => {
      throw error;
    });
    expect(given).toBe(error);
    expect(calls).toEqual([]);
  });
});
