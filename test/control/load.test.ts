import { describe, expect, it } from 'vitest';
import { createNode, keypair, type LedgerNode, ledger, sol, tokens } from '../../src/index.ts';
import { reasonOf } from '../support/clients.ts';
import { controlText, invalidText } from '../support/control.ts';
import { THREE_TIPS, testNode } from '../support/testNode.ts';
import { namedAddress, namedBlockhash } from '../support/transactions.ts';

const SCRIPT = ledger({ processed: 10, confirmed: 9, finalized: 8 })
  .wallet('alice', sol(5))
  .block({ slot: 8, blockTime: 1_700_000_000 })
  .block(9, (b) => b.transfer('alice', 'bob', sol(1)).named('first'))
  .block(10)
  .block(14, (b) => b.transfer('alice', 'bob', sol(2)).named('ahead'));
const OTHER = namedAddress('other');
const BARE = { lamports: 7, owner: '1'.repeat(32), data: ['', 'base64'], executable: false, rentEpoch: 0 };
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

const scripted = () => createNode({ ledger: SCRIPT, dialect: 'agave', gates: 'genesis' });
const block = (slot: number, parentSlot: number, transactions: unknown[] = []) => ({
  blockhash: namedBlockhash(`${slot}`),
  previousBlockhash: namedBlockhash(`${parentSlot}`),
  parentSlot,
  blockTime: 1_700_000_002,
  blockHeight: slot,
  rewards: [],
  transactions,
});

async function balances(node: LedgerNode, address: string): Promise<number[]> {
  const calls = (['processed', 'confirmed', 'finalized'] as const).map((commitment) =>
    node.request('getBalance', [address, { commitment }]),
  );
  return ((await Promise.all(calls)) as { value: number }[]).map(({ value }) => value);
}

const blocksOf = (node: LedgerNode) => node.request('getBlocks', [0, { commitment: 'confirmed' }]);

describe('stillnode_load', () => {
  it('takes 1,000 new names at most; those that the ledger has do not count', async () => {
    const node = testNode(THREE_TIPS);
    const wallets = (first: number, last: number) => {
      const names = Array.from({ length: last - first + 1 }, (_, i) => `$wallet${first + i}`);
      return { accounts: Object.fromEntries(names.map((name) => [name, { lamports: 1 }])) };
    };
    const load = (first: number, last: number) =>
      controlText(node, 'load', JSON.stringify([wallets(first, last), 'wallets.ledger.json']));
    const tooMany = (name: string) =>
      invalidText(
        `/accounts/${name}: more than 1000 new names and derivations in one call (use several calls, or write addresses in base58)`,
      );
    expect(await load(1001, 2001)).toBe(tooMany('$wallet2001'));
    expect(await load(1001, 2000)).toBe('{"accounts":1000,"blocks":0,"transactions":0}');
    expect(await load(1501, 3000)).toBe('{"accounts":1500,"blocks":0,"transactions":0}');
  });

  it('adds accounts, at every commitment', async () => {
    const node = await scripted();
    expect(await node.load({ pubkey: OTHER, account: BARE })).toEqual({ accounts: 1, blocks: 0, transactions: 0 });
    expect(await balances(node, OTHER)).toEqual([7, 7, 7]);
  });

  it.each([
    ['an empty list', [], 'no blocks, transactions or accounts in it: nothing to load'],
    ['a list of nulls', [null], 'no blocks, transactions or accounts in it: nothing to load'],
    ['null', null, 'null: nothing to load'],
    [
      'an answer of another method',
      { request: { method: 'getSlot', params: [] }, response: { result: 5 } },
      '/response/result: an answer of getSlot holds no blocks, transactions or accounts: nothing to load',
    ],
    ['an error', { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } }, 'a recorded error: nothing to load'],
  ])('says so where nothing is loaded: %s', async (_, value, warning) => {
    const node = await scripted();
    expect(await node.load(value)).toEqual({ accounts: 0, blocks: 0, transactions: 0, warnings: [warning] });
  });

  it('says what was left out or assumed of what is loaded', async () => {
    const node = await scripted();
    expect(await node.load({ note: 'x', alice: { pubkey: OTHER, account: BARE } })).toEqual({
      accounts: 1,
      blocks: 0,
      transactions: 0,
      warnings: ['no fixture itself: "alice" is read, "note" is left out'],
    });
  });

  it('has no warning of names alone', async () => {
    const node = await scripted();
    const shop = { keys: { shop: OTHER } };
    expect(await node.load(shop, 'keys.ledger.json')).toEqual({ accounts: 0, blocks: 0, transactions: 0 });
  });

  it('takes the name of the file that the value would be in', async () => {
    const node = testNode(THREE_TIPS);
    expect(await node.load({ ...BARE, owner: TOKEN }, `account-${OTHER}.json`)).toMatchObject({ accounts: 1 });
    expect(await balances(node, OTHER)).toEqual([7, 7, 7]);
    expect(await controlText(node, 'load', JSON.stringify([block(20, 7), 'blocks/20.json']))).toBe(
      '{"accounts":0,"blocks":1,"transactions":0}',
    );
    expect((await node.getTips()).last).toBe(20);
  });

  it('replaces accounts up to the processed tip, and leaves those of slots ahead', async () => {
    const node = await scripted();
    const bob = keypair('bob').address;
    await node.load([{ pubkey: bob, account: BARE }]);
    expect(await balances(node, bob)).toEqual([7, 7, 7]);
    await node.setTips({ processed: 14 });
    expect(await balances(node, bob)).toEqual([3e9, 7, 7]);
  });

  it('adds later states of an account from their slots on, and a recorded null deletes', async () => {
    const node = await scripted();
    const recorded = (slot: number, value: unknown) => ({
      request: { method: 'getAccountInfo', params: [OTHER, { encoding: 'base64' }] },
      response: { result: { context: { slot }, value } },
    });
    await node.load([recorded(5, BARE), recorded(9, { ...BARE, lamports: 9 }), recorded(10, null)]);
    expect(await balances(node, OTHER)).toEqual([0, 9, 7]);
    await node.load(recorded(3, null));
    expect(await balances(node, OTHER)).toEqual([0, 0, 0]);
  });

  it('adds blocks between those that are there, which may be of a fork, and moves no tip', async () => {
    const node = await createNode({
      ledger: ledger({ confirmed: 9, finalized: 8 }).block(5).block(8).block(9).block(12),
    });
    const tips = await node.getTips();
    expect(
      await node.load([
        { slot: 6, block: block(6, 5) },
        { slot: 15, block: block(15, 12) },
      ]),
    ).toMatchObject({ blocks: 2 });
    expect(await node.getTips()).toEqual({ ...tips, last: 15 });
    // its successor, slot 8, follows slot 5
    expect(await blocksOf(node)).toEqual([5, 8, 9]);
    expect(await node.advance(3)).toMatchObject({ processed: 15 });
    expect(await blocksOf(node)).toEqual([5, 8, 9, 12]);
  });

  it('keeps numbers as a file would: with the point of a float, which no integer has', async () => {
    const node = testNode(THREE_TIPS);
    const recorded = (lamports: string) =>
      `{"pubkey":"${OTHER}","account":{"lamports":${lamports},"owner":"${TOKEN}","executable":false,"rentEpoch":18446744073709551615,"data":{"parsed":{"least":1e-9,"rate":10.0,"whole":10},"program":"rates","space":8}}}`;
    expect(await controlText(node, 'load', `[${recorded('7.0')}]`)).toBe(
      invalidText(
        '/account/lamports: expected an integer from 0 to 18446744073709551615 (u64), found the number 7.0 (integers are written without a point and without an exponent)',
      ),
    );
    expect(await controlText(node, 'load', `[${recorded('7')}]`)).toBe('{"accounts":1,"blocks":0,"transactions":0}');
    expect(await node.requestText('getAccountInfo', [OTHER, { encoding: 'jsonParsed' }])).toContain(
      '"data":{"parsed":{"least":1e-9,"rate":10.0,"whole":10},"program":"rates","space":8}',
    );
  });

  it('adds a scripted ledger on top of the film, with the keys and the accounts that the ledger has', async () => {
    const node = await scripted();
    const more = ledger()
      .key('shop', keypair('other').address)
      .mint('usdc', { decimals: 6 })
      .tokenAccount('bob', tokens(5, 'usdc'))
      .block(16, (b) => b.transfer('bob', 'shop', sol(2.5)).named('buy'));
    expect(await node.load(more)).toEqual({ accounts: 4, blocks: 1, transactions: 1 });
    expect([node.address('shop'), node.names.get('$shop')]).toEqual([
      keypair('other').address,
      keypair('other').address,
    ]);
    await node.setTips({ processed: 16, confirmed: 16 });
    expect(await balances(node, node.address('shop'))).toEqual([2.5e9, 2.5e9, 0]);
    expect(await node.request('getSignatureStatuses', [[node.signature('buy')]])).toMatchObject({
      value: [{ slot: 16 }],
    });
    expect(await node.request('getBlock', [16, { commitment: 'confirmed', transactionDetails: 'none' }])).toMatchObject(
      {
        parentSlot: 14,
        blockTime: 1_700_000_003,
      },
    );
  });

  it('is the ledger that loading all at once makes', async () => {
    const more = ledger()
      .block(15, (b) => b.transfer('bob', 'carol', sol(1)))
      .block(16);
    const grown = await scripted();
    await grown.load(more);
    const whole = await createNode({ ledger: [SCRIPT, more], gates: 'genesis' });
    expect(await controlText(grown, 'dump')).toBe(await controlText(whole, 'dump'));
    expect([...grown.names].sort()).toEqual([...whole.names].sort());
  });

  it.each<[what: string, value: unknown, name: string | undefined, message: string]>([
    [
      'what is no fixture',
      { a: 1 },
      undefined,
      'expected a fixture of a known format, found an object with a (docs/fixtures.md shows every format)',
    ],
    [
      'what has mistakes',
      [{ pubkey: OTHER, account: { ...BARE, lamports: -1, owner: 'x' } }],
      undefined,
      '/0/account/lamports: expected an integer from 0 to 18446744073709551615 (u64), found -1; /0/account/owner: expected an address (base58 of 32 bytes), found "x" (it is base58 of 1 bytes)',
    ],
    [
      'a contradiction',
      [
        { pubkey: OTHER, account: BARE },
        { pubkey: OTHER, account: { ...BARE, lamports: 8 } },
      ],
      undefined,
      `/1/account/lamports: account ${OTHER} is recorded twice with different content; the other is at /0/account/lamports`,
    ],
    [
      'a name of no fixture',
      [],
      'notes.txt',
      'name: expected the name of a fixture file, such as "account.json", found "notes.txt"',
    ],
    [
      'members of ledger.json',
      { processed: 12, slotsBehind: 5 },
      'ledger.json',
      '/processed: members of ledger.json are refused: loading changes neither the tips nor the facts of a ledger (the control method setTips moves tips); /slotsBehind: members of ledger.json are refused: loading changes neither the tips nor the facts of a ledger (the control method setTips moves tips)',
    ],
    [
      'members of ledger.json in a script',
      { finalized: 9 },
      'a.ledger.json',
      '/finalized: members of ledger.json are refused: loading changes neither the tips nor the facts of a ledger (the control method setTips moves tips)',
    ],
    [
      'includes',
      { include: ['a.json', 'b'] },
      'a.ledger.json',
      '/include/0: a ledger that is served includes no files (load the included files first); /include/1: a ledger that is served includes no files (load the included files first)',
    ],
    [
      'blocks in slots that have one',
      [
        { slot: 9, block: block(9, 8) },
        { slot: 11, block: block(11, 10) },
        { slot: 14, block: block(14, 11) },
      ],
      undefined,
      'slot 9 has a block already; slot 14 has a block already',
    ],
    [
      'a script whose blocks collide',
      { slots: [{ from: 9, to: 11 }] },
      'a.ledger.json',
      'slot 9 has a block already; slot 10 has a block already',
    ],
    [
      'a script that cannot be compiled',
      {
        slots: [
          {
            slot: 15,
            transactions: [
              { transfer: { from: '$carol', to: '$bob', sol: 1 } },
              { memo: 'x', payer: '$alice', name: 'first' },
            ],
          },
        ],
      },
      'a.ledger.json',
      '/slots/0/transactions/1: a transaction of the ledger has the name "first" already (give it another name); /slots/0/transactions/0/transfer: `$carol` has 0 SOL at slot 15 and cannot send 1 (accounts start empty: give it SOL under `accounts`)',
    ],
    [
      'a key that has another meaning',
      { keys: { alice: OTHER } },
      'a.ledger.json',
      `/keys/alice: $alice is ${keypair('alice').address} in this ledger already (give the key another name)`,
    ],
    [
      'slots that are said to be skipped',
      { slots: [{ skipped: [9, 12] }] },
      'a.ledger.json',
      '/slots/0: slot 9 is skipped, but has a block; /slots/0: slot 10 is skipped, but has a block',
    ],
  ])('refuses %s, and nothing changes', async (_what, value, name, message) => {
    const node = await scripted();
    const before = [await controlText(node, 'dump'), node.names];
    const params = JSON.stringify(name === undefined ? [value] : [value, name]);
    expect(await controlText(node, 'load', params)).toBe(invalidText(message));
    expect([await controlText(node, 'dump'), node.names]).toEqual(before);
  });

  it('refuses a transaction that is there already', async () => {
    const node = await scripted();
    const transaction = await node.request('getTransaction', [
      node.signature('first'),
      { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 0 },
    ]);
    const message = `transaction ${node.signature('first')} is in slot 9 already`;
    expect(await reasonOf(node.load(transaction))).toMatchObject({
      code: -32602,
      data: { reason: 'invalid' },
      message,
    });
  });

  it('tells mistakes of a built script in the words of the builder', async () => {
    const script = ledger().block(20, (b) => b.transfer('carol', 'bob', sol(1)));
    const reason = await reasonOf((await scripted()).load(script));
    expect(reason).toMatchObject({ message: expect.stringContaining('.wallet(name, sol(1))') });
  });

  it.each([{}, { transactionCount: 100 }])(
    'counts the transactions of slots that are reached later: %o',
    async (facts) => {
      const node = await createNode({ ledger: SCRIPT.with(facts) });
      const countAt = async (commitment: 'finalized' | 'processed') =>
        Number(await node.request('getTransactionCount', [{ commitment }]));
      const counts = [await countAt('processed'), await countAt('finalized')];
      await node.load(ledger().block(11, (b) => b.transfer('bob', 'carol', sol(0.1)).repeat(3)));
      expect([await countAt('processed'), await countAt('finalized')]).toEqual(counts);
      await node.advance();
      expect(await countAt('processed')).toBe(counts[0]! + 3);
    },
  );

  it('is undone by a reset', async () => {
    const node = await scripted();
    const before = await controlText(node, 'dump');
    await node.load(ledger().block(20, (b) => b.transfer('bob', 'carol', sol(1))));
    await node.reset();
    expect(await controlText(node, 'dump')).toBe(before);
  });
});
