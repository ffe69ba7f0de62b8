import type { Commitment } from '@solana/kit';
import { getSignatureFromTransaction, SOLANA_ERROR__BLOCK_HEIGHT_EXCEEDED } from '@solana/kit';
import { describe, expect, it, vi } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import type { NewSendRule, RunningNode } from '../../../src/index.ts';
import { reasonOf } from '../../support/clients.ts';
import * as kit from '../../support/kitSender.ts';
import { ALICE_LAMPORTS, lamportsOf } from '../../support/sendingNode.ts';
import * as web3 from '../../support/web3Sender.ts';
import { noFailedCalls, passTime, stopTime } from '../../support/web3Socket.ts';

/** How the clients wait for a transaction that is not final at once. */

noFailedCalls();

type Then = NewSendRule['then'];
interface Status {
  readonly slot: number;
  readonly level: string | null | undefined;
}

interface Sending {
  readonly commitment: Commitment;
  readonly dialect?: DialectName;
  readonly skipPreflight: boolean;
  /** default: Tower, where a transaction can be confirmed and not finalized */
  readonly consensus: 'tower' | 'alpenglow';
  /** of web3.js, once it is connected */
  readonly stopsTime?: boolean;
}

interface Waiting {
  readonly node: RunningNode;
  readonly signature: string;
  readonly lastValidBlockHeight: number;
  /** The error of the client; undefined: it ends well. */
  readonly ending: Promise<unknown>;
  /** null: unknown */
  status(): Promise<Status | null>;
}

/** Sends, and goes on when the client has looked once and waits. */
type Send = (then: Then, sending: Sending) => Promise<Waiting>;

async function sendByKit(then: Then, sending: Sending): Promise<Waiting> {
  const { commitment, consensus, dialect, skipPreflight } = sending;
  const sender = await kit.kitSender({ consensus, dialect });
  await sender.node.onSend({ then });
  const transaction = await kit.signedOf(sender);
  const signature = getSignatureFromTransaction(transaction);
  const ending = reasonOf(kit.sendAndConfirm(sender, transaction, { commitment, skipPreflight })).then(kit.shownError);
  for (const method of ['getSignatureStatuses', 'slotSubscribe', 'getEpochInfo']) await sender.called(method);
  return {
    node: sender.node,
    signature,
    lastValidBlockHeight: Number(transaction.lifetimeConstraint.lastValidBlockHeight),
    ending,
    async status() {
      const { value } = await sender.rpc.getSignatureStatuses([signature]).send();
      const [found] = value;
      return found ? { slot: Number(found.slot), level: found.confirmationStatus } : null;
    },
  };
}

/** @param hasHeight whether web3.js knows the block height that its blockhash lives to */
const sendByWeb3 =
  (hasHeight: boolean): Send =>
  async (then, { commitment, consensus, dialect, skipPreflight, stopsTime }) => {
    const { called, connection, node } = await web3.web3Sender({ consensus, dialect });
    // until the test ends, and before the connection does, which waits for timers
    if (stopsTime) stopTime();
    await node.onSend({ then });
    const { wire, blockhash, lastValidBlockHeight } = await web3.signedOf(connection);
    const signature = await connection.sendRawTransaction(wire, { skipPreflight });
    const confirmed = hasHeight
      ? connection.confirmTransaction({ signature, blockhash, lastValidBlockHeight }, commitment)
      : connection.confirmTransaction(signature, commitment);
    const ending = confirmed.then(({ value }) => value.err ?? undefined, web3.shownError);
    await called('getSignatureStatuses');
    return {
      node,
      signature,
      lastValidBlockHeight,
      ending,
      async status() {
        const { value } = await connection.getSignatureStatus(signature);
        return value && { slot: value.slot, level: value.confirmationStatus };
      },
    };
  };

/** A client that knows how long a transaction lives: its error when that is over. */
interface Client {
  readonly send: Send;
  expired?(waiting: Waiting): unknown;
}

const CLIENTS: Readonly<Record<string, Client>> = {
  Kit: {
    send: sendByKit,
    expired: ({ lastValidBlockHeight }) => ({
      message: `The network has progressed past the last block for which this transaction could have been committed.`,
      context: {
        __code: SOLANA_ERROR__BLOCK_HEIGHT_EXCEEDED,
        currentBlockHeight: BigInt(lastValidBlockHeight) + 1n,
        lastValidBlockHeight: BigInt(lastValidBlockHeight),
      },
    }),
  },
  'web3.js with a block height': {
    send: sendByWeb3(true),
    expired: ({ signature }) => ({
      name: 'TransactionExpiredBlockheightExceededError',
      message: `Signature ${signature} has expired: block height exceeded.`,
    }),
  },
  'web3.js with a signature alone': { send: sendByWeb3(false) },
};

/** How a client waits, and whether its waiting is over. */
async function waitFor(client: Client, then: Then, sending: Partial<Sending>) {
  const waiting = await client.send(then, {
    commitment: 'confirmed',
    consensus: 'tower',
    skipPreflight: false,
    ...sending,
  });
  let isOver = false;
  void waiting.ending.then(() => {
    isOver = true;
  });
  return { ...waiting, isOver: () => isOver };
}

describe.each(Object.entries(CLIENTS))('%s waits', (_name, client) => {
  it.each([false, true])('for a transaction that is late, skipPreflight: %s', async (skipPreflight) => {
    const { ending, isOver, node, status } = await waitFor(client, { delay: 3 }, { skipPreflight });
    await node.advance(2);
    expect([await status(), isOver()]).toEqual([null, false]);
    await node.advance();
    expect(await ending).toBeUndefined();
    expect(await status()).toEqual({ slot: 103, level: 'finalized' });
  });

  const stops = [
    ['processed', 'confirmed'],
    ['processed', 'finalized'],
    ['confirmed', 'finalized'],
  ] as const;
  it.each(stops)('for one that stops at %s, until it is %s', async (stopAt, commitment) => {
    const { ending, isOver, node, status } = await waitFor(client, { stopAt }, { commitment });
    await node.advance(40);
    expect([await status(), isOver()]).toEqual([{ slot: 101, level: stopAt }, false]);
    await node.setTips({ [commitment]: 101 });
    expect(await ending).toBeUndefined();
    expect(await status()).toEqual({ slot: 101, level: commitment });
  });

  it.each(['confirmed', 'finalized'] as const)(
    'under Alpenglow for one that is processed, until it is final: %s',
    async (commitment) => {
      const sending = { commitment, consensus: 'alpenglow' } as const;
      const { ending, isOver, node, status } = await waitFor(client, { stopAt: 'confirmed' }, sending);
      await node.advance(40);
      expect([await status(), isOver()]).toEqual([{ slot: 101, level: 'processed' }, false]);
      await node.setTips({ [commitment]: 101 });
      expect(await ending).toBeUndefined();
      expect(await status()).toEqual({ slot: 101, level: 'finalized' });
    },
  );

  it.each([1, 2])('for one whose block is left out after %i slots, and that comes again', async (dropAfter) => {
    const then: Then = { fork: { dropAfter, then: 'succeed' } };
    const { ending, isOver, node, status } = await waitFor(client, then, {});
    for (let left = dropAfter; left > 0; left--) {
      expect([await status(), isOver()]).toEqual([{ slot: 101, level: 'processed' }, false]);
      await node.advance();
    }
    expect(await ending).toBeUndefined();
    expect(await status()).toEqual({ slot: 101 + dropAfter, level: 'finalized' });
  });
});

describe.each(Object.entries(CLIENTS))('%s does not wait', (_name, client) => {
  it.each(['processed', 'confirmed'] as const)('for more than %s', async (stopAt) => {
    const { ending, status } = await waitFor(client, { stopAt }, { commitment: stopAt });
    expect(await ending).toBeUndefined();
    expect(await status()).toEqual({ slot: 101, level: stopAt });
  });

  it('under Alpenglow for more than processed', async () => {
    const sending = { commitment: 'processed', consensus: 'alpenglow' } as const;
    const { ending, status } = await waitFor(client, { stopAt: 'confirmed' }, sending);
    expect(await ending).toBeUndefined();
    expect(await status()).toEqual({ slot: 101, level: 'processed' });
  });

  it('where processed is enough, for a block that is left out later', async () => {
    const then: Then = { fork: { dropAfter: 1 } };
    const { ending, node, status } = await waitFor(client, then, { commitment: 'processed' });
    expect(await ending).toBeUndefined();
    await node.advance();
    expect(await status()).toBeNull();
  });
});

interface Loss {
  readonly then: Then;
  readonly skipPreflight: boolean;
  /** the status at first; default: none */
  readonly first?: Status;
}

const LOST: readonly Loss[] = [
  { then: 'drop', skipPreflight: false },
  { then: 'drop', skipPreflight: true },
  { then: { refuse: 'InsufficientFundsForFee' }, skipPreflight: true },
  { then: { delay: 152 }, skipPreflight: false },
];
/** The block that leaves it out has the height of the one that is left out. */
const LEFT_OUT: Loss = {
  then: { fork: { dropAfter: 1 } },
  skipPreflight: false,
  first: { slot: 101, level: 'processed' },
};
/** In the contract dialect, each transaction in a block is final. */
const LOST_IN: Readonly<Record<DialectName, readonly Loss[]>> = { agave: [...LOST, LEFT_OUT], contract: LOST };

const KNOWING_THE_HEIGHT = Object.entries(CLIENTS).filter(([, { expired }]) => expired !== undefined);
describe.each(
  KNOWING_THE_HEIGHT.flatMap(([name, client]) =>
    (['agave', 'contract'] as const).map((dialect) => ({ name, client, dialect })),
  ),
)('$name, dialect $dialect, waits until it is too late', ({ client, dialect }) => {
  it.each(LOST_IN[dialect])('$then, skipPreflight: $skipPreflight', async ({ then, skipPreflight, first = null }) => {
    const waiting = await waitFor(client, then, { dialect, skipPreflight, stopsTime: true });
    const { ending, isOver, lastValidBlockHeight, node, status } = waiting;
    expect(await status()).toEqual(first);
    await node.advance();
    expect(await status()).toBeNull();
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS);
    await node.advance(149);
    expect(await node.request('getBlockHeight', [{ commitment: 'processed' }])).toBe(lastValidBlockHeight);
    expect(isOver()).toBe(false);
    await node.advance();
    expect(await (vi.isFakeTimers() ? passTime(ending) : ending)).toEqual(client.expired!(waiting));
    await node.advance();
    expect(await status()).toBeNull();
    expect(await lamportsOf(node, 'alice')).toBe(ALICE_LAMPORTS);
  });
});

it('web3.js with a signature alone ends without it when 30 s have passed', async () => {
  const { ending } = await waitFor(CLIENTS['web3.js with a signature alone']!, 'drop', { stopsTime: true });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await ending).toEqual({
    name: 'TransactionExpiredTimeoutError',
    message: expect.stringContaining(`Transaction was not confirmed in 30.00 seconds.`),
  });
});
