import { describe, expect, it, onTestFinished } from 'vitest';
import { failingJson } from '../../src/control/failing.ts';
import { DIALECTS } from '../../src/dialect.ts';
import { gatesIn } from '../../src/gates.ts';
import {
  type AnswerMatch,
  ata,
  createNode,
  type Failing,
  keypair,
  type LedgerNode,
  ledger,
  type NewSendRule,
  RpcError,
  rawTokens,
  sol,
  startNode,
  tokens,
} from '../../src/index.ts';
import { servedBy } from '../../src/node/ledgerNode.ts';
import { packageVersion } from '../../src/packageFiles.ts';
import { IN_PROCESS } from '../../src/rpc/protocol/call.ts';
import { replyText } from '../../src/rpc/protocol/envelope.ts';
import { FAULT_MATCH_MEMBERS, FAULT_THEN_MEMBERS } from '../../src/script/ledgerJson/faultRule.ts';
import { reasonOf } from '../support/clients.ts';
import { controlText } from '../support/control.ts';
import { nodeOver } from '../support/nodeOver.ts';
import { AGAVE_41, THREE_TIPS, testLedger, testNode } from '../support/testNode.ts';

/** The typed methods of a node. */

const SCRIPT = ledger({ finalized: 2 })
  .wallet('alice', sol(5))
  .mint('usdc', { decimals: 6 })
  .block(1, (b) => b.transfer('alice', 'bob', sol(1)).named('payment'))
  .block(2);

const balanceOf = async (node: LedgerNode, name: string) =>
  ((await node.request('getBalance', [keypair(name).address])) as { value: number }).value;

describe('a typed method', () => {
  it.each<[what: string, call: (node: LedgerNode) => Promise<unknown>, result: unknown]>([
    [
      'getTips',
      (node) => node.getTips(),
      {
        ...{ confirmed: 6, finalized: 5, firstAvailable: 5, last: 7, processed: 7 },
        ...{ agave: '4.1', consensus: 'tower', gates: gatesIn(AGAVE_41.gates, 0n) },
        ...{ dialect: 'contract', stillnode: packageVersion() },
      },
    ],
    ['advance', (node) => node.advance(), { confirmed: 7, finalized: 6, processed: 8 }],
    ['advance', (node) => node.advance(2), { confirmed: 8, finalized: 7, processed: 9 }],
    ['advance', (node) => node.advance(2n as never, { skip: true }), { confirmed: 8, finalized: 7, processed: 9 }],
    ['setTips', (node) => node.setTips({ processed: 5 }), { confirmed: 5, finalized: 5, processed: 5 }],
    ['reorg', (node) => node.reorg(7), { dropped: [7], tips: { confirmed: 6, finalized: 5, processed: 6 } }],
    ['prune', (node) => node.prune(5), { confirmed: 6, finalized: 5, processed: 7 }],
    ['expireStatuses', (node) => node.expireStatuses(), undefined],
    ['setAccount', (node) => node.setAccount('alice', sol(5)), keypair('alice').address],
    ['setAccount', (node) => node.setAccount(keypair('alice'), null, { from: 'processed' }), keypair('alice').address],
    ['snapshot', (node) => node.snapshot(), 'snapshot-1'],
    ['revert', async (node) => node.revert(await node.snapshot()), { confirmed: 6, finalized: 5, processed: 7 }],
    ['reset', (node) => node.reset(), { confirmed: 6, finalized: 5, processed: 7 }],
    ['listForks', (node) => node.listForks(), []],
    ['addFault', async (node) => (await node.addFault({ then: { reset: true } })).id, 'fault-1'],
    ['fail', async (node) => (await node.fail('getSlot', { http: 429 }, { times: 2 })).id, 'fault-1'],
    ['listFaults', (node) => node.listFaults(), []],
    ['clearFaults', (node) => node.clearFaults(), 0],
    ['onSend', async (node) => (await node.onSend({ then: 'drop' })).id, 'send-rule-1'],
    ['listSendRules', (node) => node.listSendRules(), []],
    ['clearSendRules', (node) => node.clearSendRules(), 0],
    ['sent', (node) => node.sent(), []],
    ['calls', (node) => node.calls(), []],
    ['verify', (node) => node.verify({ method: 'getSlot', times: 0 }), 0],
    ['clearCalls', (node) => node.clearCalls(), 0],
    ['explain', (node) => node.explain('getSlot'), { answer: { result: 5 }, why: [] }],
    [
      'explain',
      (node) => node.explain('getBlockTime', [4]),
      {
        answer: {
          error: { code: -32001, message: 'Block 4 cleaned up, does not exist on node. First available block: 5' },
        },
        why: ['slot 4 is below slot 5, where the ledger begins'],
      },
    ],
  ])('%s gives what its control method gives', async (_what, call, result) => {
    expect(await call(testNode(THREE_TIPS))).toEqual(result);
  });

  it('timeline and show give what their control methods give', async () => {
    const node = await createNode({ ledger: SCRIPT });
    expect(await node.timeline()).toEqual(await node.request('stillnode_timeline'));
    const { slots } = await node.timeline({ from: 2 });
    expect(slots.map(({ kind, slot }) => `${slot} ${kind}`)).toEqual(['2 block']);
    const [payment, alice] = [node.signature('payment'), node.address('alice')];
    for (const [thing, word] of [
      ['payment', 'payment'],
      [payment, payment],
      [1, 1],
      [2n as never, '2'],
      ['$alice', alice],
      [keypair('alice'), alice],
    ] as const)
      expect(await node.show(thing)).toEqual(await node.request('stillnode_show', [word]));
    expect(await node.show()).toEqual(await node.request('stillnode_show'));
    expect(await node.show(payment)).toMatchObject({ name: 'payment', slot: 1 });
    await expect(node.show('paymnet')).rejects.toMatchObject({
      message: 'the ledger has nothing that is called `paymnet`; did you mean payment?',
      data: { reason: 'unknown' },
    });
  });

  it('gives slots beyond 2^53 as bigints', async () => {
    const node = testNode({});
    expect(await node.advance((2n ** 60n) as never, { skip: true })).toEqual({
      confirmed: 2n ** 60n,
      finalized: 2n ** 60n,
      processed: 2n ** 60n,
    });
  });

  it('throws what a client would get', async () => {
    const reason = await reasonOf(testNode(THREE_TIPS).reorg(5));
    expect(reason).toBeInstanceOf(RpcError);
    expect(reason).toMatchObject({ code: -32602, data: { reason: 'outOfRange' } });
    expect(await reasonOf(testNode({}).setAccount(undefined as never, null))).toBeInstanceOf(TypeError);
  });
});

describe('onSend', () => {
  const RULES: readonly (readonly [rule: NewSendRule, json: object])[] = [
    [
      { match: { feePayer: 'alice' }, then: { fail: { custom: 6001 } } },
      { match: { feePayer: '$alice' }, then: { fail: { custom: 6001 } } },
    ],
    [
      {
        match: { account: ata('alice', 'usdc'), program: keypair('lending'), memo: 'a', nth: 1 },
        then: 'drop',
        times: 2,
      },
      {
        match: { account: '$ata(alice,usdc)', memo: 'a', nth: 1, program: keypair('lending').address },
        then: 'drop',
        times: 2,
      },
    ],
    [{ then: { delay: 3 } }, { then: { delay: 3 } }],
    [{ then: { unhealthy: null } }, { then: { unhealthy: null } }],
    [
      {
        then: {
          succeed: {
            accounts: { alice: sol(1), [keypair('bob').address]: null },
            inner: [{ index: 0, instructions: (i) => i.transfer('vault', 'alice', sol(1)).memo('hi') }],
            returnData: { program: 'lending', data: Uint8Array.of(1, 2) },
            units: 7,
          },
        },
      },
      {
        then: {
          succeed: {
            accounts: { $alice: { sol: 1 }, [keypair('bob').address]: null },
            inner: [
              { index: 0, instructions: [{ transfer: { from: '$vault', to: '$alice', sol: 1 } }, { memo: 'hi' }] },
            ],
            returnData: { program: '$lending', data: { hex: '0102' } },
            units: 7,
          },
        },
      },
    ],
  ];

  it.each(RULES)('takes what the builder of scripts takes: %#', async (rule, json) => {
    const node = await createNode({ ledger: SCRIPT });
    expect((await node.onSend(rule)).id).toBe('send-rule-1');
    expect(await node.listSendRules()).toEqual([{ hits: 0, id: 'send-rule-1', rule: json }]);
  });

  it('tells mistakes in the words of the builder', async () => {
    const node = testNode({});
    expect(
      await reasonOf(node.onSend({ then: { succeed: { accounts: { [String(ata('a', 'b'))]: { tokens: '1' } } } } })),
    ).toMatchObject({
      code: -32602,
      message:
        'rule.then.succeed.accounts.$ata(a,b): there is no mint `$b` (add it with node.setAccount(name, { mint: { decimals: 6 } }))',
      data: { reason: 'invalid' },
    });
    expect(await node.listSendRules()).toEqual([]);
  });

  const tokenAccount = String(ata('alice', 'usdc'));
  const MINT_HINT = '(add it with node.setAccount(name, { mint: { decimals: 6 } }))';
  it.each<[name: string, call: (node: LedgerNode) => Promise<unknown>, message: string]>([
    [
      'setAccount',
      (node) => node.setAccount(tokenAccount, tokens(1)),
      `account: there is no mint \`$usdc\` ${MINT_HINT}`,
    ],
    [
      'addTransaction',
      (node) => node.addTransaction((t) => t.transfer('alice', 'bob', sol(1))),
      '/transfer: `$alice` has 0 SOL at slot 1 and cannot send 1 (accounts start empty: give it SOL with node.setAccount(name, sol(1)))',
    ],
    [
      'load of a builder',
      (node) => node.load(ledger().block(1, (b) => b.transfer('alice', 'bob', sol(1)))),
      '/slots/0/transactions/0/transfer: `$alice` has 0 SOL at slot 1 and cannot send 1 (accounts start empty: give it SOL as an account: .wallet(name, sol(1)))',
    ],
    [
      'load of a file',
      (node) => node.load({ accounts: { [tokenAccount]: { tokens: '1' } } }, 'a.ledger.json'),
      '/accounts/$ata(alice,usdc): there is no mint `$usdc` (add it as an account: {"mint": {"decimals": 6}})',
    ],
  ])('hints say what there is in this place: %s', async (_name, call, message) => {
    expect(await reasonOf(call(testNode({})))).toMatchObject({ message });
  });

  it('hints of warnings too', async () => {
    const node = await createNode({ ledger: ledger().wallet('alice', sol(1)).block(1) });
    const { warnings } = await node.addBlock({ leader: 'dave' }, (b) => b.transfer('alice', 'bob', sol(0.1)));
    expect(warnings).toEqual([
      'the 0.0000025 SOL of fees for `$dave`, the leader of slot 2, are burned (a node pays wallets that are rent-exempt: give it SOL with node.setAccount(name, sol(1)))',
    ]);
  });
});

describe('calls', () => {
  it('of a method, or as they are wanted, are listed with values of this process', async () => {
    const node = testNode(THREE_TIPS, 'agave');
    await node.request('getBlockTime', [5n]);
    await node.request('getBlock', [5, { maxSupportedTransactionVersion: 0, rewards: false }]);
    await reasonOf(node.request('getBlock', [2n ** 63n]));
    const call = {
      durationMs: expect.any(Number),
      outcome: 'result',
      slot: 7,
      timeMs: expect.any(Number),
      transport: 'process',
    };
    const [first, last] = [
      { ...call, id: 2, method: 'getBlock', params: [5, { maxSupportedTransactionVersion: 0, rewards: false }] },
      { ...call, id: 3, method: 'getBlock', params: [2n ** 63n], outcome: 'error', code: -32004 },
    ];
    expect(await node.calls({ method: 'getBlock' })).toEqual([first, last]);
    expect(await node.calls({ since: 2 })).toEqual([last]);
    expect(await node.calls({ limit: 1 })).toEqual([last]);
    expect((await node.calls()).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(await node.verify({ method: 'getBlock' })).toBe(2);
    expect(await node.verify({ method: 'getBlock', params: [2n ** 63n], times: 1 })).toBe(1);
    expect(await reasonOf(node.verify({ method: 'getSlot' }))).toBeInstanceOf(RpcError);
    expect(await node.clearCalls()).toBe(3);
    expect(await node.calls()).toEqual([]);
  });
});

const MATCH_WORDS = [...Object.keys(FAULT_MATCH_MEMBERS).filter((word) => word !== 'method'), 'optional'];

describe('fail', () => {
  it.each<[method: string | string[], how: Failing, match: AnswerMatch, rule: object]>([
    [
      'getBlock',
      { http: 429 },
      { times: 2 },
      { match: { method: 'getBlock', times: 2 }, then: { http: { status: 429 } } },
    ],
    [
      ['getSlot', 'getBlock'],
      { http: { status: 503, body: { a: 1.5 } }, delayMs: 3 },
      { after: 1, probability: 0.5, seed: 7 },
      {
        match: { method: ['getSlot', 'getBlock'], after: 1, probability: 0.5, seed: 7 },
        then: { http: { status: 503, body: { a: 1.5 } }, delayMs: 3 },
      },
    ],
    ['getBlock', { stale: 2 }, { params: [5n] }, { match: { method: 'getBlock', params: [5] }, then: { stale: 2 } }],
    [
      'getBlock',
      { as: { agave: '4.2', stale: 2 } },
      { times: 1 },
      { match: { method: 'getBlock', times: 1 }, then: { as: { agave: '4.2', stale: 2 } } },
    ],
  ])('of %j is addFault in short: %#', async (method, how, match, rule) => {
    const node = testNode({});
    expect((await node.fail(method, how, match)).id).toBe('fault-1');
    expect(await node.listFaults()).toEqual([{ hits: 0, id: 'fault-1', rule }]);
  });

  it.each(MATCH_WORDS)('`%s` belongs to the third argument: in the second it is a TypeError', async (word) => {
    const how = { http: 429, [word]: 1 };
    await expect(testNode({}).fail('getBlock', how)).rejects.toThrow(
      new TypeError(`\`${word}\` belongs in the third argument: fail('getBlock', { http: 429 }, { ${word}: … })`),
    );
  });

  it('takes each effect in the second argument, and all else in the third', () => {
    const wordsOf = (words: readonly string[]) => Object.fromEntries(words.map((word) => [word, 1]));
    const then = Object.keys(FAULT_THEN_MEMBERS).filter((word) => word !== 'http');
    const sent = { memo: 'a' };
    expect(failingJson('getSlot', wordsOf(then), { ...wordsOf(MATCH_WORDS), sent })).toEqual({
      match: { method: 'getSlot', ...wordsOf(MATCH_WORDS.filter((word) => word !== 'optional')), sent },
      then: { ...wordsOf(then), http: undefined },
      optional: 1,
    });
  });

  it('refuses what it does not know', async () => {
    expect(await reasonOf(testNode({}).fail('getBlock', { htp: 429 } as never))).toMatchObject({
      code: -32602,
      message: 'rule.then.htp: unknown member (did you mean "http"?)',
      data: { reason: 'invalid' },
    });
    await expect(testNode({}).fail('getBlock', { http: 429 }, { tims: 1 } as never)).rejects.toThrow(
      new TypeError('unknown option `tims`: did you mean `times`?'),
    );
    await expect(testNode({}).fail('getBlock', 429 as never)).rejects.toThrow(
      new TypeError("`how` has to be an object, such as fail('getBlock', { http: 429 }), not 429"),
    );
  });
});

describe('setAccount', () => {
  it('takes what tokens() and rawTokens() give: the mint is that of the address', async () => {
    const node = await createNode({ ledger: SCRIPT });
    const address = ata('alice', 'usdc');
    const amountNow = async () => {
      const { value } = (await node.request('getTokenAccountBalance', [node.address(address)])) as {
        value: { amount: string };
      };
      return value.amount;
    };
    await node.setAccount(address, tokens('12.5'));
    expect(await amountNow()).toBe('12500000');
    await node.setAccount(address, rawTokens(7n));
    expect(await amountNow()).toBe('7');
    // @ts-expect-error the address has a mint
    await expect(node.setAccount(address, tokens(5, 'usdc'))).rejects.toThrow(
      new TypeError(
        "`account` has a mint, and the address says which one: setAccount(ata('alice', 'usdc'), tokens(5))",
      ),
    );
    expect(await amountNow()).toBe('7');
  });

  it('takes what the builder of scripts takes', async () => {
    const node = await createNode({ ledger: SCRIPT });
    await node.setAccount('alice', sol(0.000_000_1));
    expect(await balanceOf(node, 'alice')).toBe(100);
    const address = await node.setAccount(ata('alice', 'usdc'), { tokens: '12.5' });
    expect(address).toBe(node.address(ata('alice', 'usdc')));
    expect(await node.request('getTokenAccountBalance', [address])).toMatchObject({ value: { amount: '12500000' } });
  });

  it('takes an account as a node answers it', async () => {
    const node = await createNode({ ledger: SCRIPT });
    const address = keypair('usdc').address;
    const config = { encoding: 'base64' } as const;
    const { value } = await node.request('getAccountInfo', [address, config]);
    await node.setAccount('copy', value!);
    expect(await node.request('getAccountInfo', [keypair('copy').address, config])).toMatchObject({ value });
  });
});

describe('a fork', () => {
  it('is a node of its own, which starts as its origin is', async () => {
    const node = await createNode({ ledger: SCRIPT });
    await node.setAccount('alice', sol(1));
    const fork = await node.fork('test');
    expect(fork.name).toBe('test');
    await fork.setAccount('alice', sol(2));
    await node.setAccount('alice', sol(3));
    expect([await balanceOf(node, 'alice'), await balanceOf(fork, 'alice')]).toEqual([3e9, 2e9]);
    await fork.reset();
    expect(await balanceOf(fork, 'alice')).toBe(1e9);
    expect([fork.dialect, fork.counts, fork.warnings]).toEqual([node.dialect, node.counts, node.warnings]);
    expect(fork.signature('payment')).toBe(node.signature('payment'));
    expect((await node.listForks()).map(({ name }) => name)).toEqual(['test']);
  });

  it('of a fork starts as that one is', async () => {
    const node = testNode(THREE_TIPS);
    const fork = await node.fork();
    await fork.advance();
    const second = await fork.fork();
    expect(second.name).toBe('fork-2');
    expect(await second.getTips()).toEqual(await fork.getTips());
    expect((await node.getTips()).processed).toBe(7);
  });

  it('has the dialect of its node', async () => {
    const fork = await testNode(THREE_TIPS, 'agave').fork();
    await expect(fork.requestText('getBlock', [99])).rejects.toMatchObject({ code: -32004 });
  });

  it('is dropped when it is closed, once', async () => {
    const node = testNode({});
    const fork = await node.fork('a');
    await fork.close();
    expect(await node.listForks()).toEqual([]);
    await node.fork('a');
    await fork.close();
    expect((await node.listForks()).map(({ name }) => name)).toEqual(['a']);
    {
      await using disposed = await node.fork('b');
      expect(disposed.name).toBe('b');
    }
    expect((await node.listForks()).map(({ name }) => name)).toEqual(['a']);
  });

  it('has an address while its node listens', async () => {
    const node = await startNode({ ledger: [] });
    const fork = await node.fork('a');
    expect([fork.url, fork.wsUrl]).toEqual([`${node.url}/fork/a`, `${node.url.replace('http', 'ws')}/fork/a`]);
    await node.close();
    expect([fork.url, fork.wsUrl]).toEqual([undefined, undefined]);
  });

  it('listens on a port of its own where that is asked for', async () => {
    const fork = await testNode(THREE_TIPS).fork();
    await fork.advance();
    const listener = await fork.listen();
    onTestFinished(() => listener.close());
    const body = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(listener.url, { method: 'POST', headers, body });
    expect(await reply.text()).toBe('{"jsonrpc":"2.0","result":6,"id":1}\n');
  });
});

describe('a server', () => {
  const LOADED = {
    state: testLedger(THREE_TIPS),
    warnings: [],
    counts: { files: 0, blocks: 3, transactions: 0, accounts: 0 },
  };
  const SLOT = '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[{"commitment":"processed"}]}';

  it.each([
    ['"other": make it with stillnode_fork, or start the node with --auto-fork (option autoFork)', false],
    ['"other" yet: the first call to it makes it', true],
  ])('finds forks by name, or says that there is no fork %s', async (why, autoFork) => {
    const node = nodeOver(LOADED, { autoFork });
    await node.fork('now');
    const { service } = servedBy(node);
    expect(service.forkNamed('other', { mayCreate: false })).toBe(`there is no fork ${why}`);
    expect(service.forkNamed('now', { mayCreate: false })).toMatchObject({ service });
    expect(await controlText(node, 'listForks')).toBe('[{"name":"now","url":null,"wsUrl":null}]');
  });

  it('makes forks as the ledger was loaded, where the node does so', async () => {
    const node = nodeOver(LOADED, { autoFork: true });
    await node.advance();
    await node.fork('now');
    const { service } = servedBy(node);
    const slotOf = async (name: string) => {
      const found = service.forkNamed(name, { mayCreate: true });
      return typeof found === 'string'
        ? found
        : replyText((await found.dispatch(SLOT, DIALECTS.contract, IN_PROCESS)).reply);
    };
    expect(await slotOf('now')).toContain('"result":8');
    expect(await slotOf('loaded')).toContain('"result":7');
    expect(await slotOf('loaded')).toContain('"result":7');
    expect((await node.listForks()).map(({ name }) => name)).toEqual(['now', 'loaded']);
    expect(await slotOf('..')).toBe('no fork can have this name: names are 1 to 64 of A-Z, a-z, 0-9, ".", "_", "-"');
  });
});
