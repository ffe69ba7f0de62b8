import { expect, it } from 'vitest';
import { createNode } from '../../src/node.ts';
import { callsReport } from '../../src/testing/callsReport.ts';

async function reportOf(
  ask: (request: (method: string, ...params: unknown[]) => Promise<unknown>) => Promise<unknown>,
) {
  const node = await createNode({ dialect: 'agave' });
  await ask((method, ...params) => node.request(method, params).catch(() => undefined));
  return callsReport({ calls: node.calls, url: 'http://a/fork/b?apikey=KEY&controlKey=KEY' });
}

it('no call, at an address without its keys: the app may ask another node', async () => {
  expect(await reportOf(async () => undefined)).toBe('stillnode: no call came to http://a/fork/b');
});

it('calls that failed come first', async () => {
  const report = await reportOf(async (ask) => {
    await ask('getSlot');
    await ask('getBlock', 307);
    await ask('getBlocks', 2n ** 60n, 0.5);
  });
  expect(report).toBe(
    [
      'stillnode: 3 calls came to http://a/fork/b',
      '  call 2: getBlock [307]: error -32007',
      '  call 3: getBlocks [1152921504606846976,0.5]: error -32602',
      '  call 1: getSlot []: result',
    ].join('\n'),
  );
});

it('no more than ten, the last ones, and of long parameters the beginning', async () => {
  const report = await reportOf(async (ask) => {
    for (let i = 0; i < 12; i++) await ask('getSlot');
    await ask('getBlock', 'x'.repeat(200));
  });
  expect(report.split('\n')).toEqual([
    'stillnode: 13 calls came to http://a/fork/b',
    `  call 13: getBlock ["${'x'.repeat(118)}…: error -32602`,
    ...[4, 5, 6, 7, 8, 9, 10, 11, 12].map((id) => `  call ${id}: getSlot []: result`),
    '  and 3 more: node.calls() has all',
  ]);
});

it('calls that failed leave no room for others where there are many', async () => {
  const report = await reportOf(async (ask) => {
    for (let i = 0; i < 11; i++) await ask('getBlock', 307);
    await ask('getSlot');
  });
  expect(report.split('\n').slice(1)).toEqual([
    ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((id) => `  call ${id}: getBlock [307]: error -32007`),
    '  and 2 more: node.calls() has all',
  ]);
});
