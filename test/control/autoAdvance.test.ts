import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNode, type LedgerNode, ledger, sol } from '../../src/index.ts';
import { namedSignature } from '../support/transactions.ts';

const SCRIPT = ledger({ processed: 5, confirmed: 4, finalized: 3 }).wallet('alice', sol(5)).blocks({ from: 1, to: 5 });

const nodeOf = (options: object = { autoAdvance: true }) =>
  createNode({ ledger: SCRIPT, dialect: 'agave', ...options });
const PROCESSED = { commitment: 'processed' };
/** without a question */
const slotOf = async (node: LedgerNode) => (await node.getTips()).processed;

async function ask(node: LedgerNode, method: string, ...params: readonly unknown[]): Promise<unknown> {
  const text = await node.dispatch(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const { error, result } = JSON.parse(text) as { result?: unknown; error?: { code: number } };
  return error?.code ?? result;
}

describe('a slot passes', () => {
  it('before the same answer is given to the same question again', async () => {
    const node = await nodeOf();
    expect(await ask(node, 'getSlot', PROCESSED)).toBe(5);
    expect(await ask(node, 'getSlot', PROCESSED)).toBe(6);
    expect(await ask(node, 'getSlot', PROCESSED)).toBe(7);
  });

  it('also where the answer is an error, or nothing', async () => {
    const node = await nodeOf();
    expect(await ask(node, 'getBlock', 6)).toBe(-32004);
    expect(await ask(node, 'getBlock', 6)).toBe(-32004);
    expect(await slotOf(node)).toBe(6);
    expect(await ask(node, 'getBlock', 6)).toBe(-32004);
    // it is finalized when the processed tip is two slots ahead
    expect(await ask(node, 'getBlock', 6)).toMatchObject({ parentSlot: 5 });
    expect(await slotOf(node)).toBe(8);
  });

  it('while several clients wait, each with a question of its own', async () => {
    const node = await nodeOf();
    const [a, b] = ['a', 'b'].map((name) => namedSignature(name));
    for (let i = 0; i < 3; i++)
      for (const signature of [a, b]) expect(await ask(node, 'getSignatureStatuses', [signature])).toMatchObject({});
    // the answers have the slot that they are of, so the second client sees each slot that the first one asked for
    expect(await slotOf(node)).toBe(7);
  });

  it('not before another question, nor before another answer to the same one', async () => {
    const node = await nodeOf();
    await ask(node, 'getSlot', PROCESSED);
    await ask(node, 'getSlot');
    await ask(node, 'getBlockHeight', PROCESSED);
    await ask(node, 'getBalance', node.address('alice'));
    expect(await slotOf(node)).toBe(5);
    await node.advance();
    expect(await ask(node, 'getBlockHeight', PROCESSED)).toBe(6);
    expect(await slotOf(node)).toBe(6);
  });

  it('not before control calls, nor on forks', async () => {
    const node = await nodeOf();
    for (let i = 0; i < 3; i++) await node.getTips();
    expect(await slotOf(node)).toBe(5);
    const fork = await node.fork();
    for (let i = 0; i < 3; i++) expect(await ask(fork, 'getSlot', PROCESSED)).toBe(5);
    expect(await fork.autoAdvance()).toBe(false);
    expect(await ask(fork, 'getSlot', PROCESSED)).toBe(5);
    expect(await ask(fork, 'getSlot', PROCESSED)).toBe(6);
    expect(await slotOf(node)).toBe(5);
  });

  it('until it is turned off, or turned on again by a reset', async () => {
    const node = await nodeOf();
    expect(await node.autoAdvance(false)).toBe(true);
    for (let i = 0; i < 3; i++) expect(await ask(node, 'getSlot', PROCESSED)).toBe(5);
    expect(await node.autoAdvance(false)).toBe(false);
    await node.reset();
    await ask(node, 'getSlot', PROCESSED);
    expect(await ask(node, 'getSlot', PROCESSED)).toBe(6);
  });

  it('never by itself', async () => {
    const node = await nodeOf({});
    for (let i = 0; i < 3; i++) expect(await ask(node, 'getSlot', PROCESSED)).toBe(5);
    await node.autoAdvance();
    await wait(50);
    expect(await slotOf(node)).toBe(5);
  });
});

describe('while a signatureSubscribe is open and nobody asks', () => {
  async function subscribe(node: LedgerNode, kind: 'signature' | 'slot', ...params: readonly unknown[]) {
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    return node.subscribe(kind as 'signature', ...(params as [string]));
  }

  it('slots pass until it is told', async () => {
    const node = await nodeOf();
    const signature = (await node.request('requestAirdrop', [node.address('alice'), 1])) as string;
    const notifications = await subscribe(node, 'signature', signature, { commitment: 'finalized' });
    const { value } = await notifications[Symbol.asyncIterator]().next();
    expect(value).toEqual({ context: { slot: 6 }, value: { err: null } });
    const slot = await slotOf(node);
    expect(slot).toBe(8);
    await wait(60);
    expect(await slotOf(node)).toBe(slot);
  });

  it('none with another subscription', async () => {
    const node = await nodeOf();
    await subscribe(node, 'slot');
    await wait(60);
    expect(await slotOf(node)).toBe(5);
  });
});
