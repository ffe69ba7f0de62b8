import { describe, expect, it } from 'vitest';
import { LiveLedger } from '../../../src/live/liveLedger.ts';
import { namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import { partOf } from '../../support/answers.ts';
import { scheduleOf } from '../../support/leaderLedger.ts';
import { ALICE, BOB, RENT, type SendNode, sendNode, sendNodeOver, signed, WALLETS } from '../../support/sends.ts';
import { legacyBytes, transfer } from '../../support/sentTransactions.ts';
import { protocolFor, THREE_TIPS, testLedger } from '../../support/testNode.ts';
import { namedBlockhash } from '../../support/transactions.ts';

/** Transactions that wait, blocks that are left out and held ones, while the ledger moves. */

/** Whom scripts can sign for. */
const ZOE = { address: namedKeyPair('zoe').address, lamports: 1_000_000_000n };
const PAYMENT = signed([transfer(5)]);
const OTHER = signed([transfer(7)]);
const paid = ({ lamports }: SendNode) => Number(lamports(BOB) - 1_000_000n);
const tips = async ({ node }: SendNode) => {
  const { confirmed, finalized, processed } = await node.getTips();
  return [processed, confirmed, finalized].map(Number);
};
const delayed = async (blocks: bigint, spec = {}): Promise<SendNode> => {
  const sends = sendNode(spec);
  await sends.rule({ kind: 'delay', blocks }, { nth: 1 });
  await sends.send(PAYMENT);
  return sends;
};
const forked = async (dropAfter: bigint, landsAgain: boolean): Promise<SendNode> => {
  const sends = sendNode();
  await sends.rule({ kind: 'fork', dropAfter, landsAgain }, { nth: 1 });
  await sends.send(PAYMENT);
  return sends;
};

describe('a transaction that is delayed', () => {
  it('lands in the block with its number, whatever makes the blocks', async () => {
    const makers: ((sends: SendNode) => Promise<unknown>)[] = [
      ({ node }) => node.advance(),
      ({ node }) => node.addBlock({}),
      ({ node }) => node.addTransaction({ memo: 'hello', payer: '$zoe' } as never),
      ({ send }) => send(OTHER),
    ];
    for (const [i, make] of makers.entries()) {
      const sends = await delayed(2n, { accounts: [...WALLETS, ZOE] });
      expect([i, paid(sends)]).toEqual([i, 0]);
      await sends.node.advance();
      expect([i, paid(sends)]).toEqual([i, 0]);
      await make(sends);
      expect([i, paid(sends)]).toEqual([i, i === 3 ? 12 : 5]);
      expect(sends.live.sends.queue).toEqual([]);
    }
  });

  it('lands in the midst of many slots', async () => {
    const sends = await delayed(3n);
    await sends.node.advance(10);
    expect(await tips(sends)).toEqual([17, 16, 15]);
    const [signature] = JSON.parse(
      await sends.call('getSignaturesForAddress', `["${ALICE}",{"commitment":"confirmed"}]`),
    );
    expect(signature).toMatchObject({ slot: 10, err: null });
  });

  it('leaves the blocks as they would be without it', async () => {
    const sends = await delayed(50n);
    const plain = sendNode();
    for (const { node } of [sends, plain]) await node.advance(5);
    const blocksOf = ({ live }: SendNode) => [...live.version.state.history.blocks()];
    expect(blocksOf(sends)).toEqual(blocksOf(plain));
    expect(await tips(sends)).toEqual(await tips(plain));
  });

  it('never lands if its blockhash is too old by then', async () => {
    const sends = await delayed(200n);
    await sends.node.advance(210);
    expect(paid(sends)).toBe(0);
    expect(sends.live.sends.queue).toEqual([]);
  });

  it('waits once, however often it is sent', async () => {
    const sends = sendNode();
    await sends.rule({ kind: 'delay', blocks: 2n });
    for (let i = 0; i < 3; i++) await sends.send(PAYMENT);
    expect(sends.live.sends.queue).toHaveLength(1);
    await sends.node.advance(5);
    expect(paid(sends)).toBe(5);
  });

  it('waits until what lies ahead has been shown, of which only blocks count', async () => {
    const blocks = [{ slot: 5 }, { slot: 6 }, { slot: 7 }, { slot: 8 }, { slot: 10, parentSlot: 8 }];
    const sends = await delayed(2n, { blocks });
    await sends.node.advance(3);
    expect([paid(sends), sends.live.sends.queue[0]!.blocksToGo]).toEqual([0, 1n]);
    await sends.node.advance();
    expect(paid(sends)).toBe(5);
  });

  it('does not count slots that are skipped, however many', async () => {
    const sends = await delayed(1n);
    await sends.node.advance(1_000_000_000, { skip: true });
    expect([paid(sends), sends.live.sends.queue[0]!.blocksToGo]).toEqual([0, 1n]);
    await sends.node.advance();
    expect(paid(sends)).toBe(5);
  });

  it('waits through empty blocks without creating them', async () => {
    const sends = await delayed(100n);
    await sends.node.advance(150);
    const { history } = sends.live.version.state;
    expect(paid(sends)).toBe(5);
    expect(history.emptyRuns.map(({ first, last }) => [first, last])).toEqual([
      [8n, 106n],
      [108n, 157n],
    ]);
    expect(history.block(107n)).toMatchObject({ parentSlot: 106n, transactions: [{ slot: 107n }] });
  });

  it('does not let too many blocks be made', async () => {
    const sends = await delayed(1n);
    const { version } = sends.live;
    await expect(sends.node.advance(1_000_000_001)).rejects.toThrow(
      '1000000001 new blocks at once are too many: at most 1000000000',
    );
    expect(sends.live.version).toBe(version);
  });

  it('goes with snapshots, and is forgotten by a reset and by forks', async () => {
    const sends = await delayed(2n);
    const snapshot = await sends.node.snapshot();
    await sends.node.advance(2);
    expect(paid(sends)).toBe(5);
    await sends.node.revert(snapshot);
    expect([paid(sends), sends.live.sends.queue.length]).toEqual([0, 1]);
    const fork = sendNodeOver(sends.live.fork());
    await fork.node.advance(2);
    expect(paid(fork)).toBe(0);
    await sends.node.advance(2);
    expect(paid(sends)).toBe(5);
    await sends.node.reset();
    await sends.node.advance(5);
    expect(paid(sends)).toBe(0);
    expect(sends.live.sends.rules).toEqual([]);
  });
});

describe('a send cuts what lies ahead', () => {
  const blocks = [5, 6, 7, 8, 9].map((slot) => ({ slot }));

  it('where it lands', async () => {
    const sends = sendNode({ blocks, processed: 7, confirmed: 7, finalized: 7 });
    await sends.send(PAYMENT);
    expect(await sends.node.getTips()).toMatchObject({ processed: 8, last: 8 });
  });

  it('and not where it does not', async () => {
    const sends = sendNode({ blocks });
    await sends.send(legacyBytes(namedBlockhash('unknown'), [transfer(5)]), '"skipPreflight":true');
    expect(await sends.node.getTips()).toMatchObject({ processed: 7, last: 9 });
  });
});

describe('a block that is held', () => {
  it.each([
    ['processed', [8, 7, 7]],
    ['confirmed', [8, 8, 7]],
  ] as const)('at %s gets no further, until the tips are set', async (commitment, held) => {
    const sends = sendNode();
    await sends.rule({ kind: 'stopAt', commitment }, { nth: 1 });
    await sends.send(PAYMENT);
    expect(await tips(sends)).toEqual(held);
    await sends.node.advance(5);
    expect(await tips(sends)).toEqual([13, commitment === 'processed' ? 7 : 12, 7]);
    await sends.send(OTHER);
    expect(await tips(sends)).toEqual([14, commitment === 'processed' ? 7 : 14, 7]);
    await sends.node.setTips({ finalized: 14 });
    expect(await tips(sends)).toEqual([14, 14, 14]);
    await sends.node.advance();
    expect((await tips(sends))[2]).toBe(15);
  });
});

describe('a block that is held under Alpenglow', () => {
  it.each(['processed', 'confirmed'] as const)('at %s holds both tips, which are one', async (commitment) => {
    const protocol = { ...protocolFor('4.3', 'genesis'), alpenglowFrom: 0n };
    const sends = sendNode({ processed: 7, confirmed: 7, finalized: 7, protocol });
    await sends.rule({ kind: 'stopAt', commitment }, { nth: 1 });
    await sends.send(PAYMENT);
    expect(await tips(sends)).toEqual([8, 7, 7]);
    await sends.node.advance(5);
    expect(await tips(sends)).toEqual([13, 7, 7]);
    await sends.node.setTips({ confirmed: 13 });
    expect(await tips(sends)).toEqual([13, 13, 13]);
  });

  it('at confirmed since before the migration waits below its slot', async () => {
    const protocol = { ...protocolFor('4.3', 'genesis'), alpenglowFrom: 10n };
    const sends = sendNode({ processed: 7, confirmed: 7, finalized: 7, protocol });
    await sends.rule({ kind: 'stopAt', commitment: 'confirmed' }, { nth: 1 });
    await sends.send(PAYMENT);
    expect(await tips(sends)).toEqual([8, 8, 7]);
    await sends.node.advance(5);
    expect(await tips(sends)).toEqual([13, 9, 7]);
  });
});

describe('a block that is left out', () => {
  it('is processed until then, and its transaction is gone', async () => {
    const sends = await forked(2n, false);
    expect([await tips(sends), paid(sends)]).toEqual([[8, 7, 7], 5]);
    await sends.node.advance();
    expect([await tips(sends), paid(sends)]).toEqual([[9, 7, 7], 5]);
    await sends.node.advance();
    expect(paid(sends)).toBe(0);
    expect(sends.live.sends.drops).toEqual([]);
    const text = await sends.call('getSignatureStatuses', `[["${JSON.parse(await sends.send(OTHER))}"]]`);
    expect(partOf(text, 'value', 0, 'confirmationStatus')).toBe('"finalized"');
    // it can be sent again, as nobody has seen it
    await sends.send(PAYMENT);
    expect(paid(sends)).toBe(12);
  });

  it('gives its transaction to the one that leaves it out', async () => {
    const sends = await forked(1n, true);
    await sends.node.advance();
    expect([paid(sends), sends.lamports(ALICE)]).toEqual([5, 1_000_000_000n - 5005n]);
    const [{ slot }] = JSON.parse(
      await sends
        .call('getSignaturesForAddress', `["${ALICE}",{"commitment":"confirmed"}]`)
        .then(async (text) => (text === '[]' ? '[{"slot":null}]' : text)),
    );
    await sends.node.setTips({ finalized: 9 });
    const [landed] = JSON.parse(await sends.call('getSignaturesForAddress', `["${ALICE}"]`));
    expect([slot, landed.slot]).toEqual([null, 9]);
  });

  it('takes what is on top of it along, also others that would be left out', async () => {
    const sends = sendNode();
    await sends.rule({ kind: 'fork', dropAfter: 2n, landsAgain: true }, { nth: 1 });
    await sends.rule({ kind: 'fork', dropAfter: 5n, landsAgain: false }, { nth: 2 });
    await sends.send(PAYMENT);
    await sends.send(OTHER, '"skipPreflight":true');
    expect(paid(sends)).toBe(12);
    await sends.node.advance();
    expect([paid(sends), sends.live.sends.drops]).toEqual([5, []]);
    await sends.node.advance(10);
    expect(paid(sends)).toBe(5);
  });

  it('stays where the tips have made it final, and does not hold them any more', async () => {
    const sends = await forked(4n, true);
    await sends.node.setTips({ finalized: 8 });
    await sends.node.advance();
    expect(await tips(sends)).toEqual([9, 9, 9]);
    await sends.node.advance(10);
    expect([paid(sends), await tips(sends)]).toEqual([5, [19, 19, 19]]);
  });

  it('leaves the live chain alone if a reorganization has dropped it before', async () => {
    const sends = await forked(4n, false);
    await sends.node.reorg(8);
    await sends.node.advance(10);
    expect(await tips(sends)).toEqual([18, 17, 16]);
    expect(await sends.call('getBlocks', '[7,11,{"commitment":"confirmed"}]')).toBe('[7,9,10,11]');
  });

  it('is left out although a lower one, which was to leave with it, has become final', async () => {
    const sends = sendNode();
    await sends.rule({ kind: 'fork', dropAfter: 3n, landsAgain: false }, { nth: 1 });
    await sends.rule({ kind: 'fork', dropAfter: 2n, landsAgain: false }, { nth: 2 });
    await sends.send(PAYMENT);
    await sends.send(OTHER, '"skipPreflight":true');
    await sends.node.setTips({ finalized: 8, confirmed: 8 });
    await sends.node.advance(2);
    expect(paid(sends)).toBe(5);
  });
});

describe('blocks that others make', () => {
  it('pay the leader once for all that they have', async () => {
    const leaderSchedules = new Map([[0n, scheduleOf(0)]]);
    const accounts = [...WALLETS, ZOE, ...[...scheduleOf(0).keys()].map((address) => ({ address, lamports: RENT }))];
    const live = LiveLedger.create(testLedger({ ...THREE_TIPS, cluster: { leaderSchedules }, accounts }));
    const sends = sendNodeOver(live);
    await sends.rule({ kind: 'delay', blocks: 1n });
    await sends.send(PAYMENT);
    await sends.node.addBlock({ transactions: [{ memo: 'hello', payer: '$zoe' } as never] } as never);
    expect(paid(sends)).toBe(5);
    await sends.node.setTips({ finalized: 8 });
    const text = await sends.call('getBlock', '[8,{"transactionDetails":"none","rewards":true}]');
    const leader = partOf(text, 'rewards', 0, 'pubkey');
    expect(partOf(text, 'rewards')).toBe(
      `[{"commission":null,"lamports":5000,"postBalance":${RENT + 5000n},"pubkey":${leader},"rewardType":"Fee"}]`,
    );
  });
});
