import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keypair, type LedgerNode } from '../../../src/index.ts';
import { run as runHere } from '../../cli/command.ts';
import { errorText } from '../../support/answers.ts';
import {
  answerOf,
  askText,
  base64Params,
  clusterFork,
  connectionOf,
  tableOf,
  tokenTransfer,
  withTable,
} from '../../support/clusterFork.ts';
import { signedOf, transferOf } from '../../support/web3Sender.ts';

/** A fork of a cluster that is recorded: the second run needs no network. */

const address = (name: string) => keypair(name).address;

type Fork = Awaited<ReturnType<typeof clusterFork>>;

/** A fork whose cluster has a lookup table. */
async function forkWithTable(): Promise<Fork & { readonly entries: readonly string[] }> {
  const fork = await clusterFork();
  const entries = [address('bob'), fork.cluster.address('$ata(bob,usdc)')];
  await fork.cluster.setAccount(address('wide'), tableOf(entries));
  return { ...fork, entries };
}

/** Everything that a test does, with each reply as it was sent. */
async function session(
  node: LedgerNode,
  { cluster, entries }: Awaited<ReturnType<typeof forkWithTable>>,
): Promise<string[]> {
  const connection = connectionOf(node);
  const replies: string[] = [];
  const call = async (method: string, ...params: readonly unknown[]) =>
    void replies.push(await answerOf(node, method, params));
  await call('getBalance', address('alice'));
  await call('simulateTransaction', ...base64Params((await signedOf(connection)).wire));
  const { transaction, wire } = await signedOf(connection, [transferOf('alice', 'bob', 1_000_000)]);
  await call('sendTransaction', ...base64Params(wire));
  await call('getTransaction', transaction.signatures[0]!.publicKey.toBase58());
  const looking = await withTable(node, entries, [tokenTransfer(cluster, 1_000_000n)]);
  await call('sendTransaction', ...base64Params(looking.serialize()));
  await call('requestAirdrop', address('nobody'), 1_000_000_000);
  // the cluster has no such wallet
  const poor = await signedOf(connection, [transferOf('alice', 'stranger', 1_000_000)]);
  await call('sendTransaction', ...base64Params(poor.wire));
  await node.advance(3);
  for (const name of ['alice', 'bob', 'nobody', 'stranger'])
    await call('getAccountInfo', address(name), { encoding: 'base64' });
  await call('getTokenAccountBalance', cluster.address('$ata(bob,usdc)'));
  await call('stillnode_sent');
  return replies;
}

/** The cluster's own answer. */
const answerTo = (cluster: LedgerNode, params: readonly unknown[]) => answerOf(cluster, 'getAccountInfo', params);

/** Makes any connection of this process an error, until the test ends. */
function refuseConnections(): void {
  const { connect } = Socket.prototype;
  const { fetch } = globalThis;
  const refuse = () => {
    throw new Error('a connection was opened');
  };
  Socket.prototype.connect = refuse;
  globalThis.fetch = refuse;
  onTestFinished(() => {
    Socket.prototype.connect = connect;
    globalThis.fetch = fetch;
  });
}

describe('a session', () => {
  it.each(['none', 'litesvm'] as const)(
    'gives the same bytes online, recorded, and offline without a connection; execute: %s',
    async (execute) => {
      const fork = await forkWithTable();
      const { cluster, folder, proxy, run, runOffline } = fork;
      const online = await session(await run({}, { execute }), fork);
      const asked = proxy.texts();
      proxy.forget();
      expect(await session(await run({ record: folder }, { execute }), fork)).toEqual(online);
      expect(proxy.texts()).toEqual(asked);
      proxy.forget();
      // neither the cluster nor the network is there
      const names = cluster.names;
      const gone = { ...fork, cluster: { address: (name: string) => names.get(name) } as unknown as Fork['cluster'] };
      refuseConnections();
      const offline = await runOffline({ execute });
      expect(await session(offline, gone)).toEqual(online);
      expect(proxy.calls).toEqual([]);
    },
  );
});

describe('the folder', () => {
  it('has each account as if it had been asked for alone, and passes the check', async () => {
    const { cluster, folder, proxy, run } = await clusterFork();
    const node = await run({ record: folder });
    await connectionOf(node).sendRawTransaction(
      (await signedOf(connectionOf(node), [transferOf('alice', 'stranger', 5_000_000)])).wire,
    );
    const exchanges = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
    const config = { commitment: 'finalized', encoding: 'base64+zstd' };
    const questions = [address('alice'), address('stranger')].map((key) => [key, config] as const);
    expect(exchanges.map(({ request }) => request)).toEqual(
      expect.arrayContaining(questions.map((params) => ({ method: 'getAccountInfo', params }))),
    );
    for (const params of questions) {
      const { response } = exchanges.find(({ request }) => request.params[0] === params[0]);
      expect({ ...response, id: 1 }).toEqual(JSON.parse(`{${await answerTo(cluster, params)},"id":1,"jsonrpc":"2.0"}`));
    }
    expect(exchanges).toHaveLength(2);
    expect(JSON.stringify(exchanges)).not.toContain(proxy.key);
    const { code, stderr } = await runHere(['check', folder]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('has all accounts of the first question: the second one asks at any slot, because the cluster may have begun anew', async () => {
    const { cluster, folder, proxy, run } = await clusterFork();
    const sendTokens = async (on: LedgerNode) =>
      connectionOf(on).sendRawTransaction((await signedOf(connectionOf(on), [tokenTransfer(cluster, 1n)])).wire);
    await sendTokens(await run({ record: folder }));
    const mint = cluster.address('usdc');
    const name = readdirSync(folder).find((file) => file.includes(mint.slice(0, 12)))!;
    rmSync(join(folder, name));
    proxy.forget();
    await sendTokens(await run({ record: folder }));
    expect(proxy.texts()).toEqual([askText([mint])]);
    expect(readdirSync(folder)).toContain(name);
  });

  it('lacks an account: the send is refused with its address, and nothing is kept of it', async () => {
    const { folder, run, runOffline } = await clusterFork();
    const node = await run({ record: folder });
    const send = async (on: LedgerNode, to: string) =>
      answerOf(
        on,
        'sendTransaction',
        base64Params((await signedOf(connectionOf(on), [transferOf('alice', to, 5_000_000)])).wire),
      );
    expect(await send(node, 'bob')).toMatch(/^"result":/);
    const offline = await runOffline();
    expect(await send(offline, 'stranger')).toBe(
      `"error":${errorText(
        -32603,
        `No answer is recorded for this call, and the ledger has no account ${address('stranger')}: record it with --upstream URL --record FOLDER`,
        '{"reason":"notRecorded"}',
      )}`,
    );
    expect((await offline.sent()).map(({ fate }) => fate)).toEqual([{ fate: 'refused' }]);
    expect(await send(offline, 'bob')).toMatch(/^"result":/);
  });

  it('has an account that is not one: the send is refused', async () => {
    const { folder, run, runOffline } = await clusterFork();
    const node = await run({ record: folder });
    const send = async (on: LedgerNode) =>
      answerOf(on, 'sendTransaction', base64Params((await signedOf(connectionOf(on))).wire));
    await send(node);
    const name = readdirSync(folder).find((file) => file.includes(address('alice').slice(0, 12)))!;
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('"lamports": 5000000000', '"lamports": "many"'));
    const offline = await runOffline();
    expect(await send(offline)).toBe(
      `"error":${errorText(
        -32603,
        `Upstream gave no answer: ${folder} has account ${address('alice')} in another form: expected an integer from 0 to 18446744073709551615 (u64), found "many"`,
        '{"reason":"upstream"}',
      )}`,
    );
    writeFileSync(path, text);
    expect(await send(offline)).toMatch(/^"result":/);
  });

  it.each([
    { mode: 'missing', asks: 1, bob: 1_000_000_001 },
    { mode: 'all', asks: 1, bob: 9_000_000_001 },
    { mode: 'once', asks: 0, bob: 1_000_000_001 },
  ] as const)('in the mode $mode', async ({ asks, bob, mode }) => {
    const { cluster, folder, proxy, run } = await clusterFork();
    const node = await run({ record: folder });
    const send = async (on: LedgerNode, to: string) =>
      answerOf(
        on,
        'sendTransaction',
        base64Params((await signedOf(connectionOf(on), [transferOf('alice', to, 1)])).wire),
      );
    await send(node, 'bob');
    await cluster.setAccount('bob', { lamports: 9_000_000_000 });
    proxy.forget();
    const later = await run({ record: folder, mode });
    await send(later, 'bob');
    expect(await later.request('getBalance', [address('bob')])).toMatchObject({ value: bob });
    // of two accounts, one is recorded
    proxy.forget();
    await send(later, 'carol');
    await send(later, 'counter');
    expect(proxy.calls).toHaveLength(asks);
  });
});
