import { afterAll, describe, expect, it } from 'vitest';
import { ata, type RunningNode, startNode } from '../../src/index.ts';
import { LedgerView } from '../../src/ledger/view.ts';
import { LiveLedger } from '../../src/live/liveLedger.ts';
import { MAX_SENT_RECORDS } from '../../src/live/sentLog.ts';
import { noTransaction } from '../../src/rpc/methods/reasons/transactionReasons.ts';
import { SendFates } from '../../src/rpc/sending/fates.ts';
import { SocketClient } from '../server/socketClient.ts';
import { bundleNode, idOf, PAYMENT, signatureOf, TIPPED } from '../support/bundles.ts';
import { PAYOUT_LEDGER, pay } from '../support/payouts.ts';
import { signed } from '../support/sends.ts';
import { sentLegacy, transfer } from '../support/sentTransactions.ts';
import { testLedger } from '../support/testNode.ts';
import { namedBlockhash, namedSignature } from '../support/transactions.ts';

/** The fate of each transaction that was sent, in stillnode_sent and as the reason of what is asked about it. */

const nodes: RunningNode[] = [];

async function started(options: object = {}): Promise<RunningNode> {
  const node = await startNode({ ledger: PAYOUT_LEDGER, dialect: 'agave', port: 0, ...options });
  nodes.push(node);
  return node;
}

afterAll(() => Promise.all(nodes.map((node) => node.close())));

const skipPreflight = { skipPreflight: true } as const;

type Sending = Pick<RunningNode, 'address' | 'request'>;

/** A node that gets other bytes than those that are sent. */
function changing(node: Sending, change: (wire: Buffer) => Buffer | Promise<Buffer>): Sending {
  const ask = (method: string, params: readonly unknown[]) =>
    node.request(method as string, params as never) as unknown;
  const request = async (method: string, params: readonly unknown[] = []) => {
    if (method !== 'sendTransaction') return ask(method, params);
    const wire = await change(Buffer.from(String(params[0]), 'base64'));
    return ask(method, [wire.toString('base64'), ...params.slice(1)]);
  };
  return { address: (key: never) => node.address(key), request: request as RunningNode['request'] };
}

/** What becomes of a payout that is call 2 of its node. */
interface Row {
  readonly fate: Record<string, unknown>;
  readonly sentence: string;
  /** sends the payout and moves the ledger. @returns its signature */
  readonly send: (node: RunningNode) => Promise<string>;
  readonly options?: object;
}

const ROWS: Readonly<Record<string, Row>> = {
  'is dropped by a rule': {
    fate: { fate: 'dropped', rule: 'send-rule-1' },
    sentence: 'sent in call 2; dropped by send-rule-1',
    send: async (node) => {
      await node.onSend({ then: 'drop' });
      return pay(node, 'bob', 1);
    },
  },
  'is dropped by a rule, and its blockhash is old': {
    fate: { fate: 'dropped', rule: 'send-rule-1' },
    sentence: 'sent in call 2; dropped by send-rule-1',
    send: async (node) => {
      await node.onSend({ then: 'drop' });
      const signature = await pay(node, 'bob', 1);
      await node.advance(200);
      return signature;
    },
  },
  'waits for the next slot': {
    fate: { fate: 'waiting' },
    sentence: 'sent in call 2; waits for the next slot',
    send: (node) => pay(node, 'bob', 1),
    options: { slotTime: 3_600_000 },
  },
  'is held back by a rule': {
    fate: { fate: 'held', rule: 'send-rule-1', until: 104 },
    sentence: 'sent in call 2; held back by send-rule-1 for 3 more blocks',
    send: async (node) => {
      await node.onSend({ then: { delay: 4 } });
      const signature = await pay(node, 'bob', 1);
      await node.advance(1);
      return signature;
    },
  },
  'is held back for one more block': {
    fate: { fate: 'held', rule: 'send-rule-1', until: 101 },
    sentence: 'sent in call 2; held back by send-rule-1 for 1 more block',
    send: async (node) => {
      await node.onSend({ then: { delay: 1 } });
      return pay(node, 'bob', 1);
    },
  },
  'is refused by a rule, although the client got a signature': {
    fate: { fate: 'refused', rule: 'send-rule-1' },
    sentence: 'sent in call 2; refused by send-rule-1: BlockhashNotFound',
    send: async (node) => {
      await node.onSend({ then: { refuse: 'BlockhashNotFound' } });
      return pay(node, 'bob', 1, skipPreflight);
    },
  },
  'is refused by the leader, although the client got a signature': {
    fate: { fate: 'refused' },
    sentence: 'sent in call 2; refused: InsufficientFundsForFee',
    send: async (node) => {
      await node.setAccount('alice', { lamports: 1 });
      return pay(node, 'bob', 1, skipPreflight);
    },
  },
  'has a bad signature, although the client got one': {
    fate: { fate: 'refused' },
    sentence: 'sent in call 2; refused: SignatureFailure',
    send: (node) =>
      pay(
        changing(node, (wire) => wire.fill(1, 1, 65)),
        'bob',
        1,
        skipPreflight,
      ),
  },
  'has a blockhash that expires while a rule holds it back': {
    fate: { fate: 'expired', rule: 'send-rule-1' },
    sentence: 'sent in call 2; held back by send-rule-1, and its blockhash expired at block height 250',
    send: async (node) => {
      await node.onSend({ then: { delay: 160 } });
      const signature = await pay(node, 'bob', 1);
      await node.advance(161);
      return signature;
    },
  },
  'has a blockhash that had expired': {
    fate: { fate: 'expired' },
    sentence: 'sent in call 2; its blockhash expired at block height 250',
    send: async (node) => {
      const later = changing(node, async (wire) => {
        await node.advance(160);
        return wire;
      });
      return pay(later, 'bob', 1, skipPreflight);
    },
  },
  'was in a block that a reorganization dropped': {
    fate: { fate: 'reorged', slot: 101 },
    sentence: 'landed in slot 101, which a reorganization dropped',
    send: async (node) => {
      const signature = await pay(node, 'bob', 1);
      await node.setTips({ processed: 101, confirmed: 100, finalized: 100 });
      await node.reorg(101);
      return signature;
    },
  },
  'was in a block that a rule dropped': {
    fate: { fate: 'reorged', rule: 'send-rule-1', slot: 101 },
    sentence: 'landed in slot 101, which a reorganization by send-rule-1 dropped',
    send: async (node) => {
      await node.onSend({ then: { fork: { dropAfter: 1 } } });
      const signature = await pay(node, 'bob', 1);
      await node.advance(1);
      return signature;
    },
  },
  'was in a block that a revert took back': {
    fate: { fate: 'reorged', slot: 101 },
    sentence: 'landed in slot 101, which a revert took back',
    send: async (node) => {
      const before = await node.snapshot();
      const signature = await pay(node, 'bob', 1);
      await node.revert(before);
      return signature;
    },
  },
  'was waiting when a revert took it back': {
    fate: { fate: 'dropped' },
    sentence: 'sent in call 2; a revert took it back',
    send: async (node) => {
      const before = await node.snapshot();
      await node.onSend({ then: { delay: 4 } });
      const signature = await pay(node, 'bob', 1);
      await node.revert(before);
      return signature;
    },
  },
  'was in a block ahead of a tip that was set back, where another block is now': {
    fate: { fate: 'reorged', slot: 101 },
    sentence: 'landed in slot 101, which a reorganization dropped',
    send: async (node) => {
      const signature = await pay(node, 'bob', 1);
      await node.setTips({ processed: 100, confirmed: 100, finalized: 100 });
      await node.addBlock({});
      return signature;
    },
  },
};

type Asked = readonly [method: string, params: readonly unknown[]];

/** The calls of a client that looks for a payout of alice to bob. */
const asked = (node: RunningNode, signature: string): readonly Asked[] => [
  ['getTransaction', [signature, { commitment: 'confirmed' }]],
  ['getSignatureStatuses', [[signature]]],
  ['getSignaturesForAddress', [node.address(ata('bob', 'usdc'))]],
  ['getTokenAccountBalance', [node.address(ata('bob', 'usdc'))]],
  ['getBalance', [node.address('alice')]],
  ['getAccountInfo', [node.address(ata('bob', 'usdc')), { encoding: 'base64' }]],
];

async function overHttp(url: string, [method, params]: Asked): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return reply.json();
}

describe('a payout that', () => {
  it.each(Object.entries(ROWS))('%s says so wherever it is missed', async (_name, row) => {
    const node = await started(row.options);
    const signature = await row.send(node);
    expect((await node.sent()).at(-1)).toMatchObject({ signature, fate: row.fate, why: [row.sentence] });
    for (const [method, params] of asked(node, signature)) {
      const { why } = await node.explain(method as 'getTransaction', params as never);
      expect([method, why]).toEqual([method, expect.arrayContaining([row.sentence])]);
    }
    for (const [method, params] of asked(node, signature).slice(0, 2))
      expect((await node.explain(method as never, params as never)).why).toEqual([row.sentence]);
    const last = Math.max(...(await node.calls()).map(({ id }) => id));
    for (const one of asked(node, signature)) await overHttp(node.url, one);
    const journaled = (await node.calls({ since: last, why: true })).map(({ why }) => why);
    expect(journaled).toHaveLength(6);
    for (const why of journaled) expect(why).toContain(row.sentence);
    expect(await node.show(signature as never)).toMatchObject({ signature, fate: row.fate });
  });
});

/** The fate of the newest send, and its sentence. */
async function newestFate(node: Pick<RunningNode, 'sent'>) {
  const { fate, why } = (await node.sent()).at(-1)!;
  return [fate, why] as const;
}

const why = async (node: Pick<RunningNode, 'explain'>, method: string, params: readonly unknown[]) =>
  (await node.explain(method as 'getSlot', params as never)).why;

describe('a send that', () => {
  it('landed is landed, also where the tip was set back', async () => {
    const node = await started();
    const signature = await pay(node, 'bob', 1);
    expect(await newestFate(node)).toEqual([{ fate: 'landed', slot: 101 }, ['landed in slot 101']]);
    await node.setTips({ processed: 100, confirmed: 100, finalized: 100 });
    expect(await newestFate(node)).toEqual([{ fate: 'landed', slot: 101 }, ['landed in slot 101']]);
    expect(await why(node, 'getTransaction', [signature])).toEqual([expect.stringContaining('lies ahead')]);
  });

  it('a rule lets fail in its block has failed by that rule', async () => {
    const node = await started();
    await node.onSend({ then: { failLate: { custom: 1 } } } as never);
    await pay(node, 'bob', 1);
    const [fate, [sentence]] = await newestFate(node);
    expect(fate).toEqual({ fate: 'failed', rule: 'send-rule-1', slot: 101 });
    expect(sentence).toMatch(
      /^failed in slot 101 by send-rule-1: Error processing Instruction \d: custom program error: 0x1$/,
    );
  });

  it('a rule stops at a commitment says so until the tips are set', async () => {
    const node = await started();
    await node.onSend({ then: { stopAt: 'processed' } });
    const signature = await pay(node, 'bob', 1);
    const sentence = 'landed in slot 101, which send-rule-1 stops at processed';
    expect(await newestFate(node)).toEqual([{ fate: 'landed', rule: 'send-rule-1', slot: 101 }, [sentence]]);
    expect(await why(node, 'getTransaction', [signature])).toEqual([
      expect.stringContaining('only processed'),
      sentence,
    ]);
    expect(await why(node, 'getBalance', [node.address('alice')])).not.toContain(sentence);
    await node.setTips({ processed: 101, confirmed: 101, finalized: 101 });
    expect(await newestFate(node)).toEqual([
      { fate: 'landed', rule: 'send-rule-1', slot: 101 },
      ['landed in slot 101 by send-rule-1'],
    ]);
  });

  it('was refused with an error names it, also where a rule decided', async () => {
    const node = await started();
    await node.onSend({ then: { refuse: 'BlockhashNotFound' }, times: 1 });
    await expect(pay(node, 'bob', 1)).rejects.toThrow('Blockhash not found');
    const [fate, [sentence]] = await newestFate(node);
    expect([fate, sentence]).toEqual([
      { fate: 'refused', rule: 'send-rule-1' },
      'sent in call 2; refused by send-rule-1: BlockhashNotFound',
    ]);
    await expect(pay(node, 'carol', 1)).rejects.toThrow('invalid account data');
    expect(await newestFate(node)).toEqual([
      { fate: 'refused' },
      [
        'sent in call 4; refused: Transaction simulation failed: Error processing Instruction 2: invalid account data for instruction',
        expect.stringContaining('spl-token transferChecked, refused: '),
      ],
    ]);
    // the client knows
    expect(await why(node, 'getBalance', [node.address('alice')])).toEqual([]);
  });

  it('was sent twice has the fate of the newest send, and landed wins', async () => {
    const node = await started();
    await node.onSend({ then: 'drop', times: 1 });
    const signature = await pay(node, 'bob', 1);
    expect(await why(node, 'getTransaction', [signature])).toEqual(['sent in call 2; dropped by send-rule-1']);
    await node.onSend({ then: { delay: 2 }, times: 1 });
    const again = await pay(node, 'bob', 1);
    expect(again).toBe(signature);
    expect(await why(node, 'getTransaction', [signature])).toEqual([
      'sent in call 4; held back by send-rule-2 for 2 more blocks',
    ]);
    await node.advance(2);
    expect((await node.sent()).map(({ fate }) => fate)).toEqual([
      { fate: 'landed', slot: 102 },
      { fate: 'landed', rule: 'send-rule-2', slot: 102 },
    ]);
  });

  it('was sent without a journal has no call', async () => {
    const node = await started({ journalSize: 0 });
    await node.onSend({ then: 'drop' });
    const signature = await pay(node, 'bob', 1);
    expect(await newestFate(node)).toEqual([
      { fate: 'dropped', rule: 'send-rule-1' },
      ['sent; dropped by send-rule-1'],
    ]);
    expect(await why(node, 'getTransaction', [signature])).toEqual(['sent; dropped by send-rule-1']);
  });

  it('is an airdrop is listed, and decided by rules', async () => {
    const node = await started();
    await node.onSend({ then: 'drop' });
    const signature = await node.request('requestAirdrop', [node.address('bob'), 5]);
    expect(await node.sent()).toMatchObject([
      { airdrop: true, id: 1, options: null, fate: { fate: 'dropped', rule: 'send-rule-1' }, signature },
    ]);
    const sentence = 'sent in call 1; dropped by send-rule-1';
    expect(await why(node, 'getBalance', [node.address('bob')])).toEqual([sentence]);
    expect(await why(node, 'getBalance', [node.address('carol')])).toEqual([]);
  });
});

describe('fates', () => {
  it('belong to the moment of the call that missed the transaction', async () => {
    const node = await started();
    await node.onSend({ then: { delay: 3 } });
    await node.request('getBalance', [node.address('alice')]);
    const signature = await pay(node, 'bob', 1);
    await node.request('getTransaction', [signature]);
    await node.advance(1);
    await node.request('getTransaction', [signature]);
    await node.advance(2);
    await node.request('getTransaction', [signature]);
    expect((await node.calls({ why: true })).map((call) => call.why)).toEqual([
      [],
      [],
      [],
      ['sent in call 3; held back by send-rule-1 for 3 more blocks'],
      ['sent in call 3; held back by send-rule-1 for 2 more blocks'],
      [],
    ]);
  });

  it('are unknown to a fork and after a reset', async () => {
    const node = await started();
    await node.onSend({ then: 'drop' });
    const signature = await pay(node, 'bob', 1);
    const unknown = [`the ledger has no transaction ${signature}`];
    const fork = await node.fork();
    expect(await why(fork, 'getTransaction', [signature])).toEqual(unknown);
    await node.reset();
    expect(await why(node, 'getTransaction', [signature])).toEqual(unknown);
  });

  it('that the log has forgotten are unknown, and the sentence says that there are such', async () => {
    const live = LiveLedger.create(testLedger({ blocks: [{ slot: 1 }] }));
    const transaction = sentLegacy(namedBlockhash('5'), [transfer(5)]);
    const sentAt = { slot: 1n, blockTimeSeconds: null };
    const record = { transaction, sentAt, options: null, rule: null, outcome: 'drop', error: undefined } as const;
    for (let i = 0; i < 2 * MAX_SENT_RECORDS; i++) live.sent.add({ ...record, decision: { kind: 'drop' } });
    const fates = new SendFates(live.sent, live.moment);
    const view = new LedgerView(live.version.state, 'processed', { keepOrphan: false });
    const sentences: string[] = [];
    const add = (sentence: string) => void sentences.push(sentence);
    const unknown = namedSignature('unknown');
    for (const signature of [unknown, transaction.signatures[0]!])
      noTransaction({ add, addMissing: add, fates }, signature, view);
    expect(sentences).toEqual([
      `the ledger has no transaction ${unknown}, and the list of sends has forgotten the 10000 oldest ones`,
      'sent; dropped',
    ]);
  });

  it('of at most three sends are told of an account, the newest first', async () => {
    const node = await started();
    await node.onSend({ then: 'drop' });
    for (const amount of [1, 2, 3, 4]) await pay(node, 'bob', amount);
    const sentences = [8, 6, 4].map((call) => `sent in call ${call}; dropped by send-rule-1`);
    expect(await why(node, 'getBalance', [node.address('alice')])).toEqual(sentences);
    expect(await why(node, 'getTokenAccountBalance', [node.address(ata('bob', 'usdc'))])).toEqual(sentences);
    expect((await why(node, 'getSignaturesForAddress', [node.address('alice')])).slice(-3)).toEqual(sentences);
    // the mint is only read
    expect(await why(node, 'getAccountInfo', [node.address('usdc'), { encoding: 'base64' }])).toEqual([]);
    expect(await why(node, 'getSignaturesForAddress', [node.address('usdc')])).toHaveLength(1);
  });

  it('say why an open subscription is silent, at the moment of reading', async () => {
    const node = await started();
    await node.onSend({ then: { delay: 2 } });
    const signature = await pay(node, 'bob', 1);
    const client = await SocketClient.open(node.wsUrl);
    client.call('signatureSubscribe', `["${signature}",{"commitment":"processed"}]`);
    await client.next();
    const whyOfSubscription = async () =>
      (await node.calls({ why: true, method: 'signatureSubscribe' } as never))[0]?.why;
    expect(await whyOfSubscription()).toEqual(['sent in call 2; held back by send-rule-1 for 2 more blocks']);
    await node.advance(1);
    expect(await whyOfSubscription()).toEqual(['sent in call 2; held back by send-rule-1 for 1 more block']);
    await node.advance(1);
    await client.next();
    expect(await whyOfSubscription()).toEqual([]);
  });
});

describe('a transaction of a bundle', () => {
  it('has the bundle in its sentence', async () => {
    const node = bundleNode();
    await node.rule({ kind: 'drop' });
    await node.bundle(PAYMENT, TIPPED);
    const sentence = `sent in bundle ${idOf(PAYMENT, TIPPED)} of call 1; dropped by rule-1`;
    const told = (await node.node.sent()).map(({ fate, why }) => [fate, why]);
    const fate = { fate: 'dropped', rule: 'rule-1' };
    expect(told).toEqual([
      [fate, [sentence]],
      [fate, [sentence]],
    ]);
    expect(await why(node.node, 'getTransaction', [signatureOf(TIPPED)])).toEqual([sentence]);
  });

  it('expires while a rule holds the bundle back', async () => {
    const node = bundleNode();
    await node.rule({ kind: 'delay', blocks: 160n });
    await node.bundle(PAYMENT, TIPPED);
    await node.node.advance(161);
    const told = (await node.node.sent()).map(({ fate, why: [sentence] }) => [fate, sentence?.split('; ')[1]]);
    expect(told).toEqual([
      [
        { fate: 'expired', rule: 'rule-1' },
        expect.stringMatching(/^held back by rule-1, and its blockhash expired at block height \d+$/),
      ],
      [{ fate: 'refused' }, 'refused: transaction 1 fails: Blockhash not found'],
    ]);
  });

  it('says why the bundle failed', async () => {
    const node = bundleNode();
    await node.bundle(signed([transfer(1e15)]), TIPPED);
    const [{ fate, why: sentences }] = (await node.node.sent()) as unknown as [{ fate: object; why: string[] }];
    expect(fate).toEqual({ fate: 'refused' });
    expect(sentences[0]).toMatch(/^sent in bundle \w+ of call 1; refused: transaction 1 fails: /);
  });
});
