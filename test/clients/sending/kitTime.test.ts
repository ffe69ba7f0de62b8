import { type Commitment, getSignatureFromTransaction, SOLANA_ERROR__BLOCK_HEIGHT_EXCEEDED } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import type { NewSendRule } from '../../../src/index.ts';
import { reasonOf } from '../../support/clients.ts';
import { type KitSender, kitSender, sendAndConfirm, shownError, signedOf } from '../../support/kitSender.ts';
import { ALICE_LAMPORTS, lamportsOf } from '../../support/sendingNode.ts';

/** How Kit waits for a transaction that is not final at once. */

interface Waiting {
  readonly sender: KitSender;
  /** how it ends; undefined: well */
  readonly ending: Promise<ReturnType<typeof shownError>>;
  isOver(): boolean;
  /** The slot and the level of the transaction; null: unknown. */
  status(): Promise<object | null>;
  lastValidBlockHeight: bigint;
}

interface Sending {
  readonly dialect?: DialectName;
  readonly commitment?: Commitment;
  readonly skipPreflight?: boolean;
  /** default: Tower, where a transaction can be confirmed and not finalized */
  readonly consensus?: 'tower' | 'alpenglow';
}

/** Sends, and goes on when Kit has looked once and waits. */
async function waitFor(
  then: NewSendRule['then'],
  { consensus = 'tower', dialect, ...config }: Sending = {},
): Promise<Waiting> {
  const sender = await kitSender({ consensus, dialect });
  await sender.node.onSend({ then });
  const transaction = await signedOf(sender);
  let isOver = false;
  const ending = reasonOf(sendAndConfirm(sender, transaction, config)).then((reason) => {
    isOver = true;
    return shownError(reason);
  });
  for (const method of ['getSignatureStatuses', 'slotSubscribe', 'getEpochInfo']) await sender.called(method);
  const signature = getSignatureFromTransaction(transaction);
  return {
    sender,
    ending,
    isOver: () => isOver,
    async status() {
      const { value } = await sender.rpc.getSignatureStatuses([signature]).send();
      const [found] = value;
      return found ? { slot: found.slot, level: found.confirmationStatus } : null;
    },
    lastValidBlockHeight: transaction.lifetimeConstraint.lastValidBlockHeight,
  };
}

const exceeded = (lastValidBlockHeight: bigint, currentBlockHeight = lastValidBlockHeight + 1n) => ({
  message: `The network has progressed past the last block for which this transaction could have been committed.`,
  context: { __code: SOLANA_ERROR__BLOCK_HEIGHT_EXCEEDED, currentBlockHeight, lastValidBlockHeight },
});

describe.each(['agave', 'contract'] as const)('Kit, dialect %s, waits until it is too late', (dialect) => {
  const rows = [
    ['drop', false],
    ['drop', true],
    [{ refuse: 'InsufficientFundsForFee' }, true],
  ] as const;
  it.each(rows)('%j, skipPreflight: %s', async (then, skipPreflight) => {
    const { ending, isOver, lastValidBlockHeight, sender, status } = await waitFor(then, { dialect, skipPreflight });
    await sender.node.advance(150);
    expect(await sender.rpc.getBlockHeight().send()).toBe(lastValidBlockHeight);
    expect(isOver()).toBe(false);
    await sender.node.advance();
    expect(await ending).toEqual(exceeded(lastValidBlockHeight));
    expect(await status()).toBeNull();
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS);
  });
});

describe('Kit waits', () => {
  it.each([false, true])('for a transaction that is late, skipPreflight: %s', async (skipPreflight) => {
    const { ending, isOver, sender, status } = await waitFor({ delay: 3 }, { skipPreflight });
    await sender.node.advance(2);
    expect([await status(), isOver()]).toEqual([null, false]);
    await sender.node.advance();
    expect(await ending).toBeUndefined();
    expect(await status()).toEqual({ slot: 103n, level: 'finalized' });
  });

  it('for one that is too late', async () => {
    const { ending, lastValidBlockHeight, sender, status } = await waitFor({ delay: 152 });
    await sender.node.advance(152);
    expect(await ending).toEqual({
      ...exceeded(lastValidBlockHeight),
      context: expect.objectContaining({ __code: SOLANA_ERROR__BLOCK_HEIGHT_EXCEEDED, lastValidBlockHeight }),
    });
    expect(await status()).toBeNull();
  });

  const stops = [
    ['processed', 'confirmed'],
    ['processed', 'finalized'],
    ['confirmed', 'finalized'],
  ] as const;
  it.each(stops)('for one that stops at %s, until it is %s', async (stopAt, commitment) => {
    const { ending, isOver, sender, status } = await waitFor({ stopAt }, { commitment });
    await sender.node.advance(40);
    expect([await status(), isOver()]).toEqual([{ slot: 101n, level: stopAt }, false]);
    await sender.node.setTips({ [commitment]: 101 });
    expect(await ending).toBeUndefined();
    expect(await status()).toEqual({ slot: 101n, level: commitment });
  });

  it.each(['confirmed', 'finalized'] as const)(
    'under Alpenglow for one that is processed, until it is final: %s',
    async (commitment) => {
      const { ending, isOver, sender, status } = await waitFor(
        { stopAt: 'confirmed' },
        { commitment, consensus: 'alpenglow' },
      );
      await sender.node.advance(40);
      expect([await status(), isOver()]).toEqual([{ slot: 101n, level: 'processed' }, false]);
      await sender.node.setTips({ [commitment]: 101 });
      expect(await ending).toBeUndefined();
      expect(await status()).toEqual({ slot: 101n, level: 'finalized' });
    },
  );

  it('for one whose block is left out, and that comes again', async () => {
    const then = { fork: { dropAfter: 2, then: 'succeed' } } as const;
    const { ending, isOver, sender, status } = await waitFor(then);
    await sender.node.advance();
    expect([await status(), isOver()]).toEqual([{ slot: 101n, level: 'processed' }, false]);
    await sender.node.advance();
    expect(await ending).toBeUndefined();
    expect(await status()).toEqual({ slot: 103n, level: 'finalized' });
  });

  it('for one whose block is left out, until it is too late', async () => {
    const { ending, lastValidBlockHeight, sender, status } = await waitFor({ fork: { dropAfter: 1 } });
    expect(await status()).toEqual({ slot: 101n, level: 'processed' });
    await sender.node.advance();
    expect(await status()).toBeNull();
    expect(await lamportsOf(sender.node, 'alice')).toBe(ALICE_LAMPORTS);
    // the block that leaves it out has the height of the one that is left out
    await sender.node.advance(149);
    expect(await sender.rpc.getBlockHeight().send()).toBe(lastValidBlockHeight);
    await sender.node.advance();
    expect(await ending).toEqual(exceeded(lastValidBlockHeight));
  });
});

describe('Kit does not wait', () => {
  it.each(['processed', 'confirmed'] as const)('for more than %s', async (stopAt) => {
    const { ending, status } = await waitFor({ stopAt }, { commitment: stopAt });
    expect(await ending).toBeUndefined();
    expect(await status()).toEqual({ slot: 101n, level: stopAt });
  });

  it('under Alpenglow for more than processed', async () => {
    const { ending, status } = await waitFor(
      { stopAt: 'confirmed' },
      { commitment: 'processed', consensus: 'alpenglow' },
    );
    expect(await ending).toBeUndefined();
    expect(await status()).toEqual({ slot: 101n, level: 'processed' });
  });

  it('where processed is enough, for a block that is left out later', async () => {
    const { ending, sender, status } = await waitFor({ fork: { dropAfter: 1 } }, { commitment: 'processed' });
    expect(await ending).toBeUndefined();
    await sender.node.advance();
    expect(await status()).toBeNull();
  });
});
