import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import anchor1 from '@anchor-lang/core';
import anchor0 from '@coral-xyz/anchor';
import { Connection, Keypair, PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keypair, startNode } from '../../src/index.ts';
import { MARKET } from '../support/idls.ts';
import { PROGRAM } from '../support/marketProgram.ts';

/** The clients of Anchor 0.32 and 1.2, against a script that has a program's accounts, instructions, events and errors by name. */

const SCRIPT = `
programs:
  market: { idl: ./market.json }
send: { confirm: auto }
accounts:
  $alice: { sol: 10 }
  $bob: { sol: 1 }
  $order1:
    program: market
    account: Order
    fields: { owner: $alice, id: 1, feeAccount: $fees }
  $order2:
    program: market
    account: Order
    fields: { owner: $bob, id: 18446744073709551615, feeAccount: $fees }
  $pda(market.order,owner=$alice,id=7):
    program: market
    account: Order
    fields: { owner: $alice, id: 7, feeAccount: $fees }
slots:
  - slot: 100
    transactions:
      - market.placeOrder: { args: { id: 7, price: 10, side: Buy }, accounts: { owner: $alice } }
        emits: [{ market.Filled: { price: 10, taker: $bob } }]
        name: filled
      - market.placeOrder: { args: { id: 8, price: 99, side: Sell }, accounts: { owner: $alice } }
        err: { error: market.SlippageExceeded, account: order }
        name: failed
`;

// their types are the same, but for TypeScript
const ANCHORS = [
  ['@coral-xyz/anchor 0.32', anchor0],
  ['@anchor-lang/core 1.2', anchor1 as unknown as typeof anchor0],
] as const;

describe.each(ANCHORS)('%s', (_name, { AnchorError, AnchorProvider, BN, EventParser, Program, Wallet }) => {
  let node: Awaited<ReturnType<typeof startNode>>;
  let client: anchor0.Program;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stillnode-anchor-'));
    writeFileSync(join(folder, 'market.json'), JSON.stringify(PROGRAM));
    writeFileSync(join(folder, 'a.ledger.yaml'), SCRIPT);
    node = await startNode({ ledger: folder, dialect: 'agave' });
    const connection = new Connection(node.url, { commitment: 'confirmed', wsEndpoint: node.wsUrl });
    const wallet = new Wallet(Keypair.fromSecretKey(keypair('alice').secretKey));
    client = new Program(
      PROGRAM as unknown as anchor0.Idl,
      new AnchorProvider(connection, wallet, { commitment: 'confirmed' }),
    );
  });

  afterAll(() => node.close());

  // the types of a client follow from an IDL that the compiler knows; this one is made of parts
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const orders = () => (client.account as any).order;

  it('all accounts of a type, and those that a filter lets through', async () => {
    const ids = async (filters: object[]) => {
      const all: readonly { readonly account: { readonly id: anchor0.BN } }[] = await orders().all(filters);
      return all.map(({ account }) => `${account.id}`).sort();
    };
    expect(await ids([])).toEqual(['1', '18446744073709551615', '7']);
    expect(await ids([{ memcmp: { offset: 8, bytes: keypair('alice').address } }])).toEqual(['1', '7']);
  });

  it('an account at the address that the IDL derives', async () => {
    const alice = new PublicKey(keypair('alice').address);
    const seeds = [Buffer.from('order'), alice.toBytes(), new BN(7).toArrayLike(Buffer, 'le', 8)];
    const [address] = PublicKey.findProgramAddressSync(seeds, new PublicKey(MARKET));
    expect(`${(await orders().fetch(address)).owner}`).toBe(keypair('alice').address);
  });

  it('events of transactions of the script, and errors in words', async () => {
    const logsOf = async (name: string) =>
      (await client.provider.connection.getTransaction(node.signature(name), { maxSupportedTransactionVersion: 0 }))!
        .meta!.logMessages!;
    const events = [...new EventParser(client.programId, client.coder).parseLogs(await logsOf('filled'))];
    expect(events.map(({ data, name }) => [name, `${data.price}`, `${data.taker}`])).toEqual([
      ['filled', '10', keypair('bob').address],
    ]);
    const { error } = AnchorError.parse(await logsOf('failed'))!;
    expect([error.errorCode.code, error.errorMessage, error.origin]).toEqual([
      'SlippageExceeded',
      'The price moved',
      'order',
    ]);
  });

  it('a listener hears of events, also of a transaction that a test adds', async () => {
    const heard = new Promise<unknown>((resolve) => {
      const id = client.addEventListener('filled', (event: { readonly price: anchor0.BN }, slot: number) => {
        void client.removeEventListener(id);
        resolve([`${event.price}`, slot]);
      });
    });
    await expect.poll(() => node.calls({ method: 'logsSubscribe' }).then((calls) => calls.length)).toBe(1);
    const { slot } = await node.addTransaction({
      'market.placeOrder': { args: { side: 'Buy' }, accounts: { owner: '$alice' } },
      emits: [{ 'market.Filled': { price: 77 } }],
    });
    expect(await heard).toEqual(['77', Number(slot)]);
  });

  it('rpc() with the accounts that the client derives, and an error that it translates', async () => {
    const given = { owner: new PublicKey(keypair('alice').address), referrer: null, program: new PublicKey(MARKET) };
    const place = () => client.methods.placeOrder!(new BN(9), new BN(10), { buy: {} }).accountsPartial(given as never);
    const rule = await node.onSend({ match: { program: 'market' }, then: 'succeed', times: 1 });
    const signature = await place().rpc();
    const [status] = (await client.provider.connection.getSignatureStatuses([signature])).value;
    expect(status).toMatchObject({ err: null });
    await rule.remove();
    await node.onSend({ match: { program: 'market' }, then: { fail: { error: 'market.Closed' } } });
    await expect(place().rpc()).rejects.toMatchObject({
      error: { errorCode: { code: 'Closed', number: 6000 }, errorMessage: 'The market is closed' },
    });
  });
});
