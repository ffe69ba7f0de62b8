import { expect, it } from 'vitest';
import { CLIENTS, startBusyClients } from '../support/busyClients.ts';
import { serve } from './command.ts';

const CALL = '{"jsonrpc":"2.0","id":1,"method":"getMultipleAccounts","params":[[]]}';

// a client that the machine keeps from running for longer than the quiet time of `drain` looks idle, and is reset: tried again then
it('SIGTERM while many clients are asking resets none of them, and the command exits with 0', {
  retry: 3,
}, async () => {
  const { child, finished, url } = await serve(['--quiet']);
  const expected = await (
    await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: CALL })
  ).text();
  const { busy, ends } = startBusyClients(url, CALL, expected);
  await busy;
  child.kill('SIGTERM');
  expect(await ends).toEqual(Array.from({ length: CLIENTS }, () => 'ECONNREFUSED'));
  expect((await finished).code).toBe(0);
});
