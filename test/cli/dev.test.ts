import { join } from 'node:path';
import { expect, it } from 'vitest';
import { namedKeyPair } from '../../src/runtime/names/namedKeys.ts';
import { folder, post, type Serving, serve } from './command.ts';

async function ask({ url }: Pick<Serving, 'url'>, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return ((await (await post(url, body)).json()) as { readonly result: unknown }).result;
}

function dev(...args: readonly string[]): Promise<Serving> {
  return serve(['dev', '--port', '0', ...args]);
}

async function slotAfter(node: Serving, slot: number): Promise<number> {
  for (;;) {
    const now = (await ask(node, 'getSlot', [{ commitment: 'processed' }])) as number;
    if (now > slot) return now;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it('prints ten wallets, the line for the Solana CLI and the link to the Explorer', async () => {
  const node = await dev();
  const { output, readyLine, url } = node;
  expect(readyLine).toContain('agave dialect');
  const text = output.stdout.slice(readyLine.length);
  for (let i = 1; i <= 10; i++)
    expect(text).toMatch(new RegExp(`^  wallet${i} +${namedKeyPair(`wallet${i}`).address}  1000 SOL$`, 'm'));
  expect(text).toContain('\nKey file:   npx stillnode keys wallet1 --out wallet1.json\n');
  expect(text).toContain(`\nSolana CLI: solana config set --url ${url} --ws ws://`);
  expect(text).toContain(
    `\nExplorer:   https://explorer.solana.com/?cluster=custom&customUrl=${encodeURIComponent(url)}\n`,
  );
  expect(text).toContain('\nPrograms:   run by LiteSVM\n');
});

it('takes its dialect from the variable, and before that from the flag', async () => {
  const options = ['--slot-time', '100000', '--execute', 'none', '--port', '0'];
  const variable = { STILLNODE_DIALECT: 'contract' };
  expect((await serve(['dev', ...options], variable)).readyLine).toContain(', contract dialect, ');
  expect((await serve(['dev', ...options, '--dialect', 'agave'], variable)).readyLine).toContain(', agave dialect, ');
});

it('time passes, airdrops arrive, and with --state the next start goes on from there', async () => {
  const state = folder();
  const first = await dev('--state', state);
  expect(await ask(first, 'getHealth')).toBe('ok');
  const slot = await slotAfter(first, await slotAfter(first, 0));
  const { address } = namedKeyPair('wallet1');
  await ask(first, 'requestAirdrop', [address, 5_000_000_000]);
  await slotAfter(first, await slotAfter(first, slot));
  const genesisHash = await ask(first, 'getGenesisHash');
  first.child.kill('SIGINT');
  expect((await first.finished).code).toBe(0);
  const second = await dev('--state', state);
  expect(second.output.stdout).toContain(`${address}  1005 SOL\n`);
  expect(await ask(second, 'getGenesisHash')).toBe(genesisHash);
  expect(await slotAfter(second, slot)).toBeGreaterThan(slot);
});

it('with a path: the wallets of that ledger', async () => {
  const path = join(folder({ 'a.ledger.yaml': 'accounts: {$alice: {sol: 1.5}}\n' }), 'a.ledger.yaml');
  const { output } = await dev(path, '--slot-time', '100000');
  expect(output.stdout).toContain(
    `\n  alice  ${namedKeyPair('alice').address}  1.5 SOL\n\nKey file:   npx stillnode keys alice ${path} --out alice.json\n`,
  );
  expect(output.stdout).not.toContain('wallet');
});

it.each([
  [
    'the gates of a test validator',
    [],
    'accounts: {$alice: {sol: 1}}',
    { slotMs: 400, lamportsPerByte: 6960, locks128: true },
  ],
  [
    'those that a flag names',
    ['--gates', 'mainnet'],
    'cluster: localnet',
    { slotMs: 200, lamportsPerByte: 5080, locks128: false },
  ],
  ['those that the ledger names', [], 'gates: mainnet', { slotMs: 200, lamportsPerByte: 5080, locks128: false }],
])('has %s', async (_what, flags, text, gates) => {
  const path = join(folder({ 'a.ledger.yaml': `${text}\n` }), 'a.ledger.yaml');
  const node = await dev(path, '--slot-time', '100000', ...flags);
  expect(await ask(node, 'stillnode_getTips')).toMatchObject({ gates });
});

it('a transaction is processed before it is final, at times of this machine', async () => {
  const before = Math.floor(Date.now() / 1000);
  const node = await dev('--execute', 'none', '--consensus', 'alpenglow');
  expect(node.readyLine).toContain('alpenglow consensus');
  expect(node.output.stdout).toContain('\nPrograms:   only known effects; ');
  await slotAfter(node, 2);
  const time = (await ask(node, 'getBlockTime', [1])) as number;
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Math.floor(Date.now() / 1000));
  const { confirmed, finalized, processed } = (await ask(node, 'stillnode_getTips')) as Record<string, number>;
  expect([processed! - confirmed!, processed! - finalized!]).toEqual([1, 1]);
});

it('keeps the time of the ledger, and the distances of Tower, where flags say so', async () => {
  const node = await dev('--clock', 'ledger', '--consensus', 'tower', '--slot-time', '20');
  expect(node.readyLine).toContain('tower consensus');
  await slotAfter(node, 35);
  const { confirmed, finalized, processed } = (await ask(node, 'stillnode_getTips')) as Record<string, number>;
  expect(processed! - finalized!).toBe(31);
  // the one validator may have voted on the newest block already
  expect([0, 1]).toContain(processed! - confirmed!);
  expect(await ask(node, 'getBlockTime', [1])).toBe(1_700_000_000);
});
