import { type Connection, PublicKey } from '@solana/web3.js';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { addressIn } from '../support/movingLedger.ts';
import { namedAddress, namedSignature } from '../support/transactions.ts';
import { connected, noFailedCalls, subscribed } from '../support/web3Socket.ts';

/** web3.js over a real socket, on a ledger that control calls move. It is told only the URL of HTTP. */

noFailedCalls();

/** What the first notifications say, after a move that comes once the subscription is there. */
async function told<T>(
  connection: Connection,
  subscribe: (listener: (...args: T[]) => void) => number,
  end: (id: number) => Promise<void>,
  move: () => Promise<unknown>,
  count = 1,
): Promise<unknown[]> {
  const received: unknown[] = [];
  let wake = () => {};
  const all = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const id = subscribe((...args) => {
    received.push(args);
    if (received.length === count) wake();
  });
  await subscribed(connection, id);
  await move();
  await all;
  await end(id);
  return received;
}

describe('web3.js is told of', () => {
  it('slots', async () => {
    const { connection, node } = await connected();
    const slots = await told(
      connection,
      (listener) => connection.onSlotChange(listener),
      (id) => connection.removeSlotChangeListener(id),
      () => node.advance(2),
      2,
    );
    expect(slots).toEqual([[{ slot: 101, parent: 100, root: 98 }], [{ slot: 102, parent: 101, root: 99 }]]);
  });

  it('roots and updates of slots', async () => {
    const { connection, node } = await connected();
    const updates: string[] = [];
    const updateId = connection.onSlotUpdate(({ slot, type }) => void updates.push(`${type} ${slot}`));
    await subscribed(connection, updateId);
    const roots = await told(
      connection,
      (listener) => connection.onRootChange(listener),
      (id) => connection.removeRootChangeListener(id),
      () => node.advance(2),
      2,
    );
    await connection.removeSlotUpdateListener(updateId);
    expect(roots).toEqual([[99], [100]]);
    expect(updates).toContain('frozen 101');
    expect(updates).toContain('optimisticConfirmation 101');
  });

  it('an account', async () => {
    const { connection, node } = await connected();
    const carol = new PublicKey(namedAddress('carol'));
    const account = {
      lamports: 7,
      owner: PublicKey.default.toBase58(),
      data: ['AQI=', 'base64'],
      executable: false,
      rentEpoch: 0,
    } as const;
    const accounts = await told(
      connection,
      (listener: (...args: unknown[]) => void) => connection.onAccountChange(carol, listener),
      (id) => connection.removeAccountChangeListener(id),
      () => node.setAccount(carol.toBase58(), account),
    );
    expect(accounts).toEqual([
      [{ ...account, owner: PublicKey.default, data: Buffer.from([1, 2]), space: 2 }, { slot: 100 }],
    ]);
  });

  it('accounts of a program', async () => {
    const { connection, node } = await connected();
    const program = new PublicKey(namedAddress('program'));
    const account = {
      lamports: 7,
      owner: program.toBase58(),
      data: ['AQI=', 'base64'],
      executable: false,
      rentEpoch: 0,
    } as const;
    const accounts = await told(
      connection,
      (listener: (...args: unknown[]) => void) =>
        connection.onProgramAccountChange(program, listener, { filters: [{ dataSize: 2 }] }),
      (id) => connection.removeProgramAccountChangeListener(id),
      () => node.setAccount(namedAddress('carol'), account),
    );
    expect(accounts).toMatchObject([[{ accountId: new PublicKey(namedAddress('carol')) }, { slot: 100 }]]);
  });

  it('logs', async () => {
    const { connection, node } = await connected();
    const bob = new PublicKey(await addressIn(node, 'bob'));
    const logs = await told(
      connection,
      (listener: (...args: unknown[]) => void) => connection.onLogs(bob, listener, 'processed'),
      (id) => connection.removeOnLogsListener(id),
      () => node.advance(),
    );
    expect(logs).toMatchObject([[{ err: null, signature: node.signature('payment') }, { slot: 101 }]]);
  });

  it.each(['payment', 'old'])('the signature of %s', async (name) => {
    const { connection, node } = await connected();
    const outcome = await new Promise((resolve) => {
      const id = connection.onSignature(
        node.signature(name),
        (result, context) => resolve([result, context]),
        'processed',
      );
      if (name === 'payment') void subscribed(connection, id).then(() => node.advance());
    });
    expect(outcome).toEqual([{ err: null }, { slot: name === 'payment' ? 101 : 100 }]);
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
