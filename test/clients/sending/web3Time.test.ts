import {
  type BlockhashWithExpiryBlockHeight,
  type Commitment,
  type Connection,
  sendAndConfirmTransaction,
  TransactionExpiredBlockheightExceededError,
  TransactionExpiredTimeoutError,
} from '@solana/web3.js';
import { describe, expect, it, vi } from 'vitest';
import type { NewSendRule } from '../../../src/index.ts';
import { reasonOf } from '../../support/clients.ts';
import { ALICE_LAMPORTS, lamportsOf } from '../../support/sendingNode.ts';
import { keypairOf, shownError, signedOf, transferByNonce, web3Sender } from '../../support/web3Sender.ts';
import { type Connected, noFailedCalls, passTime, stopTime } from '../../support/web3Socket.ts';

/** How web3.js waits for a transaction that is not final at once. */

noFailedCalls();

type Confirm = (
  connection: Connection,
  signature: string,
  latest: BlockhashWithExpiryBlockHeight,
  commitment: Commitment,
) => Promise<unknown>;

const BY_HEIGHT: Confirm = (connection, signature, latest, commitment) =>
  connection.confirmTransaction({ signature, ...latest }, commitment);
const BY_TIME: Confirm = (connection, signature, _latest, commitment) =>
  connection.confirmTransaction(signature, commitment);

interface Waited {
  readonly commitment?: Commitment;
  readonly confirm?: Confirm;
  /** default: Tower, where a transaction can be confirmed and not finalized */
  readonly consensus?: 'tower' | 'alpenglow';
  /** once web3.js is connected */
  readonly stopsTime?: boolean;
}

interface Waiting extends Connected {
  readonly confirmed: Promise<unknown>;
  status(): Promise<object | null>;
}

/** Sends, and goes on when web3.js has looked once and waits. */
async function waitFor(
  then: NewSendRule['then'],
  { commitment = 'confirmed', confirm = BY_HEIGHT, consensus = 'tower', stopsTime = false }: Waited = {},
): Promise<Waiting> {
  const sender = await web3Sender({ consensus });
  const { connection, node } = sender;
  // until the test ends, and before the connection does, which waits for timers
  if (stopsTime) stopTime();
  await node.onSend({ then });
  const { wire, ...latest } = await signedOf(connection);
  const signature = await connection.sendRawTransaction(wire);
  const confirmed = confirm(connection, signature, latest, commitment);
  // it may end before anybody looks
  confirmed.catch(() => undefined);
  await sender.called('getSignatureStatuses');
  return {
    ...sender,
    confirmed,
    async status() {
      const { value } = await connection.getSignatureStatus(signature);
      return value && { slot: value.slot, level: value.confirmationStatus };
    },
  };
}

const SUCCEEDED = { value: { err: null } };

describe.each([
  ['with a block height', BY_HEIGHT],
  ['with a signature alone', BY_TIME],
] as const)('confirmTransaction %s waits', (_form, confirm) => {
  it('for a transaction that is late', async () => {
    const { confirmed, node, status } = await waitFor({ delay: 2 }, { confirm });
    await node.advance();
    expect(await status()).toBeNull();
    await node.advance();
    expect(await confirmed).toMatchObject(SUCCEEDED);
    expect(await status()).toEqual({ slot: 102, level: 'finalized' });
  });

  it.each(['processed', 'confirmed'] as const)('for one that stops at %s', async (stopAt) => {
    const { confirmed, node, status } = await waitFor({ stopAt }, { confirm, commitment: 'finalized' });
    await node.advance(40);
    expect(await status()).toEqual({ slot: 101, level: stopAt });
    await node.setTips({ finalized: 101 });
    expect(await confirmed).toMatchObject(SUCCEEDED);
  });

  it.each(['confirmed', 'finalized'] as const)('under Alpenglow until it is final: %s', async (commitment) => {
    const { confirmed, node, status } = await waitFor(
      { stopAt: 'confirmed' },
      { confirm, commitment, consensus: 'alpenglow' },
    );
    await node.advance(40);
    expect(await status()).toEqual({ slot: 101, level: 'processed' });
    await node.setTips({ finalized: 101 });
    expect(await confirmed).toMatchObject(SUCCEEDED);
    expect(await status()).toEqual({ slot: 101, level: 'finalized' });
  });

  it('for one whose block is left out, and that comes again', async () => {
    const then = { fork: { dropAfter: 1, then: 'succeed' } } as const;
    const { confirmed, node, status } = await waitFor(then, { confirm });
    expect(await status()).toEqual({ slot: 101, level: 'processed' });
    await node.advance();
    expect(await confirmed).toMatchObject(SUCCEEDED);
    expect(await status()).toEqual({ slot: 102, level: 'finalized' });
  });
});

describe('confirmTransaction ends without it', () => {
  const lost: readonly NewSendRule['then'][] = ['drop', { fork: { dropAfter: 1 } }];
  it.each(lost)('%j: when its block height has passed', async (then) => {
    const { confirmed, node, status } = await waitFor(then, { stopsTime: true });
    await node.advance(152);
    expect(await passTime(reasonOf(confirmed))).toBeInstanceOf(TransactionExpiredBlockheightExceededError);
    expect(await status()).toBeNull();
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS);
  });

  it('when 30 s have passed', async () => {
    const { confirmed } = await waitFor('drop', { confirm: BY_TIME, stopsTime: true });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await reasonOf(confirmed)).toBeInstanceOf(TransactionExpiredTimeoutError);
  });
});

describe('a transaction of web3.js that lives by a nonce', () => {
  async function send({ connection }: Connected, lamports: number, skipPreflight = false): Promise<string> {
    const transaction = await transferByNonce(connection, lamports);
    await sendAndConfirmTransaction(connection, transaction, [keypairOf('alice')], { skipPreflight });
    return transaction.nonceInfo!.nonce;
  }

  it('lands, and the next one takes the next nonce', async () => {
    const sender = await web3Sender();
    expect(await send(sender, 1)).not.toBe(await send(sender, 1));
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - 2n * 5_001n);
  });

  it('fails, and the next one takes the next nonce', async () => {
    const sender = await web3Sender();
    await sender.node.onSend({ then: { fail: { custom: 7, instruction: 1 } }, times: 1 });
    expect(shownError(await reasonOf(send(sender, 1, true)))).toEqual({ InstructionError: [1, { Custom: 7 }] });
    await send(sender, 2);
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS - 10_002n);
  });
});
