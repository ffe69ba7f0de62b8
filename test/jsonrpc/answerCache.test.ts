import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerCache, type KnownAnswer } from '../../src/jsonrpc/answerCache.ts';
import { nodeOver } from '../../src/node.ts';
import { testLedger } from '../support/testNode.ts';
import { namedSignature } from '../support/transactions.ts';

const KIB = 1024;

function known(result: string): KnownAnswer {
  return { method: 'getSlot', head: Buffer.from(result) };
}

function resultIn(cache: AnswerCache, question: string): string | undefined {
  return cache.get(question)?.head.toString();
}

describe('AnswerCache', () => {
  it('gives back what was set, and nothing else', () => {
    const cache = new AnswerCache(64 * KIB);
    cache.set('a', known('1'));
    cache.set('a', { method: 'getBlock', head: Buffer.from('2') });
    expect(cache.get('a')?.method).toBe('getBlock');
    expect(resultIn(cache, 'a')).toBe('2');
    expect(cache.get('b')).toBeUndefined();
  });

  it('drops what was not used for longest', () => {
    const cache = new AnswerCache(6 * KIB);
    const text = known('x'.repeat(KIB));
    for (const question of ['a', 'b', 'c', 'd']) cache.set(question, text);
    cache.get('a');
    cache.set('e', text);
    expect(['a', 'b', 'c', 'd', 'e'].filter((question) => cache.get(question) !== undefined)).toEqual([
      'a',
      'c',
      'd',
      'e',
    ]);
  });

  it('holds nothing without memory, and no text that would push out all others', () => {
    const none = new AnswerCache(0);
    none.set('a', known(''));
    expect(none.get('a')).toBeUndefined();
    const small = new AnswerCache(10 * KIB);
    small.set('a', known('1'));
    small.set('b', known('x'.repeat(6 * KIB)));
    expect(resultIn(small, 'a')).toBe('1');
    expect(small.get('b')).toBeUndefined();
  });

  it('tells long questions apart that look alike', () => {
    const cache = new AnswerCache(KIB * KIB);
    const question = (different: string) => `${'a'.repeat(100)}${different}${'b'.repeat(1000)}`;
    cache.set(question('1'), known('first'));
    expect(resultIn(cache, question('1'))).toBe('first');
    expect(cache.get(question('2'))).toBeUndefined();
    cache.set(question('2'), known('second'));
    expect(resultIn(cache, question('2'))).toBe('second');
    expect(cache.get(question('1'))).toBeUndefined();
  });

  it('never holds more than it may, and what it holds is what was set last', () => {
    const step = fc.tuple(fc.stringMatching(/^[a-h]$/), fc.integer({ min: 0, max: 30_000 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const cache = new AnswerCache(160 * KIB);
        const last = new Map<string, string>();
        for (const [question, length] of steps) {
          cache.set(question, known(`${length}`.padEnd(length)));
          last.set(question, `${length}`.padEnd(length));
        }
        let bytes = 0;
        for (const [question, text] of last) {
          const held = resultIn(cache, question);
          if (held !== undefined) expect(held).toBe(text);
          bytes += held?.length ?? 0;
        }
        expect(bytes).toBeLessThanOrEqual(160 * KIB);
      }),
    );
  });
});

describe('answers with the cache on, tiny and off', () => {
  const state = testLedger({ blocks: [{ slot: 5, transactions: [{ name: 'a' }, { name: 'b', version: 0 }] }] });
  const counts = { files: 0, blocks: 1, transactions: 2, accounts: 0 };
  const requests = ['contract', 'agave'].flatMap((dialect) =>
    [
      ['getBlock', [5, { maxSupportedTransactionVersion: 0 }]],
      ['getBlock', [5]],
      ['getTransaction', [namedSignature('a')]],
      ['getSignatureStatuses', [[namedSignature('b')]]],
      ['noSuchMethod', []],
    ].map(([method, params]) => ({ dialect, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })),
  );

  it('are the same, however often they are asked for', async () => {
    const [on, tiny, off] = [64, 0.001, 0].map((cacheMb) => nodeOver({ state, warnings: [], counts }, { cacheMb }));
    for (const { body, dialect } of [...requests, ...requests, ...requests]) {
      const expected = await off!.dispatch(body, dialect as 'agave');
      expect(await on!.dispatch(body, dialect as 'agave')).toBe(expected);
      expect(await tiny!.dispatch(body, dialect as 'agave')).toBe(expected);
    }
  });
});
