import { describe, expect, it, onTestFinished } from 'vitest';
import { ledger, type NodeOptions, type RunningNode, sol, startNode } from '../../src/index.ts';
import type { Blockhash } from '../../src/solana/address.ts';
import { idOf, tipTo } from '../support/bundles.ts';
import { base64 } from '../support/sends.ts';
import { keyOf, keypair, legacyBytes, transfer } from '../support/sentTransactions.ts';

/** Bundles on a node with a cluster: run by LiteSVM too, and with auto-advance. */

async function start(options: NodeOptions): Promise<RunningNode> {
  const script = ledger({ cluster: 'localnet' }).wallet(keyOf('alice'), sol(5)).wallet(keyOf('carol'), sol(1));
  const node = await startNode({ extensions: true, ledger: script, ...options });
  onTestFinished(() => node.close());
  return node;
}

const hashOf = async (node: RunningNode) => {
  const { value } = await node.request('getLatestBlockhash');
  return value.blockhash as Blockhash;
};
const send = (node: RunningNode, ...bundle: readonly Uint8Array[]) =>
  node.request('sendBundle', [bundle.map(base64), { encoding: 'base64' }]);
const statusOf = async (node: RunningNode, id: string) => {
  const { value } = (await node.request('getInflightBundleStatuses', [[id]])) as {
    readonly value: readonly { readonly status: string }[];
  };
  return value[0]!.status;
};
const balanceOf = async (node: RunningNode, name: string) => {
  const { value } = (await node.request('getBalance', [keyOf(name)])) as { readonly value: number };
  return value;
};

describe.each<[name: string, options: NodeOptions]>([
  ['modelled programs', {}],
  ['LiteSVM', { execute: 'litesvm' }],
])('%s', (_, options) => {
  it('a bundle that fails leaves nothing behind for the next one', async () => {
    const node = await start(options);
    const hash = await hashOf(node);
    const paying = legacyBytes(hash, [transfer(5_000_000), tipTo(2)]);
    const moving = legacyBytes(hash, [transfer(900_000_000, keypair('carol').publicKey)], { signers: ['carol'] });
    const tooMuch = legacyBytes(hash, [transfer(6_000_000_000)]);
    await send(node, paying, moving, tooMuch);
    expect(await statusOf(node, idOf(paying, moving, tooMuch))).toBe('Failed');
    expect([await balanceOf(node, 'alice'), await balanceOf(node, 'carol')]).toEqual([5_000_000_000, 1_000_000_000]);
    await send(node, moving, paying);
    expect(await statusOf(node, idOf(moving, paying))).toBe('Landed');
    expect([await balanceOf(node, 'alice'), await balanceOf(node, 'carol')]).toEqual([4_994_994_000, 99_995_000]);
  });
});

it('time passes for a client that asks for a status again, with auto-advance', async () => {
  const node = await start({ autoAdvance: true });
  const bundle = legacyBytes(await hashOf(node), [tipTo(0)]);
  await send(node, bundle);
  const statuses: string[] = [];
  while (statuses.at(-1) !== 'Landed' && statuses.length < 10) statuses.push(await statusOf(node, idOf(bundle)));
  expect(statuses).toEqual(['Pending', 'Landed']);
});
