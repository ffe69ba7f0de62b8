import { address, createSolanaRpcSubscriptions, signature as signatureOf } from '@solana/kit';
import { type Commitment, type Connection, PublicKey } from '@solana/web3.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RunningNode } from '../../src/index.ts';
import { reasonOf } from '../support/clients.ts';
import { eventually } from '../support/eventually.ts';
import { addressIn, startMoving } from '../support/movingLedger.ts';
import { namedAddress, namedSignature } from '../support/transactions.ts';
import { connected, noFailedCalls, subscribed } from '../support/web3Socket.ts';

/** What the clients are told over a real socket, on a ledger that control calls move. web3.js is told only the URL of HTTP. */

noFailedCalls();

const SYSTEM = '11111111111111111111111111111111';
const CAROL = namedAddress('carol');
const PROGRAM = namedAddress('program');
const LEVELS = ['processed', 'confirmed', 'finalized'] as const;

/** A notification: the slot of its context, if it has one, and its value; numbers and addresses as the client has them. */
interface Client {
  readonly node: RunningNode;
  slots(): Promise<Told>;
  roots(): Promise<Told>;
  account(of: string, commitment: Commitment): Promise<Told>;
  /** Accounts of two bytes. */
  program(of: string): Promise<Told>;
  logs(of: string): Promise<Told>;
  signature(of: string, commitment: Commitment): Promise<Told>;
  number(value: number): number | bigint;
  address(text: string): unknown;
  data(base64: string): unknown;
}

/** Takes the next notifications, once the subscription is there. */
type Told = (count: number) => Promise<unknown[]>;

async function kit(): Promise<Client> {
  const node = await startMoving();
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const rpc = createSolanaRpcSubscriptions(node.wsUrl);
  interface Request {
    subscribe(config: { readonly abortSignal: AbortSignal }): Promise<AsyncIterable<unknown>>;
  }
  async function told(request: Request): Promise<Told> {
    const notifications = await request.subscribe({ abortSignal: abort.signal });
    return (count) => take(notifications, count);
  }
  const encoding = 'base64';
  return {
    node,
    slots: () => told(rpc.slotNotifications()),
    roots: () => told(rpc.rootNotifications()),
    account: (of, commitment) =>
      told(rpc.accountNotifications(address(of), { commitment: commitment as 'processed', encoding })),
    program: (of) =>
      told(rpc.programNotifications(address(of), { commitment: 'processed', encoding, filters: [{ dataSize: 2n }] })),
    logs: (of) => told(rpc.logsNotifications({ mentions: [address(of)] }, { commitment: 'processed' })),
    signature: (of, commitment) =>
      told(rpc.signatureNotifications(signatureOf(of), { commitment: commitment as 'processed' })),
    number: BigInt,
    address: (text) => text,
    data: (base64) => [base64, 'base64'],
  };
}

async function take<T>(iterable: AsyncIterable<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  for await (const value of iterable) if (taken.push(value) === count) break;
  return taken;
}

/** In the form of Kit, which has what web3.js gives as a second argument within the notification. */
async function web3(): Promise<Client> {
  const { connection, node } = await connected();
  type Listener = (value: unknown, context?: unknown) => void;
  const inContext =
    (listener: Listener): Listener =>
    (value, context) =>
      listener({ context, value });
  return {
    node,
    slots: () => toldBy(connection, (listener) => connection.onSlotChange(listener), 'removeSlotChangeListener'),
    roots: () => toldBy(connection, (listener) => connection.onRootChange(listener), 'removeRootChangeListener'),
    account: (of, commitment) =>
      toldBy(
        connection,
        (listener) => connection.onAccountChange(new PublicKey(of), inContext(listener), commitment),
        'removeAccountChangeListener',
      ),
    program: (of) =>
      toldBy(
        connection,
        (listener) =>
          connection.onProgramAccountChange(
            new PublicKey(of),
            ({ accountId, accountInfo }, context) =>
              listener({ context, value: { pubkey: accountId, account: accountInfo } }),
            { filters: [{ dataSize: 2 }] },
          ),
        'removeProgramAccountChangeListener',
      ),
    logs: (of) =>
      toldBy(
        connection,
        (listener) => connection.onLogs(new PublicKey(of), inContext(listener), 'processed'),
        'removeOnLogsListener',
      ),
    // the first one ends it
    signature: (of, commitment) =>
      toldBy(connection, (listener) => connection.onSignature(of, inContext(listener), commitment)),
    number: Number,
    address: (text) => new PublicKey(text),
    data: (base64) => Buffer.from(base64, 'base64'),
  };
}

type Removal = `remove${'SlotChange' | 'RootChange' | 'AccountChange' | 'ProgramAccountChange' | 'OnLogs'}Listener`;

async function toldBy(
  connection: Connection,
  listen: (listener: (value: unknown) => void) => number,
  removal?: Removal,
): Promise<Told> {
  const received: unknown[] = [];
  let wake = () => {};
  const id = listen((value) => {
    received.push(value);
    wake();
  });
  // a signature that is known is told before anybody sees that the subscription is there
  const isThere = new Promise<void>((resolve) => {
    wake = resolve;
  });
  await Promise.race([subscribed(connection, id), isThere]);
  return async (count) => {
    while (received.length < count)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    if (removal !== undefined) await connection[removal](id);
    return received.slice(0, count);
  };
}

const ACCOUNT = { lamports: 7, executable: false, rentEpoch: 0 } as const;
const setCarol = ({ node }: Client, owner: string, base64: string) =>
  node.setAccount(CAROL, { ...ACCOUNT, owner, data: [base64, 'base64'] });

describe.each([
  ['Kit', kit],
  ['web3.js', web3],
] as const)('%s is told of', (_name, start) => {
  it('slots', async () => {
    const client = await start();
    const told = await client.slots();
    await client.node.advance(3);
    const slot = (number: number) => ({
      slot: client.number(number),
      parent: client.number(number - 1),
      root: client.number(number - 3),
    });
    expect(await told(3)).toEqual([101, 102, 103].map(slot));
  });

  it('roots', async () => {
    const client = await start();
    const told = await client.roots();
    await client.node.advance(2);
    expect(await told(4)).toEqual([98, 99, 99, 100].map(client.number));
  });

  it.each(LEVELS)('an account, at %s', async (commitment) => {
    const client = await start();
    const told = await client.account(CAROL, commitment);
    await setCarol(client, SYSTEM, 'AQI=');
    const tips = { processed: 100, confirmed: 99, finalized: 98 };
    expect(await told(1)).toEqual([
      {
        context: { slot: client.number(tips[commitment]) },
        value: {
          lamports: client.number(7),
          owner: client.address(SYSTEM),
          data: client.data('AQI='),
          executable: false,
          rentEpoch: client.number(0),
          space: client.number(2),
        },
      },
    ]);
  });

  it('accounts of a program', async () => {
    const client = await start();
    const told = await client.program(PROGRAM);
    await setCarol(client, PROGRAM, 'AQ==');
    await setCarol(client, PROGRAM, 'AQI=');
    expect(await told(1)).toMatchObject([
      {
        context: { slot: client.number(100) },
        value: {
          pubkey: client.address(CAROL),
          account: { data: client.data('AQI='), lamports: client.number(7) },
        },
      },
    ]);
  });

  it.each(['alice', 'bob'])('logs that mention %s', async (name) => {
    const client = await start();
    const { node, number } = client;
    const told = await client.logs(await addressIn(node, name));
    await node.advance(2);
    expect(await told(2)).toEqual([
      {
        context: { slot: number(101) },
        value: {
          signature: node.signature('payment'),
          err: null,
          logs: expect.arrayContaining([`Program ${SYSTEM} success`]),
        },
      },
      {
        context: { slot: number(102) },
        value: {
          signature: node.signature('failed'),
          err: { InstructionError: [number(0), { Custom: number(1) }] },
          logs: expect.any(Array),
        },
      },
    ]);
  });

  it.each(LEVELS)('a signature, at %s', async (commitment) => {
    const client = await start();
    const told = await client.signature(client.node.signature('payment'), commitment);
    await client.node.advance(3);
    expect(await told(1)).toEqual([{ context: { slot: client.number(101) }, value: { err: null } }]);
  });

  it.each([
    ['processed', 100],
    ['confirmed', 99],
  ] as const)('a signature that is known, at %s', async (commitment, slot) => {
    const client = await start();
    const told = await client.signature(client.node.signature('old'), commitment);
    expect(await told(1)).toEqual([{ context: { slot: client.number(slot) }, value: { err: null } }]);
  });
});

it('Kit is told of a signature that is known, where it names no commitment, at confirmed', async () => {
  const node = await startMoving();
  const old = signatureOf(node.signature('old'));
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const { signal: abortSignal } = abort;
  const outcomes = await createSolanaRpcSubscriptions(node.wsUrl)
    .signatureNotifications(old)
    .subscribe({ abortSignal });
  expect(await take(outcomes, 1)).toEqual([{ context: { slot: 99n }, value: { err: null } }]);
});

it('Kit is told of the end of a node', async () => {
  const { node, slots } = await kit();
  const told = reasonOf((await slots())(1));
  await node.close();
  expect(await told).toMatchObject({ name: 'SolanaError' });
});

describe('web3.js is told of', () => {
  it('updates of slots', async () => {
    const { connection, node } = await connected();
    const updates: string[] = [];
    const id = connection.onSlotUpdate(({ slot, type }) => void updates.push(`${type} ${slot}`));
    await subscribed(connection, id);
    await node.advance(2);
    await eventually(() => {
      expect(updates).toContain('frozen 101');
      expect(updates).toContain('optimisticConfirmation 101');
    });
    await connection.removeSlotUpdateListener(id);
  });

  it('a signature that is received', async () => {
    const { connection, node } = await connected();
    const types: unknown[] = [];
    await new Promise<void>((resolve) => {
      const id = connection.onSignatureWithOptions(
        node.signature('payment'),
        (notification, { slot }) => {
          types.push([notification.type, slot]);
          resolve();
        },
        { commitment: 'processed', enableReceivedNotification: true },
      );
      void subscribed(connection, id).then(() => node.advance());
    });
    expect(types[0]).toEqual(['received', 101]);
  });
});

describe('what makes web3.js ask again and again does not come up:', () => {
  it('listeners that are removed at once, and twice the same one', async () => {
    const { connection, node } = await connected();
    for (const signature of [node.signature('old'), namedSignature('never')]) {
      const ids = [1, 2].map(() => connection.onSignature(signature, () => {}, 'processed'));
      for (const id of ids) await connection.removeSignatureListener(id);
    }
    const ids = [1, 2].map(() => connection.onSlotChange(() => {}));
    for (const id of ids) await connection.removeSlotChangeListener(id);
    const calls = vi.fn();
    await subscribed(connection, connection.onSlotChange(calls));
    await node.advance();
    await eventually(() => expect(calls).toHaveBeenCalledTimes(1));
  });
});
