import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResultCache } from '../../src/jsonrpc/resultCache.ts';
import { nodeOver } from '../../src/node.ts';
import { testLedger } from '../support/testNode.ts';
import { namedSignature } from '../support/transactions.ts';

const KIB = 1024;

describe('ResultCache', () => {
  it('gives back what was set, and nothing else', () => {
    const cache = new ResultCache(64 * KIB);
    cache.set('a', '1');
    cache.set('a', '2');
    expect(cache.get('a')).toBe('2');
    expect(cache.get('b')).toBeUndefined();
  });

  it('drops what was not used for longest', () => {
    const cache = new ResultCache(10 * KIB);
    const text = 'x'.repeat(KIB);
    for (const call of ['a', 'b', 'c', 'd']) cache.set(call, text);
    cache.get('a');
    cache.set('e', text);
    expect(['a', 'b', 'c', 'd', 'e'].filter((call) => cache.get(call) !== undefined)).toEqual(['a', 'c', 'd', 'e']);
  });

  it('holds nothing without memory, and no text that would push out all others', () => {
    const none = new ResultCache(0);
    none.set('a', '');
    expect(none.get('a')).toBeUndefined();
    const small = new ResultCache(10 * KIB);
    small.set('a', '1');
    small.set('b', 'x'.repeat(6 * KIB));
    expect(small.get('a')).toBe('1');
    expect(small.get('b')).toBeUndefined();
  });

  it('never holds more than it may, and what it holds is what was set last', () => {
    const step = fc.tuple(fc.stringMatching(/^[a-h]$/), fc.integer({ min: 0, max: 3000 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const cache = new ResultCache(16 * KIB);
        const last = new Map<string, string>();
        for (const [call, length] of steps) {
          cache.set(call, `${length}`.padEnd(length));
          last.set(call, `${length}`.padEnd(length));
        }
        let characters = 0;
        for (const [call, text] of last) {
          const held = cache.get(call);
          if (held !== undefined) expect(held).toBe(text);
          characters += held?.length ?? 0;
        }
        expect(characters * 2).toBeLessThanOrEqual(16 * KIB);
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
