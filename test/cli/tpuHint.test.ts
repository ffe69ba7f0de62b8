import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tpuHint } from '../../src/cli/tpuHint.ts';

/** The hint for a client that sends to a TPU. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch() {
  const printed: string[] = [];
  const onRequest = tpuHint((text) => printed.push(text));
  const ask = (address: string | undefined, ...rpcMethods: string[]) =>
    onRequest({ httpMethod: 'POST', status: 200, rpcMethods, calls: [], bytes: 0, milliseconds: 0 }, address);
  return { ask, printed };
}

const HINT =
  'a asks for leaders and nodes, and sends nothing: this node has no TPU; send by RPC, with `solana program deploy --use-rpc`';

it.each(['getSlotLeaders', 'getEpochSchedule'])('comes 10 s after %s and getClusterNodes, once a node', (method) => {
  const { ask, printed } = watch();
  ask('a', method);
  ask('a', 'getLatestBlockhash', 'getClusterNodes');
  ask('b', method, 'getClusterNodes');
  vi.advanceTimersByTime(9_999);
  expect(printed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(printed).toEqual([HINT]);
  ask('c', method, 'getClusterNodes');
  vi.advanceTimersByTime(60_000);
  expect(printed).toEqual([HINT]);
});

it.each<[what: string, requests: readonly (readonly [address: string | undefined, ...methods: string[]])[]]>([
  ['one method', [['a', 'getSlotLeaders']]],
  [
    'two clients',
    [
      ['a', 'getSlotLeaders'],
      ['b', 'getClusterNodes'],
    ],
  ],
  [
    'a client that sends',
    [
      ['a', 'getSlotLeaders', 'getClusterNodes'],
      ['a', 'sendTransaction'],
    ],
  ],
  [
    'a client that has sent before',
    [
      ['a', 'sendTransaction'],
      ['a', 'getSlotLeaders', 'getClusterNodes'],
    ],
  ],
  ['messages over a WebSocket', [[undefined, 'getSlotLeaders', 'getClusterNodes']]],
])('does not come for %s', (_, requests) => {
  const { ask, printed } = watch();
  for (const [address, ...methods] of requests) ask(address, ...methods);
  vi.advanceTimersByTime(60_000);
  expect(printed).toEqual([]);
});
