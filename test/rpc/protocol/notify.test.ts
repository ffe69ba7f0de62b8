import { expect, onTestFinished, test, vi } from 'vitest';
import { createNode } from '../../../src/node/createNode.ts';
import { notify } from '../../../src/rpc/protocol/notify.ts';

function warnings() {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  return warn.mock.calls;
}

const FAULT = new Error('the log is full');
const throws = () => {
  throw FAULT;
};

test.each<[how: string, listener: () => unknown, warned: unknown]>([
  ['throws', throws, FAULT],
  ['rejects', async () => throws(), FAULT],
  ['rejects later', () => new Promise((_, reject) => setImmediate(() => reject(FAULT))), FAULT],
  ['rejects with what is not an error', () => Promise.reject('full'), 'full'],
])('a listener that %s is a warning', async (_how, listener, warned) => {
  const warnedOf = warnings();
  notify(listener, undefined);
  await vi.waitFor(() => expect(warnedOf).toEqual([[warned]]));
});

test('an `onInternalError` that rejects does not end the process', async () => {
  const warnedOf = warnings();
  const node = await createNode({ ledger: [], dialect: 'contract', onInternalError: async () => throws() });
  await node.answer('getSlot', throws);
  expect(await node.dispatch('{"jsonrpc":"2.0","id":1,"method":"getSlot"}')).toBe(
    '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":1}\n',
  );
  expect(warnedOf).toEqual([[FAULT]]);
});
