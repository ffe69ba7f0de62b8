import { createServer } from 'node:net';
import { Transaction } from '@solana/web3.js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNode, type LedgerNode, ledger, type ScriptedLedger, sol, startNode } from '../../src/index.ts';
import { keyOf, keypairOf, transferOf } from '../support/web3Sender.ts';

/** A ledger that goes on by itself, from when to when. */

const OPTIONS = { ledger: ledger({ processed: 5, confirmed: 5, finalized: 5 }).block(5), slotTime: 400 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

it('from the beginning, also within a process that listens on no port', async () => {
  const node = await createNode(OPTIONS);
  const fork = await node.fork();
  await vi.advanceTimersByTimeAsync(1200);
  expect(await node.request('getSlot')).toBe(8);
  expect(await fork.request('getSlot')).toBe(5);
});

it('not unless that is asked for', async () => {
  const node = await createNode({ ledger: OPTIONS.ledger });
  expect(vi.getTimerCount()).toBe(0);
  expect(await node.request('getSlot')).toBe(5);
});

it('until the node is closed', async () => {
  const node = await startNode(OPTIONS);
  await vi.advanceTimersByTimeAsync(400);
  expect(await node.request('getSlot')).toBe(6);
  await node.close();
  expect(vi.getTimerCount()).toBe(0);
});

it('whether it has ports or not, until it is closed', async () => {
  const node = await createNode(OPTIONS);
  const [first, second] = [await node.listen(), await node.listen()];
  await first.close();
  await second.close();
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(400);
  expect(await node.request('getSlot')).toBe(6);
  await node.close();
  expect(vi.getTimerCount()).toBe(0);
});

/** Runs a test with the number of a port that is in use. */
async function withPortInUse(run: (port: number) => Promise<void>): Promise<void> {
  const other = createServer();
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
  });
  await run(port).finally(() => new Promise((resolve) => other.close(resolve)));
}

it('not where the port of startNode cannot be opened', () =>
  withPortInUse(async (port) => {
    await expect(startNode({ ...OPTIONS, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(vi.getTimerCount()).toBe(0);
  }));

it('also after a listen that failed', () =>
  withPortInUse(async (port) => {
    const node = await createNode(OPTIONS);
    await expect(node.listen({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await expect(node.listen({ port: -1 })).rejects.toThrow(TypeError);
    await vi.advanceTimersByTimeAsync(400);
    expect(await node.request('getSlot')).toBe(6);
  }));

it('whatever the ports of its forks do', async () => {
  const node = await createNode(OPTIONS);
  const fork = await node.fork();
  const clusterNodes = () => node.request('getClusterNodes');
  const withoutPort = await clusterNodes();
  const portOfFork = await fork.listen();
  expect(await clusterNodes()).toEqual(withoutPort);
  await portOfFork.close();
  await vi.advanceTimersByTimeAsync(400);
  expect(await node.request('getSlot')).toBe(6);
  const port = await node.listen();
  const openFork = await fork.listen();
  await port.close();
  expect(fork.url).toBe(`${openFork.url}/fork/${fork.name}`);
  await vi.advanceTimersByTimeAsync(400);
  expect(await node.request('getSlot')).toBe(7);
  expect((await node.timeline()).slotTimeMs).toBe(400);
  await fork.close();
  await vi.advanceTimersByTimeAsync(400);
  expect(await node.request('getSlot')).toBe(8);
});

describe('with the clock of the machine', () => {
  const NOW = 1_795_000_000_600;
  const timesOf = async (ledger: ScriptedLedger, clock: 'machine' | 'ledger', slots: readonly number[]) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: NOW });
    const node = await createNode({ ledger, clock, slotTime: 400 });
    await vi.advanceTimersByTimeAsync(400);
    return Promise.all(slots.map((slot) => node.request('getBlockTime', [slot])));
  };
  const localnet: ScriptedLedger = { cluster: 'localnet', consensus: 'tower' };

  it('the newest block of a script without times is one slot older than the node', async () => {
    expect(await timesOf(localnet, 'machine', [0, 1])).toEqual([1_795_000_000, 1_795_000_001]);
    const long: ScriptedLedger = { ...localnet, slots: [{ from: 0, to: 10 }] };
    expect(await timesOf(long, 'machine', [0, 10, 11])).toEqual([1_794_999_996, 1_795_000_000, 1_795_000_001]);
    expect(await timesOf(localnet, 'ledger', [0])).toEqual([1_700_000_000]);
  });

  it('and a script with times keeps them', async () => {
    const timed = { ...localnet, slots: [{ slot: 0, blockTime: 1_600_000_000 }, { slot: 1 }] } as ScriptedLedger;
    expect(await timesOf(timed, 'machine', [0, 1])).toEqual([1_600_000_000, 1_600_000_000]);
  });

  it('and the epoch begins with its first block', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: NOW });
    const node = await createNode({ ledger: localnet, clock: 'machine', slotTime: 400 });
    const clock = await node.request('getAccountInfo', [
      'SysvarC1ock11111111111111111111111111111111',
      { encoding: 'jsonParsed' },
    ]);
    expect(clock.value!.data).toMatchObject({
      parsed: { info: { epochStartTimestamp: 1_795_000_000, unixTimestamp: 1_795_000_000 } },
    });
  });
});

describe('what is sent', () => {
  const script = () => ledger({ finalized: 5 }).wallet('alice', sol(5)).wallet('bob', sol(1)).block(5);
  const options = { slotTime: 400, dialect: 'agave' } as const;
  const tick = (slots = 1) => vi.advanceTimersByTimeAsync(400 * slots);
  const send = async (node: LedgerNode, lamports: number) => {
    const { value } = (await node.request('getLatestBlockhash')) as { readonly value: { readonly blockhash: string } };
    const lifetime = { blockhash: value.blockhash, lastValidBlockHeight: 0 };
    const transaction = new Transaction({ feePayer: keyOf('alice'), ...lifetime });
    transaction.add(transferOf('alice', 'bob', lamports)).sign(keypairOf('alice'));
    const params = [transaction.serialize().toString('base64'), { encoding: 'base64', skipPreflight: true }] as const;
    return node.request('sendTransaction', params);
  };
  const slotsOf = async (node: LedgerNode, ...signatures: string[]) => {
    const { value } = (await node.request('getSignatureStatuses', [signatures])) as {
      readonly value: readonly ({ readonly slot: number } | null)[];
    };
    return value.map((status) => status?.slot);
  };
  const tipsOf = async (node: LedgerNode) => {
    const { confirmed, finalized, processed } = await node.getTips();
    return [processed, confirmed, finalized];
  };

  it('waits for the next slot, and shares its block', async () => {
    const node = await createNode({ ...options, ledger: script() });
    const sent = [
      await send(node, 5),
      await send(node, 6),
      (await node.request('requestAirdrop', [node.address('bob'), 1_000_000_000])) as string,
    ];
    expect(await slotsOf(node, ...sent)).toEqual([undefined, undefined, undefined]);
    expect(await tipsOf(node)).toEqual([5, 5, 5]);
    await tick();
    expect(await slotsOf(node, ...sent)).toEqual([6, 6, 6]);
    expect(await tipsOf(node)).toEqual([6, 6, 6]);
  });

  it('comes into the block that somebody else makes before', async () => {
    const node = await createNode({ ...options, ledger: script() });
    const sent = await send(node, 5);
    await node.addBlock({});
    expect(await slotsOf(node, sent)).toEqual([6]);
    const again = await send(node, 6);
    await node.advance();
    expect(await slotsOf(node, again)).toEqual([7]);
  });

  it('is sent once', async () => {
    const node = await createNode({ ...options, ledger: script() });
    expect(await send(node, 5)).toBe(await send(node, 5));
    await tick(3);
    const { value } = (await node.request('getBalance', [node.address('bob')])) as { readonly value: number };
    expect(value).toBe(1_000_000_005);
  });

  it('leaves out what lies ahead of the ledger', async () => {
    const ahead = ledger({ processed: 5, confirmed: 5, finalized: 5 })
      .wallet('alice', sol(5))
      .blocks({ from: 5, to: 9 });
    const node = await createNode({ ...options, ledger: ahead });
    await tick();
    expect(await node.getTips()).toMatchObject({ processed: 6, last: 9 });
    const sent = await send(node, 1_000_000_000);
    await tick();
    expect(await node.getTips()).toMatchObject({ processed: 7, last: 7 });
    expect(await slotsOf(node, sent)).toEqual([7]);
  });

  it('comes into a block at once where time has stopped, and waits while it goes on without a port', async () => {
    const node = await createNode({ ...options, ledger: script() });
    const port = await node.listen();
    expect((await node.timeline()).slotTimeMs).toBe(400);
    await port.close();
    expect((await node.timeline()).slotTimeMs).toBe(400);
    const waiting = await send(node, 4);
    expect(await slotsOf(node, waiting)).toEqual([undefined]);
    await node.setSlotTime(null);
    expect((await node.timeline()).slotTimeMs).toBeNull();
    expect(await slotsOf(node, await send(node, 5))).toEqual([6]);
    const again = await node.listen();
    expect((await node.timeline()).slotTimeMs).toBeNull();
    await again.close();
  });

  it('on a fork, which stands still, comes into a block at once', async () => {
    const node = await createNode({ ...options, ledger: script() });
    const fork = await node.fork();
    expect(await slotsOf(fork, await send(fork, 5))).toEqual([6]);
    expect(await tipsOf(node)).toEqual([5, 5, 5]);
  });

  it('is held, dropped and delayed by rules, from its slot on', async () => {
    const node = await createNode({ ...options, ledger: script() });
    await node.onSend({ then: { delay: 2 }, times: 1 });
    await node.onSend({ then: { stopAt: 'processed' }, times: 1 });
    const sent = [await send(node, 5), await send(node, 6)];
    await tick();
    expect(await slotsOf(node, ...sent)).toEqual([undefined, 6]);
    await tick();
    expect(await slotsOf(node, ...sent)).toEqual([7, 6]);
    expect(await tipsOf(node)).toEqual([7, 5, 5]);
    await node.clearSendRules();
    await node.setTips({ confirmed: 7, finalized: 7 });
    await node.onSend({ then: { fork: { dropAfter: 1 } }, times: 1 });
    const dropped = await send(node, 7);
    await tick();
    expect(await slotsOf(node, dropped)).toEqual([8]);
    await tick();
    expect(await slotsOf(node, dropped)).toEqual([undefined]);
  });

  it('is told to who subscribes after it was sent, also where it fails', async () => {
    const node = await createNode({ ...options, ledger: script() });
    const signature = await send(node, 100_000_000_000);
    const told = node.subscribe('signature', signature, { commitment: 'processed' });
    await tick();
    for await (const { value } of told) {
      expect(value).toEqual({ err: { InstructionError: [0, { Custom: 1 }] } });
      break;
    }
  });

  it('and the other tips follow at their distance', async () => {
    const node = await createNode({
      ...options,
      ledger: ledger({ processed: 5, confirmed: 4, finalized: 3 }).wallet('alice', sol(5)).blocks({ from: 3, to: 5 }),
    });
    await send(node, 1_000_000_000);
    await tick();
    expect(await tipsOf(node)).toEqual([6, 5, 4]);
  });

  it('on a Tower cluster they do so at its distance, if the ledger gives them none', async () => {
    const node = await createNode({ ...options, consensus: 'tower', ledger: script().cluster('localnet') });
    await tick(30);
    expect(await tipsOf(node)).toEqual([35, 34, 5]);
    await send(node, 5);
    await tick(3);
    expect(await tipsOf(node)).toEqual([38, 37, 7]);
    await node.reset();
    await tick(32);
    expect(await tipsOf(node)).toEqual([37, 36, 6]);
    const apart = ledger({ processed: 7, confirmed: 5, finalized: 5, cluster: 'localnet' }).blocks({ from: 5, to: 7 });
    const other = await createNode({ ...options, ledger: apart });
    await tick();
    expect(await tipsOf(other)).toEqual([8, 6, 6]);
    const still = await createNode({ ledger: script().cluster('localnet') });
    await still.advance();
    expect(await tipsOf(still)).toEqual([6, 6, 6]);
  });

  it('is confirmed by a test validator a quarter of a slot after its block, and finalized 31 slots later', async () => {
    const node = await createNode({ ...options, ledger: script().cluster('localnet') });
    const sent = await send(node, 5);
    const confirmed = node.subscribe('signature', sent, { commitment: 'confirmed' });
    const statusOf = async () => {
      const { value } = await node.request('getSignatureStatuses', [[sent]]);
      return value[0]?.confirmationStatus;
    };
    await tick();
    expect(await tipsOf(node)).toEqual([6, 5, 5]);
    await vi.advanceTimersByTimeAsync(99);
    expect(await statusOf()).toBe('processed');
    await vi.advanceTimersByTimeAsync(1);
    expect(await tipsOf(node)).toEqual([6, 6, 5]);
    expect(await statusOf()).toBe('confirmed');
    for await (const { context } of confirmed) {
      expect(context.slot).toBe(6);
      break;
    }
    await vi.advanceTimersByTimeAsync(300);
    expect(await tipsOf(node)).toEqual([7, 6, 5]);
    await tick(29);
    expect(await statusOf()).toBe('confirmed');
    await tick();
    expect(await tipsOf(node)).toEqual([37, 36, 6]);
    expect(await statusOf()).toBe('finalized');
  });

  it('is not confirmed so early where tips are given or a rule holds it', async () => {
    const tipsAfter = async (given: ScriptedLedger, then?: 'stopAt') => {
      const node = await createNode({ ...options, ledger: given });
      if (then !== undefined) await node.onSend({ then: { stopAt: 'processed' }, times: 1 });
      await send(node, 5);
      await vi.advanceTimersByTimeAsync(700);
      return tipsOf(node);
    };
    const apart = { processed: 6, confirmed: 5, finalized: 5, cluster: 'localnet' } as const;
    expect(await tipsAfter(script().cluster('localnet'))).toEqual([6, 6, 5]);
    expect(await tipsAfter(script().cluster('localnet'), 'stopAt')).toEqual([6, 5, 5]);
    expect(await tipsAfter(ledger(apart).wallet('alice', sol(5)).blocks({ from: 5, to: 6 }))).toEqual([7, 6, 6]);
  });

  it('is not confirmed any more once time stands still', async () => {
    const node = await createNode({ ...options, ledger: script().cluster('localnet') });
    await tick();
    await node.setSlotTime(null);
    expect(vi.getTimerCount()).toBe(0);
    await tick();
    expect(await tipsOf(node)).toEqual([6, 5, 5]);
  });

  it('is confirmed by each move of a test validator whose time stands still, such as a fork', async () => {
    const node = await createNode({ ...options, ledger: script().cluster('localnet') });
    await tick();
    const beforeVote = await node.fork();
    await vi.advanceTimersByTimeAsync(100);
    const afterVote = await node.fork();
    expect([await tipsOf(beforeVote), await tipsOf(afterVote)]).toEqual([
      [6, 5, 5],
      [6, 6, 5],
    ]);
    for (const fork of [beforeVote, afterVote]) {
      await fork.advance(151);
      expect(await tipsOf(fork)).toEqual([157, 157, 126]);
      await fork.setAccount(keyOf('bob').toBase58(), { lamports: 1_000_000_000 });
      await fork.advance();
      expect(await tipsOf(fork)).toEqual([158, 158, 127]);
    }
    await node.setSlotTime(null);
    await node.advance(151);
    expect(await tipsOf(node)).toEqual([157, 157, 126]);
  });

  it('waits for its vote again once a fork moves by itself', async () => {
    const node = await createNode({ ...options, ledger: script().cluster('localnet') });
    const fork = await node.fork();
    await node.setSlotTime(null);
    await fork.advance(151);
    await fork.setSlotTime(400);
    await tick();
    expect(await tipsOf(fork)).toEqual([157, 156, 126]);
    await vi.advanceTimersByTimeAsync(100);
    expect(await tipsOf(fork)).toEqual([157, 157, 126]);
  });

  it('is confirmed only by hand where the ledger says so', async () => {
    const manual = ledger({ cluster: 'localnet', send: { confirm: 'manual' } }).block(5);
    const node = await createNode({ ledger: manual });
    await node.advance();
    expect(await tipsOf(node)).toEqual([6, 5, 5]);
  });

  it('is final at once where the ledger says so', async () => {
    const parts = { finalized: 3, confirmed: 4, processed: 5, send: { confirm: 'auto' } } as const;
    const node = await createNode({
      ...options,
      ledger: ledger(parts).wallet('alice', sol(5)).blocks({ from: 3, to: 5 }),
    });
    await send(node, 1_000_000_000);
    await tick();
    expect(await tipsOf(node)).toEqual([8, 7, 6]);
    await tick();
    expect(await tipsOf(node)).toEqual([9, 8, 7]);
  });
});
