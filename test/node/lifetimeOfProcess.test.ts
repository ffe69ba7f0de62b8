import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { runOf } from '../support/freshProcess.ts';

/** What holds a process: a wait, a loop or a request that is open, and no forgotten node. */

const SCRIPTS = fileURLToPath(new URL('lifetimeScripts.ts', import.meta.url));

it.each([
  ['forgotten', 'forgotten'],
  ['forgottenWithoutPort', 'its port is closed'],
  ['loop', '6,7,8'],
  ['loopThatEnds', 'the loop ended'],
  ['wait', 'no call of getSlot within 200 ms'],
  ['request', '7'],
  ['delayedRequest', 'the node is closed'],
])('%s: the process ends by itself, when it has said %s', { timeout: 30_000 }, async (name, said) => {
  const { status, stderr, stdout } = await runOf(SCRIPTS, [name], 15_000);
  expect(stderr.replaceAll(/^.*Warning: .*\n(?:\(Use.*\n)?/gm, '')).toBe('');
  expect([status, stdout]).toEqual([0, `${said}\n`]);
});

it('openLoop: the process stays', { timeout: 30_000 }, async () => {
  const { signal, status, stdout } = await runOf(SCRIPTS, ['openLoop'], 2_000);
  expect([status, signal, stdout]).toEqual([null, 'SIGTERM', '']);
});
