import { describe, expect, it } from 'vitest';
import { RpcError } from '../../src/errors.ts';
import { ata, createNode, type Key, keypair, type LedgerNode, lamports, ledger, sol, tokens } from '../../src/index.ts';
import { reasonOf } from '../support/clients.ts';
import { controlText, invalidText, outOfRangeText } from '../support/control.ts';
import { THREE_TIPS, testNode } from '../support/testNode.ts';

const SCRIPT = ledger({ processed: 10, confirmed: 9, finalized: 8 })
  .wallet('alice', sol(5))
  .mint('usdc', { decimals: 6 })
  .tokenAccount('alice', tokens('12.5', 'usdc'))
  .block({ slot: 8, blockTime: 1_700_000_000 })
  .block(9, (b) => b.transfer('alice', 'dave', sol(1)).named('first'))
  .block(10);
const TRANSFER = '{"transfer":{"from":"$alice","to":"$bob","sol":1.5}}';
type Commitment = (typeof COMMITMENTS)[number];
const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const;
const FUND = 'accounts start empty: give it SOL with node.setAccount(name, sol(1))';

const scripted = () => createNode({ ledger: SCRIPT, dialect: 'agave', gates: 'genesis' });

interface Value<T> {
  readonly value: T;
}

async function balances(node: LedgerNode, name: string): Promise<number[]> {
  const calls = COMMITMENTS.map((commitment) => node.request('getBalance', [keypair(name).address, { commitment }]));
  return ((await Promise.all(calls)) as Value<number>[]).map(({ value }) => value);
}

async function statusOf(node: LedgerNode, signature: string): Promise<string | null> {
  const result = await node.request('getSignatureStatuses', [[signature]]);
  return (result as Value<({ confirmationStatus: string } | null)[]>).value[0]?.confirmationStatus ?? null;
}

async function amount(node: LedgerNode, account: Key, commitment: Commitment = 'processed'): Promise<string> {
  const result = await node.request('getTokenAccountBalance', [node.address(account), { commitment }]);
  return (result as Value<{ amount: string }>).value.amount;
}

const blockOf = (node: LedgerNode, slot: number) =>
  node.request('getBlock', [slot, { commitment: 'confirmed', transactionDetails: 'signatures' }]);

describe('stillnode_addBlock', () => {
  it('puts a block on top of the processed tip, and the others follow at their distance', async () => {
    const node = await scripted();
    const text = await controlText(node, 'addBlock', `[{"transactions":[${TRANSFER},{"memo":"x","payer":"$alice"}]}]`);
    expect(text).toMatch(/^\{"blockhash":"\w{43,44}","signatures":\["\w{86,88}","\w{86,88}"\],"slot":11\}$/);
    expect(await node.getTips()).toMatchObject({ processed: 11, confirmed: 10, finalized: 9 });
    await node.advance();
    const { blockhash, signatures } = JSON.parse(text) as { blockhash: string; signatures: string[] };
    expect(await blockOf(node, 11)).toMatchObject({ blockhash, signatures, parentSlot: 10 });
  });

  it.each([
    ['addBlock', `[{"transactions":[${TRANSFER},{"memo":"x","payer":"$alice","version":1}]}]`],
    ['addTransaction', '[{"memo":"x","payer":"$alice","version":1}]'],
  ])('stillnode_%s warns of a v1 transaction where the cluster does not accept them', async (method, params) => {
    const refusing = await createNode({ ledger: SCRIPT, dialect: 'agave', gates: 'genesis', agave: '4.3' });
    const { warnings } = JSON.parse(await controlText(refusing, method, params)) as { warnings?: unknown };
    expect(warnings).toEqual([
      'a v1 transaction in slot 11, where the cluster does not accept them: no node has such a block (choose the gate txV1 from an earlier slot on, with Agave 4.2 or newer)',
    ]);
    const accepting = await createNode({ ledger: SCRIPT, dialect: 'agave', gates: 'mainnet' });
    expect(JSON.parse(await controlText(accepting, method, params))).not.toHaveProperty('warnings');
  });

  it('continues slots, hashes, heights and times, with their fractions', async () => {
    const node = await scripted();
    for (const given of ['{}', '{"slot":13}', '{"blockTime":1700000100}', '{"blockTime":null}', '{}'])
      await controlText(node, 'addBlock', `[${given}]`);
    await node.advance();
    const found = await Promise.all([11, 13, 14, 15, 16].map((slot) => blockOf(node, slot)));
    const blocks = found.map((block) => block!);
    expect(blocks.map(({ parentSlot }) => parentSlot)).toEqual([10, 11, 13, 14, 15]);
    expect(blocks.map(({ blockTime }) => blockTime)).toEqual([
      1_700_000_001,
      1_700_000_002,
      1_700_000_100,
      null,
      1_700_000_100,
    ]);
    expect(blocks.slice(1).map(({ previousBlockhash }) => previousBlockhash)).toEqual(
      blocks.slice(0, -1).map(({ blockhash }) => blockhash),
    );
    expect(blocks.map(({ blockHeight }) => Number(blockHeight) - Number(blocks[0]!.blockHeight))).toEqual([
      0, 1, 2, 3, 4,
    ]);
  });

  it('takes a blockhash and a leader, who is paid', async () => {
    const node = await scripted();
    const blockhash = '5efE2ndiCRV7QW5eLfJjTomYtdbgVC2nfcfKWMb1tJmY';
    expect(
      await controlText(
        node,
        'addBlock',
        `[{"blockhash":"${blockhash}","leader":"$dave","transactions":[${TRANSFER}]}]`,
      ),
    ).toContain(`"blockhash":"${blockhash}"`);
    expect(await balances(node, 'dave')).toEqual([1_000_002_500, 1e9, 1e9]);
  });

  it('cuts off what lies ahead of the processed tip', async () => {
    const node = await createNode({
      ledger: SCRIPT.block(11, (b) => b.transfer('alice', 'bob', sol(2)).named('ahead')),
    });
    const { slot } = await node.addBlock((b) => b.transfer('alice', 'bob', sol(1)).named('ahead'));
    expect(slot).toBe(11);
    expect(await balances(node, 'bob')).toEqual([1e9, 0, 0]);
    expect((await node.getTips()).last).toBe(11);
  });

  it('takes a slot above those that were dropped', async () => {
    const node = await scripted();
    await node.reorg(10);
    expect(await node.addBlock()).toMatchObject({ slot: 11 });
    await node.advance();
    expect(await blockOf(node, 11)).toMatchObject({ parentSlot: 9 });
  });

  it('works on a ledger without scripts, and without blocks', async () => {
    expect(await controlText(testNode({}), 'addBlock', '[{}]')).toContain('"signatures":[],"slot":1}');
    const node = testNode(THREE_TIPS);
    await node.setAccount('alice', sol(5));
    await controlText(node, 'addBlock', `[{"transactions":[${TRANSFER}]}]`);
    expect(await balances(node, 'bob')).toEqual([1.5e9, 0, 0]);
  });

  it.each([
    ['[]', invalidText('expected the arguments [block], but block is missing')],
    ['[5]', invalidText('expected an object, found 5')],
    ['[{"from":11,"to":12}]', invalidText('/from: unknown member; /to: unknown member')],
    ['[{"slot":10}]', invalidText('slot 10 is taken or has passed: the next one is 11')],
    ['[{"slot":8}]', outOfRangeText('slot 8 is finalized: the finalized tip is 8')],
    ['[{"parent":7}]', outOfRangeText('the parent 7 is below the newest finalized block, slot 8')],
    ['[{"slot":14,"parent":12}]', invalidText('slot 12 has no block, so it cannot be a parent')],
    [
      '[{"transactions":[{"transfer":{"from":"$carol","to":"$bob","sol":1}},{"memo":"hi","payer":"$alice","name":"first"}]}]',
      invalidText(
        '/transactions/1: a transaction of the ledger has the name "first" already (give it another name); ' +
          '/transactions/0/transfer: `$carol` has 0 SOL at slot 11 and cannot send 1 (accounts start empty: give it SOL with stillnode_setAccount)',
      ),
    ],
    [
      '[{"slot":-1,"blockTime":"x","transactions":[{"tranfer":{}},{"memo":1},{"memo":"a","repeat":0}]}]',
      invalidText(
        '/slot: expected an integer from 0 to 18446744073709551615 (u64), found -1; ' +
          '/blockTime: expected an integer from -9223372036854775808 to 9223372036854775807 (i64), found "x"; ' +
          '/transactions/0/tranfer: unknown member (did you mean "transfer"?); ' +
          '/transactions/1/memo: expected an object, found 1; ' +
          '/transactions/2/repeat: expected 1 to 10000000 copies, found 0',
      ),
    ],
  ])('%s is refused with all that is wrong, and nothing changes', async (params, error) => {
    const node = await scripted();
    const before = await controlText(node, 'dump');
    const names = [...node.names];
    expect(await controlText(node, 'addBlock', params)).toBe(error);
    expect(await controlText(node, 'dump')).toBe(before);
    expect([...node.names]).toEqual(names);
  });
});

describe('a wallet', () => {
  it('sees a transfer at processed, then confirmed, then finalized', async () => {
    const node = await scripted();
    const { signatures } = await node.addBlock((b) => b.transfer('alice', 'bob', sol(1)).named('rent'));
    expect(node.signature('rent')).toBe(signatures[0]);
    for (const [status, lamports] of [
      ['processed', [1e9, 0, 0]],
      ['confirmed', [1e9, 1e9, 0]],
      ['finalized', [1e9, 1e9, 1e9]],
    ] as const) {
      expect([await statusOf(node, signatures[0]!), await balances(node, 'bob')]).toEqual([status, lamports]);
      await node.advance();
    }
  });

  it('sees a token transfer', async () => {
    const node = await scripted();
    await node.addBlock((b) =>
      b.tx((t) =>
        t
          .createAssociatedAccount('bob', 'usdc', { payer: 'alice' })
          .transferTokens('alice', 'bob', tokens('2.5', 'usdc')),
      ),
    );
    expect(await amount(node, ata('bob', 'usdc'))).toBe('2500000');
    expect(await amount(node, ata('alice', 'usdc'))).toBe('10000000');
    expect(await amount(node, ata('alice', 'usdc'), 'finalized')).toBe('12500000');
  });

  it('sees an account that is created and closed', async () => {
    const node = await scripted();
    const account = ata('bob', 'usdc');
    const isThere = async (commitment: Commitment) =>
      (
        (await node.request('getAccountInfo', [
          node.address(account),
          { commitment, encoding: 'base64' },
        ])) as Value<unknown>
      ).value !== null;
    await node.addBlock((b) => b.createAssociatedAccount('bob', 'usdc', { payer: 'alice' }));
    await node.addBlock((b) => b.closeTokenAccount(account, 'alice', { authority: 'bob' }).payer('alice'));
    expect(await Promise.all(COMMITMENTS.map(isThere))).toEqual([false, true, false]);
  });

  it('sees a fork by its parent: accounts are as they were there, and go back', async () => {
    const node = await scripted();
    const lost = await node.addBlock((b) => b.transfer('alice', 'bob', sol(1)).named('lost'));
    const { signatures, slot } = await node.addBlock({ parent: 10 }, (b) => b.transfer('alice', 'carol', sol(2)));
    expect(slot).toBe(12);
    expect(await balances(node, 'bob')).toEqual([0, 0, 0]);
    expect(await balances(node, 'carol')).toEqual([2e9, 0, 0]);
    expect((await balances(node, 'alice'))[0]).toBe(5e9 - 1e9 - 2e9 - 10_000);
    expect([await statusOf(node, lost.signatures[0]!), await statusOf(node, signatures[0]!)]).toEqual([
      null,
      'processed',
    ]);
    await node.addBlock({ parent: lost.slot }, (b) => b.transfer('bob', 'carol', lamports(5_000_000)));
    expect(await balances(node, 'bob')).toEqual([1e9 - 5_005_000, 1e9, 1e9]);
    expect(await balances(node, 'carol')).toEqual([5_000_000, 0, 0]);
    expect(await statusOf(node, node.signature('lost'))).toBe('finalized');
  });

  it('sees an account that was set before', async () => {
    const node = await scripted();
    await node.advance(1, { skip: true });
    await node.setAccount('carol', sol(3), { from: 'processed' });
    await node.addBlock((b) => b.transfer('carol', 'bob', sol(1)));
    expect(await balances(node, 'carol')).toEqual([2e9 - 5000, 3e9, 0]);
  });
});

describe('the addBlock of the library', () => {
  it('takes what a script has, as objects too', async () => {
    const [a, b, c] = await Promise.all([scripted(), scripted(), scripted()]);
    const built = await a.addBlock({ slot: 12, leader: 'dave' }, (next) =>
      next.transfer('alice', 'bob', sol(0.1)).repeat(2),
    );
    const transfer = { from: '$alice', to: '$bob', sol: 0.1 };
    const plain = await b.addBlock({ slot: 12, leader: 'dave', transactions: [{ transfer, repeat: 2 }] });
    const wire = await controlText(
      c,
      'addBlock',
      '[{"slot":12,"leader":"$dave","transactions":[{"transfer":{"from":"$alice","to":"$bob","sol":0.1},"repeat":2}]}]',
    );
    expect(built.signatures).toHaveLength(2);
    expect(plain).toEqual(built);
    expect(JSON.parse(wire)).toEqual(built);
  });

  it('tells mistakes in the words of the builder', async () => {
    const reason = await reasonOf((await scripted()).addBlock((b) => b.transfer('carol', 'bob', sol(1))));
    expect(reason).toMatchObject({
      code: -32602,
      data: { reason: 'invalid' },
      message: `/transactions/0/transfer: \`$carol\` has 0 SOL at slot 11 and cannot send 1 (${FUND})`,
    });
  });

  it('tells every mistake of a block so', async () => {
    const { message } = (await reasonOf(
      (await scripted()).addBlock((b) => b.transfer('carol', 'bob', sol(1)).transfer('erin', 'bob', sol(1))),
    )) as Error;
    expect(message.split('; ').filter((sentence) => sentence.endsWith(`(${FUND})`))).toHaveLength(2);
  });

  it('runs with other moves one after the other', async () => {
    const node = await scripted();
    const [first, second] = await Promise.all([
      node.addBlock((b) => b.transfer('alice', 'bob', lamports(1_000_000)).repeat(200)),
      node.addBlock((b) => b.transfer('bob', 'carol', lamports(1_000_000))),
    ]);
    expect([first.slot, second.slot, (await node.advance()).processed]).toEqual([11, 12, 13]);
  });

  it('leaves forks of the node as they are', async () => {
    const node = await scripted();
    const fork = await node.fork();
    await node.addBlock((b) => b.transfer('alice', 'bob', sol(1)).named('rent'));
    expect(() => fork.signature('rent')).toThrow(
      new RpcError(-32602, 'no transaction of a scripted ledger has the name "rent"', { reason: 'unknown' }),
    );
    expect(fork.names.has('$bob')).toBe(false);
    await node.reset();
    expect(() => node.signature('rent')).toThrow(RpcError);
  });
});
