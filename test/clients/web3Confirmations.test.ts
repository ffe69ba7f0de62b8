import {
  type Connection,
  PublicKey,
  TransactionExpiredBlockheightExceededError,
  TransactionExpiredNonceInvalidError,
  TransactionExpiredTimeoutError,
} from '@solana/web3.js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RunningNode } from '../../src/index.ts';
import { reasonOf } from '../support/clients.ts';
import { setNonce } from '../support/movingLedger.ts';
import { namedAddress, namedSignature } from '../support/transactions.ts';
import { closeSocket, connected, noFailedCalls, passTime, stopTime } from '../support/web3Socket.ts';

/** How web3.js waits for a payment over a real socket, while blocks go on. */

noFailedCalls();

const NEVER = namedSignature('never');
const NONCE = namedAddress('nonce');

describe('confirmTransaction of web3.js', () => {
  type Form = (connection: Connection, signature: string, node: RunningNode) => Promise<unknown>;
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
});

describe('confirmTransaction of web3.js for one that never comes, while blocks go on, asks once and goes on', () => {
  async function blocksGoOn(node: RunningNode, blocks: number) {
    for (let i = 0; i < blocks; i++) await node.advance();
  }

  it('until its block height has passed', async () => {
    const { called, connection, node, socketCalls } = await connected();
    stopTime();
    const latest = await connection.getLatestBlockhash('processed');
    const confirmed = reasonOf(connection.confirmTransaction({ signature: NEVER, ...latest }, 'processed'));
    await called('getSignatureStatuses');
    await blocksGoOn(node, latest.lastValidBlockHeight - (await connection.getBlockHeight('processed')));
    await passTime(called('getBlockHeight', 3));
    expect(socketCalls()).toEqual(['signatureSubscribe']);
    await blocksGoOn(node, 1);
    expect(await passTime(confirmed)).toBeInstanceOf(TransactionExpiredBlockheightExceededError);
    await called('signatureUnsubscribe');
    expect(socketCalls()).toEqual(['signatureSubscribe', 'signatureUnsubscribe']);
  });

  it.each(['processed', 'confirmed'] as const)('for 30 s, at %s', async (commitment) => {
    const { called, connection, node, socketCalls } = await connected();
    stopTime();
    let reason: unknown;
    const confirmed = reasonOf(connection.confirmTransaction(NEVER, commitment)).then((error) => {
      reason = error;
    });
    await called('getSignatureStatuses');
    await blocksGoOn(node, 5);
    await vi.advanceTimersByTimeAsync(29_999);
    expect([reason, socketCalls()]).toEqual([undefined, ['signatureSubscribe']]);
    await vi.advanceTimersByTimeAsync(1);
    await confirmed;
    expect(reason).toBeInstanceOf(TransactionExpiredTimeoutError);
    await called('signatureUnsubscribe');
    expect(socketCalls()).toEqual(['signatureSubscribe', 'signatureUnsubscribe']);
  });

  it('until the nonce has gone on', async () => {
    const { called, connection, node, socketCalls } = await connected();
    stopTime();
    const nonceValue = await setNonce(node, NONCE, 'first');
    const nonceAccountPubkey = new PublicKey(NONCE);
    const strategy = { signature: NEVER, minContextSlot: 98, nonceAccountPubkey, nonceValue };
    const confirmed = reasonOf(connection.confirmTransaction(strategy, 'processed'));
    await called('getSignatureStatuses');
    await blocksGoOn(node, 200);
    await passTime(called('getAccountInfo', 2));
    expect(socketCalls()).toEqual(['signatureSubscribe']);
    await setNonce(node, NONCE, 'second');
    expect(await passTime(confirmed)).toBeInstanceOf(TransactionExpiredNonceInvalidError);
    await called('signatureUnsubscribe');
    expect(socketCalls()).toEqual(['signatureSubscribe', 'signatureUnsubscribe']);
  });
});

it('a test may end while the socket opens, on a busy machine: nothing is logged as failed', async () => {
  const { connection } = await connected();
  connection.onSlotChange(() => {});
  await closeSocket(connection);
  // errors of sockets come in a later turn
  await new Promise((resolve) => setImmediate(resolve));
  expect(vi.mocked(console.error).mock.calls).toEqual([]);
});
