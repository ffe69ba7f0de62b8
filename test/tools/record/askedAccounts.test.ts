import { PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { ByteWriter } from '../../../src/codec/bytes.ts';
import { keypair, type LedgerNode, ledger, sol, tokens } from '../../../src/index.ts';
import { TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import {
  answerOf,
  base64Params,
  clusterFork,
  connectionOf,
  tokenTransfer,
  withTable,
} from '../../support/clusterFork.ts';
import { keyOf, keypairOf, signedOf, transferOf } from '../../support/web3Sender.ts';

/** Accounts that a fork of a cluster was asked for: the ledger's own, below everything that it has. */

const address = (name: string) => keypair(name).address;

async function lamportsOf(node: LedgerNode, name: string, commitment = 'finalized'): Promise<unknown> {
  return (await node.request('getBalance', [address(name), { commitment } as never])).value;
}

const send = async (node: LedgerNode, lamports = 1_000_000, to = 'bob') =>
  answerOf(
    node,
    'sendTransaction',
    base64Params((await signedOf(connectionOf(node), [transferOf('alice', to, lamports)])).wire),
  );

describe('an account that was asked for', () => {
  it('survives a reset, and is there in a snapshot that was taken before', async () => {
    const { proxy, run } = await clusterFork();
    const node = await run();
    const snapshot = await node.snapshot();
    await send(node);
    const asked = proxy.calls.length;
    await node.revert(snapshot);
    expect([await lamportsOf(node, 'alice'), await lamportsOf(node, 'bob')]).toEqual([5_000_000_000, 1_000_000_000]);
    await node.reset();
    expect([await lamportsOf(node, 'alice'), await lamportsOf(node, 'bob')]).toEqual([5_000_000_000, 1_000_000_000]);
    await send(node);
    expect(proxy.calls).toHaveLength(asked);
  });

  it('is shared by forks, those that were there and those that come; what they do stays theirs', async () => {
    const { proxy, run } = await clusterFork();
    const node = await run();
    const before = await node.fork();
    await before.setAccount(address('bob'), { lamports: 3_000_000 });
    await send(node);
    const after = await node.fork();
    expect(proxy.calls).toHaveLength(1);
    expect(await Promise.all([node, before, after].map((one) => lamportsOf(one, 'alice')))).toEqual([
      4_998_995_000, 5_000_000_000, 4_998_995_000,
    ]);
    // the fork has set bob
    expect(await Promise.all([node, before, after].map((one) => lamportsOf(one, 'bob')))).toEqual([
      1_001_000_000, 3_000_000, 1_001_000_000,
    ]);
    await send(before);
    expect(await lamportsOf(before, 'bob')).toBe(4_000_000);
    const [third] = [await before.fork()];
    await send(third!, 5_000_000, 'carol');
    expect(proxy.calls).toHaveLength(1);
  });

  it('is below what the ledger writes: an older commitment has it as it was', async () => {
    const { run } = await clusterFork();
    const manual = {
      ...JSON.parse(JSON.stringify(ledger({ send: { confirm: 'manual' } }).blocks({ from: 198, to: 200 }))),
    };
    const node = await run({}, { ledger: manual });
    await send(node);
    expect([await lamportsOf(node, 'bob', 'processed'), await lamportsOf(node, 'bob', 'finalized')]).toEqual([
      1_001_000_000, 1_000_000_000,
    ]);
    await node.reorg(201);
    expect(await lamportsOf(node, 'bob', 'processed')).toBe(1_000_000_000);
  });

  it('notifies nobody, and a send notifies of what it changes', async () => {
    const { run } = await clusterFork();
    const node = await run();
    const heard: number[] = [];
    const notifications = node.subscribe('account', address('bob'), { encoding: 'base64' });
    const loop = (async () => {
      for await (const { value } of notifications) if (heard.push(Number(value.lamports)) === 2) break;
    })();
    await node.request('simulateTransaction', base64Params((await signedOf(connectionOf(node))).wire) as never);
    await send(node, 5);
    await send(node, 6);
    await loop;
    expect(heard).toEqual([1_000_000_005, 1_000_000_011]);
  });

  it('is in a dump, and a node that loads it needs no upstream', async () => {
    const { proxy, run } = await clusterFork();
    const node = await run();
    await send(node);
    proxy.forget();
    const files = [...(await node.dump())];
    expect(files.map(({ text }) => text).join('')).toContain(address('alice'));
    expect(await node.explain('getBalance', [address('alice')])).toMatchObject({ why: [] });
    expect(proxy.calls).toEqual([]);
  });

  it('takes the place of reads that were kept', async () => {
    const { proxy, run } = await clusterFork();
    const node = await run();
    expect(await lamportsOf(node, 'bob')).toBe(1_000_000_000);
    await send(node, 5);
    expect(await lamportsOf(node, 'bob')).toBe(1_000_000_005);
    const calls = await node.calls({ method: 'getBalance' });
    expect(calls.map(({ from }) => from)).toEqual(['upstream', 'ledger']);
    expect(proxy.calls).toHaveLength(2);
  });
});

interface Listed {
  readonly pubkey?: string;
  readonly address?: string;
  readonly amount?: string;
}

describe('a list of the upstream', () => {
  it('has the accounts of the ledger in place of those that it knows', async () => {
    const { cluster, proxy, run } = await clusterFork();
    const node = await run();
    const usdc = cluster.address('usdc');
    const [ofAlice, ofBob] = ['alice', 'bob'].map((name) => cluster.address(`$ata(${name},usdc)`));
    const lists = [
      ['getTokenAccountsByOwner', [address('alice'), { mint: usdc }, { encoding: 'base64' }]],
      ['getTokenAccountsByOwner', [address('bob'), { programId: TOKEN_PROGRAM }, { encoding: 'jsonParsed' }]],
      ['getProgramAccounts', [TOKEN_PROGRAM, { encoding: 'base64', filters: [{ dataSize: 165 }] }]],
      ['getProgramAccounts', [TOKEN_PROGRAM, { encoding: 'base64', withContext: true }]],
    ] as const;
    for (const [method, params] of lists)
      expect(await answerOf(node, method, params)).toBe(await answerOf(cluster, method, params));
    const move = async (on: LedgerNode) =>
      connectionOf(on).sendRawTransaction(
        (await signedOf(connectionOf(on), [tokenTransfer(cluster, 2_000_000n)])).wire,
      );
    await move(node);
    // the cluster does the same, so that its lists are what those of the fork have to be
    await move(cluster);
    proxy.forget();
    for (const [method, params] of lists) {
      const [own, other] = [await answerOf(node, method, params), await answerOf(cluster, method, params)];
      expect(own.replace(/"slot":\d+/, '')).toBe(other.replace(/"slot":\d+/, ''));
    }
    expect(proxy.calls).toHaveLength(0);
    const largest = (await node.request('getTokenLargestAccounts', [usdc])).value as readonly Listed[];
    expect(largest.map((one) => [one.address, one.amount])).toEqual([
      [ofAlice, '48000000'],
      [ofBob, '3000000'],
    ]);
  });

  it('lacks accounts that the ledger has closed, and has those that it has opened', async () => {
    const { cluster, run } = await clusterFork(
      ledger()
        .wallet('alice', sol(5))
        .mint('usdc', { decimals: 6, authority: 'alice' })
        .mint('gold', { decimals: 0, authority: 'alice' })
        .tokenAccount('alice', tokens(5, 'usdc'))
        .tokenAccount('alice', tokens(7, 'gold'))
        .block(1000),
    );
    const node = await run();
    const gold = cluster.address('$ata(alice,gold)');
    const keys = async () => {
      const answer = await node.request('getTokenAccountsByOwner', [
        address('alice'),
        { programId: TOKEN_PROGRAM },
        { encoding: 'base64' },
      ]);
      return (answer.value as readonly Listed[]).map(({ pubkey }) => pubkey).sort();
    };
    const usdc = cluster.address('$ata(alice,usdc)');
    expect(await keys()).toEqual([gold, usdc].sort());
    // with a send that asks for one of them, the list of the upstream has both still
    const burn = new TransactionInstruction({
      programId: new PublicKey(TOKEN_PROGRAM),
      keys: [
        { pubkey: new PublicKey(gold), isSigner: false, isWritable: true },
        { pubkey: new PublicKey(cluster.address('gold')), isSigner: false, isWritable: true },
        { pubkey: keyOf('alice'), isSigner: true, isWritable: false },
      ],
      data: Buffer.from(new ByteWriter().u8(8).u64(7n).bytes()),
    });
    const connection = connectionOf(node);
    await connection.sendRawTransaction((await signedOf(connection, [burn])).wire);
    expect(await keys()).toEqual([gold, usdc].sort());
    const close = new TransactionInstruction({
      programId: new PublicKey(TOKEN_PROGRAM),
      keys: [
        { pubkey: new PublicKey(gold), isSigner: false, isWritable: true },
        { pubkey: keyOf('alice'), isSigner: false, isWritable: true },
        { pubkey: keyOf('alice'), isSigner: true, isWritable: false },
      ],
      data: Buffer.of(9),
    });
    await connection.sendRawTransaction((await signedOf(connection, [close])).wire);
    expect(await keys()).toEqual([usdc]);
  });
});

describe('an account that the upstream does not have', () => {
  it('is the reason of the send and of its call; the error is the node’s', async () => {
    const { proxy, run } = await clusterFork();
    const node = await run();
    const { blockhash } = await connectionOf(node).getLatestBlockhash();
    const transaction = new Transaction({ feePayer: keyOf('poor'), recentBlockhash: blockhash });
    transaction.add(SystemProgram.transfer({ fromPubkey: keyOf('poor'), toPubkey: keyOf('bob'), lamports: 1 }));
    transaction.sign(keypairOf('poor'));
    const params = base64Params(transaction.serialize());
    const reason = `the upstream has no account ${address('poor')}`;
    expect(await answerOf(node, 'sendTransaction', params)).toContain(
      '"message":"Transaction simulation failed: Attempt to debit an account but found no record of a prior credit."',
    );
    const [sent] = await node.sent();
    expect(sent!.why).toEqual([
      'sent in call 2; refused: AccountNotFound',
      expect.stringMatching(/refused: Transaction simulation failed/),
      reason,
    ]);
    const [call] = await node.calls({ method: 'sendTransaction', why: true });
    expect(call!.why).toEqual([expect.stringMatching(/refused: Transaction simulation failed/), reason]);
    expect((await node.explain('simulateTransaction', params)).why).toContain(reason);
    expect((await node.explain('getBalance', [address('poor')])).why).toEqual([reason]);
    expect(proxy.calls).toHaveLength(1);
    // a new account is no reason for what lands
    await send(node, 5_000_000, 'stranger');
    const landed = (await node.sent()).at(-1)!;
    expect(landed.why).toEqual(['landed in slot 201']);
  });

  it('is a lookup table: the reason of the call and of its explanation', async () => {
    const { proxy, run } = await clusterFork();
    const node = await run();
    const transaction = await withTable(node, [address('bob')], [transferOf('alice', 'bob', 1)]);
    const params = base64Params(transaction.serialize());
    const error = '"message":"invalid transaction: Transaction loads an address table account that doesn\'t exist"';
    expect(await answerOf(node, 'sendTransaction', params)).toContain(error);
    const reason = `the upstream has no account ${address('wide')}`;
    const [call] = await node.calls({ method: 'sendTransaction', why: true });
    expect(call!.why).toEqual([reason]);
    expect((await node.explain('simulateTransaction', params)).why).toContain(reason);
    expect(proxy.calls).toHaveLength(1);
  });

  it('is a program: it does not exist, and its effect is not assumed', async () => {
    const { run } = await clusterFork(ledger().wallet('alice', sol(5)).block(1000));
    const node = await run();
    const { transaction } = await signedOf(connectionOf(node));
    transaction.instructions[0]!.programId = keyOf('nowhere');
    transaction.sign(keypairOf('alice'));
    const params = base64Params(transaction.serialize());
    expect(await answerOf(node, 'sendTransaction', params)).toContain(
      '"message":"Transaction simulation failed: Attempt to load a program that does not exist"',
    );
    expect((await node.sent())[0]!.why.at(-1)).toBe(
      `the upstream has no accounts ${address('bob')}, ${address('nowhere')}`,
    );
  });
});
