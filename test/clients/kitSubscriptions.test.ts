import {
  address,
  type Commitment,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  type Signature,
  signature as signatureOf,
} from '@solana/kit';
import {
  createBlockHeightExceedencePromiseFactory,
  createNonceInvalidationPromiseFactory,
  createRecentSignatureConfirmationPromiseFactory,
} from '@solana/transaction-confirmation';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunningNode } from '../../src/index.ts';
import { reasonOf } from '../support/clients.ts';
import { addressIn, setNonce, startMoving } from '../support/movingLedger.ts';
import { namedAddress, namedSignature } from '../support/transactions.ts';

/** Kit over a real socket, on a ledger that control calls move. */

const SYSTEM = address('11111111111111111111111111111111');

function clientsOf(node: RunningNode) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const { signal: abortSignal } = abort;
  const rpcSubscriptions = createSolanaRpcSubscriptions(node.wsUrl);
  return { abort, abortSignal, rpc: createSolanaRpc(node.url), rpcSubscriptions };
}

async function take<T>(iterable: AsyncIterable<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  for await (const value of iterable) if (taken.push(value) === count) break;
  return taken;
}

describe('Kit is told of', () => {
  it('slots', async () => {
    const node = await startMoving();
    const { abortSignal, rpcSubscriptions } = clientsOf(node);
    const slots = await rpcSubscriptions.slotNotifications().subscribe({ abortSignal });
    const [told] = await Promise.all([take(slots, 3), node.advance(3)]);
    expect(told).toEqual([
      { slot: 101n, parent: 100n, root: 98n },
      { slot: 102n, parent: 101n, root: 99n },
      { slot: 103n, parent: 102n, root: 100n },
    ]);
  });

  it('roots', async () => {
    const node = await startMoving();
    const { abortSignal, rpcSubscriptions } = clientsOf(node);
    const roots = await rpcSubscriptions.rootNotifications().subscribe({ abortSignal });
    const [told] = await Promise.all([take(roots, 2), node.advance(2)]);
    expect(told).toEqual([99n, 100n]);
  });

  it.each(['processed', 'confirmed', 'finalized'] as const)('an account, at %s', async (commitment) => {
    const node = await startMoving();
    const { abortSignal, rpcSubscriptions } = clientsOf(node);
    const carol = address(namedAddress('carol'));
    const accounts = await rpcSubscriptions
      .accountNotifications(carol, { commitment, encoding: 'base64' })
      .subscribe({ abortSignal });
    const set = node.setAccount(carol, {
      lamports: 7,
      owner: SYSTEM,
      data: ['AQI=', 'base64'],
      executable: false,
      rentEpoch: 0,
    });
    const [[told]] = await Promise.all([take(accounts, 1), set]);
    const tips = { processed: 100n, confirmed: 99n, finalized: 98n };
    expect(told).toEqual({
      context: { slot: tips[commitment] },
      value: { lamports: 7n, owner: SYSTEM, data: ['AQI=', 'base64'], executable: false, rentEpoch: 0n, space: 2n },
    });
  });

  it('accounts of a program', async () => {
    const node = await startMoving();
    const { abortSignal, rpcSubscriptions } = clientsOf(node);
    const [program, carol] = [address(namedAddress('program')), address(namedAddress('carol'))];
    const accounts = await rpcSubscriptions
      .programNotifications(program, { commitment: 'processed', encoding: 'base64', filters: [{ dataSize: 2n }] })
      .subscribe({ abortSignal });
    const set = (data: string) =>
      node.setAccount(carol, { lamports: 7, owner: program, data: [data, 'base64'], executable: false, rentEpoch: 0 });
    await set('AQ==');
    await set('AQI=');
    const [told] = await take(accounts, 1);
    expect(told).toMatchObject({
      context: { slot: 100n },
      value: { pubkey: carol, account: { data: ['AQI=', 'base64'], lamports: 7n } },
    });
  });

  it('logs', async () => {
    const node = await startMoving();
    const { abortSignal, rpcSubscriptions } = clientsOf(node);
    const alice = address(await addressIn(node, 'alice'));
    const logs = await rpcSubscriptions
      .logsNotifications({ mentions: [alice] }, { commitment: 'processed' })
      .subscribe({ abortSignal });
    const [told] = await Promise.all([take(logs, 2), node.advance(2)]);
    expect(told.map(({ context, value }) => [context.slot, value.signature, value.err])).toEqual([
      [101n, node.signature('payment'), null],
      [102n, node.signature('failed'), { InstructionError: [0n, { Custom: 1n }] }],
    ]);
    expect(told[0]!.value.logs).toContain('Program 11111111111111111111111111111111 success');
  });

  it.each(['processed', 'confirmed', 'finalized'] as const)('a signature, at %s', async (commitment) => {
    const node = await startMoving();
    const { abortSignal, rpcSubscriptions } = clientsOf(node);
    const payment = signatureOf(node.signature('payment'));
    const outcomes = await rpcSubscriptions.signatureNotifications(payment, { commitment }).subscribe({ abortSignal });
    const [told] = await Promise.all([take(outcomes, 1), node.advance(3)]);
    expect(told).toEqual([{ context: { slot: 101n }, value: { err: null } }]);
  });

  it('a signature that is known', async () => {
    const node = await startMoving();
    const { abortSignal, rpcSubscriptions } = clientsOf(node);
    const old = signatureOf(node.signature('old'));
    const outcomes = await rpcSubscriptions.signatureNotifications(old).subscribe({ abortSignal });
    expect(await take(outcomes, 1)).toEqual([{ context: { slot: 99n }, value: { err: null } }]);
  });

  it('the end of a node', async () => {
    const node = await startMoving();
    const { abortSignal, rpcSubscriptions } = clientsOf(node);
    const slots = await rpcSubscriptions.slotNotifications().subscribe({ abortSignal });
    const told = reasonOf(take(slots, 1));
    await node.close();
    expect(await told).toMatchObject({ name: 'SolanaError' });
  });
});

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
