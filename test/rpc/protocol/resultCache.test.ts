import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonFloat, type JsonValue } from '../../../src/codec/jsonText.ts';
import { IN_PROCESS } from '../../../src/rpc/protocol/call.ts';
import { cachedCall, callKey, ResultCache } from '../../../src/rpc/protocol/resultCache.ts';
import { measuredBy } from '../../support/freshProcess.ts';
import type { CacheMemory } from './cacheMemory.ts';

const KIB = 1024;
const MIB = KIB * KIB;

function keysIn(cache: ResultCache, keys: readonly string[]): string[] {
  return keys.filter((key) => cache.get(key) !== undefined);
}

describe('ResultCache', () => {
  it('gives back what was set, and nothing else', () => {
    const cache = new ResultCache(64 * KIB);
    cache.set('a', '1');
    cache.set('a', '"é"');
    cache.set('b', Buffer.from('2'));
    expect(cache.get('a')?.toString()).toBe('"é"');
    expect(cache.get('b')?.toString()).toBe('2');
    expect(cache.get('c')).toBeUndefined();
  });

  it('drops what was not used for longest', () => {
    const cache = new ResultCache(9 * KIB);
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, 'x'.repeat(KIB));
    cache.get('a');
    cache.set('e', 'x'.repeat(KIB));
    expect(keysIn(cache, ['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'c', 'd', 'e']);
  });

  it('holds nothing without memory, and no result that would push out all others', () => {
    const none = new ResultCache(0);
    none.set('a', '');
    expect(none.get('a')).toBeUndefined();
    const small = new ResultCache(10 * KIB);
    small.set('a', '1');
    small.set('b', 'x'.repeat(6 * KIB));
    expect(keysIn(small, ['a', 'b'])).toEqual(['a']);
  });

  it('does not hold on to what was given to it', () => {
    const cache = new ResultCache(MIB);
    const large = Buffer.alloc(MIB, 'x');
    cache.set('a', large.subarray(0, 10));
    cache.set('b', 'x'.repeat(5 * KIB));
    for (const key of ['a', 'b']) {
      const kept = cache.get(key) as Buffer;
      expect(kept.buffer.byteLength).toBe(kept.length);
    }
    large.fill('y');
    expect(cache.get('a')?.toString()).toBe('xxxxxxxxxx');
  });

  it('keeps short ASCII as text, and everything else as bytes', () => {
    const cache = new ResultCache(MIB);
    cache.set('short', 'x'.repeat(4 * KIB));
    cache.set('long', 'x'.repeat(4 * KIB + 1));
    cache.set('other', '"é"');
    expect(['short', 'long', 'other'].map((key) => typeof cache.get(key))).toEqual(['string', 'object', 'object']);
  });

  it('drops in the order of the last use, however often what it holds was used or set again', () => {
    const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
    const step = fc.tuple(fc.constantFrom('get', 'set'), keys);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const cache = new ResultCache(3 * 2 * KIB + 100);
        let used: string[] = [];
        for (const [what, key] of steps) {
          const isHeld = used.includes(key);
          if (what === 'set') cache.set(key, 'x'.repeat(KIB));
          else expect(cache.get(key) !== undefined).toBe(isHeld);
          if (what === 'set' || isHeld) used = [...used.filter((other) => other !== key), key].slice(-3);
        }
        expect(keysIn(cache, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])).toEqual([...used].sort());
      }),
    );
  });

  it('never holds more than it may, and what it holds is what was set last', () => {
    const step = fc.tuple(fc.stringMatching(/^[a-h]$/), fc.integer({ min: 0, max: 30_000 }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const cache = new ResultCache(160 * KIB);
        const last = new Map<string, string>();
        for (const [key, length] of steps) {
          cache.set(key, `${length}`.padEnd(length));
          last.set(key, `${length}`.padEnd(length));
        }
        let bytes = 0;
        for (const [key, text] of last) {
          const held = cache.get(key)?.toString();
          if (held !== undefined) expect(held).toBe(text);
          bytes += held?.length ?? 0;
        }
        expect(bytes).toBeLessThanOrEqual(160 * KIB);
      }),
    );
  });
});

describe('what a full cache costs the process is what it may', async () => {
  const found = await measuredBy<readonly CacheMemory[]>('test/rpc/protocol/cacheMemory.ts');

  it.each(found)('$what', ({ bytes, foundNothing }) => {
    expect(foundNothing).toBe(true);
    // what the process does besides counts too
    expect(bytes).toBeLessThan(16.5 * MIB);
    expect(bytes).toBeGreaterThan(3 * MIB);
  });

  it('of four shapes', () => expect(found).toHaveLength(4));
});

describe('callKey', () => {
  it('tells calls apart that differ, and no others', () => {
    const params: (JsonValue | undefined)[] = [
      undefined,
      null,
      [],
      {},
      [1],
      [new JsonFloat(1)],
      ['1'],
      [[1]],
      [1, 1],
      [{ a: 1 }],
    ];
    const keys = params.flatMap((value) =>
      ['m', 'm\n', 'm\n[1]', '[1]'].map((method) => callKey({ method, params: value })),
    );
    expect(new Set(keys).size).toBe(keys.length);
    const keyOf = (value: JsonValue) => callKey({ method: 'm', params: value });
    expect(keyOf([{ a: 1, b: 2 }])).toBe(keyOf([{ b: 2, a: 1 }]));
  });
});

describe('cachedCall', () => {
  it('asks once for what succeeds, again for what fails or is small, and apart for every scope', async () => {
    const asked: string[] = [];
    const cache = new ResultCache(MIB);
    const callIn = (scope: string) =>
      cachedCall(
        cache,
        () => scope,
        ({ method }) => {
          asked.push(`${scope} ${method}`);
          if (method === 'bad') throw new Error('bad');
          return method === 'small' ? `"${scope}"` : `"${scope.repeat(KIB)}"`;
        },
      );
    const ask = async (scope: string, method: string) =>
      String(await callIn(scope)({ method, params: undefined }, { caller: IN_PROCESS }));
    for (const scope of ['a', 'b']) {
      for (let i = 0; i < 2; i++) {
        expect(await ask(scope, 'good')).toBe(`"${scope.repeat(KIB)}"`);
        await expect(ask(scope, 'bad')).rejects.toThrow('bad');
        expect(await ask(scope, 'small')).toBe(`"${scope}"`);
      }
    }
    const inScope = (scope: string) => ['good', 'bad', 'small', 'bad', 'small'].map((method) => `${scope} ${method}`);
    expect(asked).toEqual([...inScope('a'), ...inScope('b')]);
  });
});
