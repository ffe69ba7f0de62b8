import { TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../../src/codec/bytes.ts';
import { keypair, type LedgerNode, ledger, sol } from '../../../src/index.ts';
import { TOKEN_PROGRAM, UPGRADEABLE_LOADER } from '../../../src/solana/address.ts';
import { swapProgram, TICKET_LAMPORTS } from '../../support/assembledPrograms.ts';
import {
  answerOf,
  askText,
  base64Params,
  CLUSTER_SLOT,
  clusterFork,
  connectionOf,
  tableOf,
  tokenTransfer,
  withTable,
} from '../../support/clusterFork.ts';
import { upgradeableProgram } from '../../support/compiledPrograms.ts';
import { keyOf, signedOf } from '../../support/web3Sender.ts';

/** Programs and simulations on a fork of a cluster. */

const address = (name: string) => keypair(name).address;
const number = (value: number) => [
  Buffer.from(new ByteWriter().u64(BigInt(value)).bytes()).toString('base64'),
  'base64',
];

/** A cluster with a program that swaps tickets for lamports; it was deployed in a slot that the fork has not reached. */
async function swapFork() {
  const fork = await clusterFork(ledger().wallet('alice', sol(5)).block(CLUSTER_SLOT));
  const { cluster } = fork;
  const set = (name: string, members: object) =>
    cluster.setAccount(address(name), { executable: false, rentEpoch: 0, ...members } as never);
  for (const { address: key, data, executable = false, lamports } of upgradeableProgram(
    address('swap') as never,
    address('code') as never,
    swapProgram(),
  )) {
    const bytes = Buffer.from(data!);
    if (!executable) bytes.writeBigUInt64LE(BigInt(CLUSTER_SLOT - 7), 4);
    await cluster.setAccount(key, {
      lamports: Number(lamports),
      owner: UPGRADEABLE_LOADER,
      data: [bytes.toString('base64'), 'base64'],
      executable,
      rentEpoch: 0,
    } as never);
  }
  await set('tickets', { lamports: 2_000_000, owner: address('swap'), data: number(100) });
  await set('pool', { lamports: 1_000_000_000, owner: address('swap'), data: number(7) });
  return fork;
}

/** Alice sells tickets. */
const sale = (count: number) =>
  new TransactionInstruction({
    programId: keyOf('swap'),
    keys: [
      { pubkey: keyOf('alice'), isSigner: true, isWritable: true },
      { pubkey: keyOf('tickets'), isSigner: false, isWritable: true },
      { pubkey: keyOf('pool'), isSigner: false, isWritable: true },
    ],
    data: Buffer.from(new ByteWriter().u64(BigInt(count)).bytes()),
  });

const wireOf = async (node: LedgerNode, count: number) => (await signedOf(connectionOf(node), [sale(count)])).wire;

async function ticketsIn(node: LedgerNode, name: string): Promise<bigint> {
  const account = await connectionOf(node).getAccountInfo(keyOf(name));
  return account!.data.readBigUInt64LE();
}

const ACCOUNTS = askText([address('alice'), ...[address('tickets'), address('pool')].sort(), address('swap')]);
const CODE = askText([address('code')], CLUSTER_SLOT);

describe('with LiteSVM', () => {
  it('programs of the cluster run, with their code: accounts first, then the code', async () => {
    const { cluster, proxy, run } = await swapFork();
    const node = await run({}, { execute: 'litesvm' });
    await connectionOf(node).sendRawTransaction(await wireOf(node, 30));
    expect(proxy.texts()).toEqual([ACCOUNTS, CODE]);
    expect([await ticketsIn(node, 'tickets'), await ticketsIn(node, 'pool')]).toEqual([70n, 37n]);
    const { value } = await node.request('getBalance', [address('alice')]);
    expect(value).toBe(5_000_000_000 + 30 * TICKET_LAMPORTS - 5000);
    expect(await ticketsIn(cluster, 'pool')).toBe(7n);
    expect(proxy.calls).toHaveLength(2);
  });

  it('a program that fails here fails as on the cluster', async () => {
    const { run } = await swapFork();
    const node = await run({}, { execute: 'litesvm' });
    expect(await answerOf(node, 'sendTransaction', base64Params(await wireOf(node, 101)))).toContain(
      '"message":"Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1"',
    );
    expect(await ticketsIn(node, 'tickets')).toBe(100n);
  });
});

it('with LiteSVM, the token program and lookup tables of the cluster', async () => {
  const { cluster, proxy, run } = await clusterFork();
  const entries = [address('bob'), cluster.address('$ata(bob,usdc)')];
  await cluster.setAccount(address('wide'), tableOf(entries));
  const node = await run({}, { execute: 'litesvm' });
  const transaction = await withTable(node, entries, [tokenTransfer(cluster, 1_000_000n)]);
  await connectionOf(node).sendTransaction(transaction);
  expect(proxy.texts().map((text) => text.includes(TOKEN_PROGRAM))).toEqual([false, true, false]);
  const { value } = await node.request('getTokenAccountBalance', [cluster.address('$ata(bob,usdc)')]);
  expect(value).toMatchObject({ amount: '2000000' });
});

describe('a simulation', () => {
  it('asks too, and the ledger does not change', async () => {
    const { proxy, run } = await swapFork();
    const node = await run({}, { execute: 'litesvm' });
    const { value } = (await node.request('simulateTransaction', base64Params(await wireOf(node, 5)) as never)) as {
      readonly value: { readonly err: unknown; readonly logs: readonly string[] };
    };
    expect(value.err).toBeNull();
    expect(value.logs).toContain(`Program ${address('swap')} success`);
    expect(proxy.texts()).toEqual([ACCOUNTS, CODE]);
    expect(await ticketsIn(node, 'tickets')).toBe(100n);
    expect((await node.getTips()).processed).toBe(200);
    await connectionOf(node).sendRawTransaction(await wireOf(node, 5));
    expect(proxy.calls).toHaveLength(2);
  });

  it('that is explained asks nothing, and says that the call itself would', async () => {
    const { proxy, run } = await swapFork();
    const node = await run();
    const { answer, why } = await node.explain('simulateTransaction', base64Params(await wireOf(node, 5)));
    expect(answer).toMatchObject({ result: { value: { err: 'AccountNotFound' } } });
    const few = [address('alice'), ...[address('tickets'), address('pool')].sort()].join(', ');
    const note =
      'so far the ledger alone: the call itself looks into what is recorded of upstream, and asks upstream where the mode lets it';
    expect(why[0]).toBe(`the ledger does not know ${few} and 1 more`);
    expect(why.at(-1)).toBe(note);
    expect(proxy.calls).toEqual([]);
    await node.request('simulateTransaction', base64Params(await wireOf(node, 5)) as never);
    expect((await node.explain('simulateTransaction', base64Params(await wireOf(node, 5)))).why).toEqual([
      expect.stringMatching(/is not modelled/),
    ]);
    const alone = await run({ sends: false });
    expect((await alone.explain('simulateTransaction', base64Params(await wireOf(alone, 5)))).why).not.toContain(note);
  });

  it('with another blockhash asks although its own is dead, and nothing with a bad signature that is checked', async () => {
    const { proxy, run } = await swapFork();
    const node = await run();
    const { transaction } = await signedOf(connectionOf(node), [sale(1)]);
    transaction.recentBlockhash = '11111111111111111111111111111112';
    const wire = transaction.serialize({ verifySignatures: false, requireAllSignatures: false });
    const simulate = (config: object) => answerOf(node, 'simulateTransaction', base64Params(wire, config));
    expect(await simulate({})).toContain('"err":"BlockhashNotFound"');
    expect(await simulate({ sigVerify: true })).toContain('"err":"SignatureFailure"');
    expect(proxy.calls).toEqual([]);
    expect(await simulate({ replaceRecentBlockhash: true })).toContain('"err":null');
    expect(proxy.texts()).toEqual([ACCOUNTS, CODE]);
  });
});

describe('other sends', () => {
  it('an airdrop asks for the account that gets it', async () => {
    const { proxy, run } = await swapFork();
    const node = await run();
    await node.request('requestAirdrop', [address('alice'), 7]);
    expect(proxy.texts()).toEqual([askText([address('alice')])]);
    expect(await node.request('getBalance', [address('alice')])).toMatchObject({ value: 5_000_000_007 });
    await expect(
      node.request('requestAirdrop', [address('bob'), 7, { recentBlockhash: '11111111111111111111111111111112' }]),
    ).resolves.toBeTypeOf('string');
    expect(proxy.calls).toHaveLength(1);
  });

  it('a bundle asks for the accounts of all its transactions, once, and so does its simulation', async () => {
    const { proxy, run } = await swapFork();
    const node = await run({}, { execute: 'litesvm', extensions: true });
    const wires = [await wireOf(node, 1), await wireOf(node, 2)].map((wire) => Buffer.from(wire).toString('base64'));
    const simulated = await answerOf(node, 'simulateBundle', [{ encodedTransactions: wires }]);
    expect(simulated).toContain('"summary":"succeeded"');
    expect(proxy.texts()).toEqual([ACCOUNTS, CODE]);
    const other = await run({}, { execute: 'litesvm', extensions: true });
    proxy.forget();
    await answerOf(other, 'sendBundle', [wires, { encoding: 'base64' }]);
    expect(proxy.texts()).toEqual([ACCOUNTS, CODE]);
  });
});
