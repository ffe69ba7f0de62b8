import { describe, expect, it } from 'vitest';
import { loadSources } from '../../../src/fixtures/loadLedger.ts';
import { createNode, type FixtureError, keypair, type LedgerNode, ledger, sol } from '../../../src/index.ts';
import { expectRoundTrip } from '../../fixtures/dump/roundTrip.ts';
import { reasonOf } from '../../support/clients.ts';
import { MARKET } from '../../support/idls.ts';
import { PROGRAM } from '../../support/marketProgram.ts';

const SCRIPT = ledger({ processed: 12, confirmed: 12, finalized: 10 })
  .program('market', { idl: PROGRAM, address: MARKET })
  .wallet('alice', sol(5))
  .wallet('old', sol(1))
  .account('order1', { program: 'market', account: 'Order', fields: { owner: '$alice', id: 1, feeAccount: '$fees' } })
  .block(10);

const RAW = { accounts: ['order1', 'old', 'new'].map((address) => ({ address, writable: true })) };
const order = (id: number) => ({
  program: 'market',
  account: 'Order',
  fields: { owner: keypair('alice'), id, feeAccount: '$fees' },
});

const WRITING = SCRIPT.block(11, (b) =>
  b
    .raw('market', RAW)
    .payer('alice')
    .writes('order1', order(25))
    .writes('old', null)
    .writes('new', { raw: { owner: '$market', data: { hex: '2a' } }, sol: 2 })
    .named('written'),
).block(12);

async function accountOf(node: LedgerNode, name: string, commitment: 'confirmed' | 'finalized') {
  const { value } = await node.request('getAccountInfo', [node.address(name), { encoding: 'base64', commitment }]);
  return value;
}

/** behind the discriminator and the owner */
const idIn = (data: unknown) => Buffer.from((data as [string])[0], 'base64').readBigUInt64LE(8 + 32);

describe('accounts that a scripted transaction writes', () => {
  it('are so from its block on, and as before below it', async () => {
    const node = await createNode({ ledger: WRITING, dialect: 'agave' });
    const [before, after] = [
      await accountOf(node, 'order1', 'finalized'),
      await accountOf(node, 'order1', 'confirmed'),
    ];
    expect([idIn(before!.data), idIn(after!.data)]).toEqual([1n, 25n]);
    expect(after).toMatchObject({ owner: MARKET, lamports: before!.lamports, space: before!.space });
    expect(await accountOf(node, 'old', 'finalized')).toMatchObject({ lamports: 1_000_000_000 });
    expect(await accountOf(node, 'old', 'confirmed')).toBeNull();
    expect(await accountOf(node, 'new', 'confirmed')).toMatchObject({
      owner: MARKET,
      lamports: 2_000_000_000,
      data: ['Kg==', 'base64'],
    });
  });

  it('are in the balances of its metadata', async () => {
    const node = await createNode({ ledger: WRITING, dialect: 'agave' });
    const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 } as const;
    const { meta } = (await node.request('getTransaction', [node.signature('written'), config]))!;
    const { lamports } = (await accountOf(node, 'order1', 'confirmed'))!;
    expect(meta!.err).toBeNull();
    expect(new Set(meta!.postBalances)).toEqual(new Set([4_999_995_000, lamports, 0, 2_000_000_000]));
  });

  it('reach subscribers, where the transaction is added to a ledger', async () => {
    const node = await createNode({ ledger: SCRIPT.block(12), dialect: 'agave' });
    const config = { encoding: 'base64', commitment: 'processed' } as const;
    const notices = node.subscribe('account', node.address('order1'), config);
    await node.addTransaction((t) => t.raw('market', RAW).payer('alice').writes('order1', order(7)));
    await node.addTransaction({
      raw: { program: '$market', accounts: ['$order1 w'] },
      payer: '$alice',
      accounts: {
        $order1: { program: 'market', account: 'Order', fields: { owner: '$alice', id: 8, feeAccount: '$fees' } },
      },
    });
    const ids = [await notices.next(), await notices.next()].map(({ value }) => idIn(value!.value!.data));
    expect(ids).toEqual([7n, 8n]);
  });

  it('are the same in YAML, and after dump and load', async () => {
    const text = `
processed: 12
finalized: 10
programs: {market: {idl: ${JSON.stringify(PROGRAM)}, address: ${MARKET}}}
accounts:
  $alice: {sol: 5}
  $old: {sol: 1}
  $usdc: {mint: {decimals: 6}}
  $order1: {program: market, account: Order, fields: {owner: $alice, id: 1, feeAccount: $fees}}
slots:
  - slot: 11
    transactions:
      - raw: {program: $market, accounts: [$order1 w, $old w, "$ata(alice,usdc) w"]}
        payer: $alice
        accounts:
          $order1: {program: market, account: Order, fields: {owner: $alice, id: 25, feeAccount: $fees}}
          $old:
          $ata(alice,usdc): {tokens: "2.5"}
  - {slot: 12}
`;
    const { state } = await loadSources([{ name: 'writes.ledger.yaml', text }]);
    await expectRoundTrip(state);
  });

  const problemsOf = async (transaction: object) => {
    const script = { accounts: { $alice: { sol: 5 } }, slots: [{ slot: 1, transactions: [transaction] }] };
    return ((await reasonOf(createNode({ ledger: script as never }))) as FixtureError).problems.map((problem) =>
      `${problem}`.replace(/^.*?: \/slots\/0\/transactions\/0/, ''),
    );
  };
  const raw = { raw: { program: '$p', accounts: ['$x w', '$y'] }, payer: '$alice' };

  it.each<[object, string]>([
    [
      { accounts: { $z: { sol: 1 } } },
      '/accounts/$z: `$z` is not an account of this transaction (an instruction has to name it as writable)',
    ],
    [
      { accounts: { $x: { sol: 1 }, $y: null } },
      '/accounts/$y: `$y` is not writable in this transaction (an instruction has to name it as writable)',
    ],
    [{ accounts: { $x: 5 } }, '/accounts/$x: expected an object, found 5 (write {"sol": 5} or {"lamports": 5})'],
    [
      { accounts: { $x: { sol: 1 } }, err: { custom: 1 } },
      '/accounts: `accounts` cannot be given beside `err` (a transaction that fails leaves accounts as they are: leave out one of them)',
    ],
    [
      { accounts: { $x: { token: { mint: '$none', owner: '$alice' } } } },
      '/accounts/$x/token/mint: there is no mint `$none` (add it as an account: {"mint": {"decimals": 6}})',
    ],
    [
      { accounts: { $x: { sol: 1 } }, execute: 'litesvm' },
      '/accounts: `accounts` cannot be given of a transaction that LiteSVM executes (leave out `accounts`, or leave out `execute`)',
    ],
  ])('%j: %s', async (members, problem) => {
    expect(await problemsOf({ ...raw, ...members })).toEqual([problem]);
  });

  it('are written by the signer of a name, too', async () => {
    const node = await createNode({
      ledger: SCRIPT.block(11, (b) => b.memo('x', { signers: ['alice'] }).writes(keypair('alice'), { sol: 3 })).block(
        12,
      ),
      dialect: 'agave',
    });
    expect(await node.request('getBalance', [node.address('alice'), { commitment: 'confirmed' }])).toMatchObject({
      value: 3_000_000_000,
    });
  });
});
