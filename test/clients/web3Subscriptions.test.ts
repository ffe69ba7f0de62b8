/** web3.js over a real socket, on a ledger that control calls move. It is told only the URL of HTTP. */
import {
  Connection,
  PublicKey,
  TransactionExpiredBlockheightExceededError,
  TransactionExpiredNonceInvalidError,
} from '@solana/web3.js';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';
import type { RunningNode } from '../../src/index.ts';
import { reasonOf } from '../support/clients.ts';
import { addressIn, setNonce, startMoving } from '../support/movingLedger.ts';
import { namedAddress, namedSignature } from '../support/transactions.ts';

let logged: MockInstance;
// a call that fails is logged, and made again at once
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  expect(logged.mock.calls).toEqual([]);
  logged.mockRestore();
});

interface Closable {
  setAutoReconnect(on: boolean): void;
  close(): void;
}

async function connected(): Promise<{ readonly node: RunningNode; readonly connection: Connection }> {
  const node = await startMoving();
  const asked = new Set<Promise<unknown>>();
  const fetchKept = (...args: Parameters<typeof fetch>) => {
    const reply = fetch(...args);
    asked.add(reply);
    return reply;
  };
  const connection = new Connection(node.url, { commitment: 'processed', fetch: fetchKept });
  const { _rpcWebSocket: socket } = connection as unknown as { readonly _rpcWebSocket: Closable };
  // it would look for the node for ever
  onTestFinished(async () => {
    socket.setAutoReconnect(false);
    socket.close();
    // a strategy that has lost may still be asking
    await Promise.allSettled(asked);
  });
  return { node, connection };
}

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

/** Until the node has replied to the subscription. */
function subscribed(connection: Connection, id: number): Promise<void> {
  const inner = connection as unknown as {
    _onSubscriptionStateChange(id: number, listener: (state: string) => void): () => void;
  };
  return new Promise((resolve) => {
    inner._onSubscriptionStateChange(id, (state) => {
      if (state === 'subscribed') resolve();
    });
  });
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
    expect(slots).toEqual([[{ slot: 101, parent: 100, root: 98 }], [{ slot: 102, parent: 101, root: 98 }]]);
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

describe('confirmTransaction of web3.js', () => {
  type Form = (connection: Connection, signature: string, node: RunningNode) => Promise<unknown>;
  const NONCE = namedAddress('nonce');
  const forms: readonly (readonly [string, Form])[] = [
    ['with a signature alone', (connection, signature) => connection.confirmTransaction(signature, 'confirmed')],
    [
      'with a block height',
      async (connection, signature) => {
        const latest = await connection.getLatestBlockhash('processed');
        return connection.confirmTransaction({ signature, ...latest }, 'confirmed');
      },
    ],
    [
      'with a nonce',
      async (connection, signature, node) => {
        const nonceValue = await setNonce(node, NONCE, 'first');
        const nonceAccountPubkey = new PublicKey(NONCE);
        const strategy = { signature, minContextSlot: 98, nonceAccountPubkey, nonceValue };
        return connection.confirmTransaction(strategy, 'confirmed');
      },
    ],
  ];

  describe.each(forms)('%s', (_form, confirm) => {
    it('ends for a payment that is known', async () => {
      const { connection, node } = await connected();
      expect(await confirm(connection, node.signature('old'), node)).toMatchObject({ value: { err: null } });
    });

    it('ends for one that arrives while blocks go on', async () => {
      const { connection, node } = await connected();
      const confirmed = confirm(connection, node.signature('payment'), node);
      const timer = setInterval(() => void node.advance(), 30);
      onTestFinished(() => clearInterval(timer));
      expect(await confirmed).toMatchObject({ value: { err: null } });
    });
  });

  it('ends with an error for one that never comes, when its block height has passed', async () => {
    const { connection, node } = await connected();
    const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash('processed');
    const confirmed = reasonOf(
      connection.confirmTransaction(
        { signature: namedSignature('never'), blockhash, lastValidBlockHeight },
        'processed',
      ),
    );
    await node.advance(200);
    expect(await confirmed).toBeInstanceOf(TransactionExpiredBlockheightExceededError);
  });
});

it('a confirmation with a nonce ends with an error when the nonce has gone on', async () => {
  const { connection, node } = await connected();
  const nonceValue = await setNonce(node, namedAddress('nonce'), 'first');
  const nonceAccountPubkey = new PublicKey(namedAddress('nonce'));
  const strategy = { signature: namedSignature('never'), minContextSlot: 98, nonceAccountPubkey, nonceValue };
  const confirmed = reasonOf(connection.confirmTransaction(strategy, 'processed'));
  await setNonce(node, namedAddress('nonce'), 'second');
  expect(await confirmed).toBeInstanceOf(TransactionExpiredNonceInvalidError);
});

it('a confirmation of one that never comes goes on while blocks go on', async () => {
  const { connection, node } = await connected();
  const confirmed = connection.confirmTransaction(namedSignature('never'), 'processed').then(() => 'over');
  for (let i = 0; i < 5; i++) await node.advance();
  expect(await Promise.race([confirmed, new Promise((resolve) => setTimeout(resolve, 100))])).toBeUndefined();
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
    connection.onSlotChange(calls);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await node.advance();
    await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(1));
  });
});
