import { address, type Commitment, createSolanaRpc, createSolanaRpcSubscriptions, type Signature } from '@solana/kit';
import {
  createBlockHeightExceedencePromiseFactory,
  createNonceInvalidationPromiseFactory,
  createRecentSignatureConfirmationPromiseFactory,
} from '@solana/transaction-confirmation';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunningNode } from '../../src/index.ts';
import { reasonOf } from '../support/clients.ts';
import { setNonce, startMoving } from '../support/movingLedger.ts';
import { namedAddress, namedSignature } from '../support/transactions.ts';

/** How Kit confirms over a real socket, on a ledger that control calls move. */

function clientsOf(node: RunningNode) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const { signal: abortSignal } = abort;
  const rpcSubscriptions = createSolanaRpcSubscriptions(node.wsUrl);
  return { abort, abortSignal, rpc: createSolanaRpc(node.url), rpcSubscriptions };
}

describe('the confirmation of Kit', () => {
  async function confirm(name: string, commitment: Commitment, move: (node: RunningNode) => Promise<unknown>) {
    const node = await startMoving();
    const { abortSignal, rpc, rpcSubscriptions } = clientsOf(node);
    const confirmed = createRecentSignatureConfirmationPromiseFactory({ rpc, rpcSubscriptions });
    const signature = (name === 'never' ? namedSignature(name) : node.signature(name)) as Signature;
    const promise = reasonOf(confirmed({ abortSignal, commitment, signature }));
    const isOver = promise.then(() => 'over');
    await move(node);
    return { node, promise, isOver };
  }
  const whileNothingMoves = () => new Promise((resolve) => setTimeout(resolve, 60));

  it.each(['processed', 'confirmed', 'finalized'] as const)('of a payment that arrives, at %s', async (commitment) => {
    const { promise } = await confirm('payment', commitment, async (node) => {
      await whileNothingMoves();
      await node.advance(3);
    });
    expect(await promise).toBeUndefined();
  });

  it('of one that is known', async () => {
    expect(await (await confirm('old', 'finalized', async () => {})).promise).toBeUndefined();
  });

  it('of one that fails is its error', async () => {
    const { promise } = await confirm('failed', 'confirmed', (node) => node.advance(3));
    expect(await promise).toMatchObject({
      name: 'SolanaError',
      message: expect.stringContaining('Custom program error'),
    });
  });

  it('of one that never comes goes on', async () => {
    const { isOver, node } = await confirm('never', 'processed', (node) => node.advance(5));
    await whileNothingMoves();
    expect(await Promise.race([isOver, node.advance()])).not.toBe('over');
  });

  it('ends where the block height is exceeded', async () => {
    const node = await startMoving();
    const { abortSignal, rpc, rpcSubscriptions } = clientsOf(node);
    const exceeded = createBlockHeightExceedencePromiseFactory({ rpc, rpcSubscriptions });
    const { blockHeight } = await rpc.getEpochInfo({ commitment: 'processed' }).send();
    const lastValidBlockHeight = blockHeight + 3n;
    const promise = reasonOf(exceeded({ abortSignal, commitment: 'processed', lastValidBlockHeight }));
    await whileNothingMoves();
    await node.advance(3);
    await whileNothingMoves();
    expect(await Promise.race([promise.then(() => 'over'), Promise.resolve('not over')])).toBe('not over');
    await node.advance();
    expect(await promise).toMatchObject({ message: expect.stringContaining('progressed past the last block') });
  });

  it('ends where a nonce has gone on', async () => {
    const node = await startMoving();
    const { abortSignal, rpc, rpcSubscriptions } = clientsOf(node);
    const invalidated = createNonceInvalidationPromiseFactory({ rpc, rpcSubscriptions });
    const nonceAccount = address(namedAddress('nonce'));
    const set = (value: string) => setNonce(node, nonceAccount, value);
    const currentNonceValue = await set('first');
    const promise = reasonOf(
      invalidated({
        abortSignal,
        commitment: 'confirmed',
        currentNonceValue: currentNonceValue as never,
        nonceAccountAddress: nonceAccount,
      }),
    );
    await whileNothingMoves();
    await set('second');
    expect(await promise).toMatchObject({ message: expect.stringContaining('nonce') });
  });
});
