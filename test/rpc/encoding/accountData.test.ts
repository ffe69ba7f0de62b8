import bs58 from 'bs58';
import fc from 'fast-check';
import { decompress } from 'fzstd';
import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../../src/dialect.ts';
import { BOTH_DIALECTS, partOf, TOO_LONG_FOR_BASE58 } from '../../support/answers.ts';
import { callText, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const ADDRESS = namedAddress('account');

const answer = (data: Uint8Array, config: object, dialect: DialectName) =>
  callText(
    testNode({ accounts: [{ address: ADDRESS, data }] }),
    'getMultipleAccounts',
    JSON.stringify([[ADDRESS], config]),
    dialect,
  );

const dataOf = async (data: Uint8Array, config: object, dialect: DialectName = 'contract') =>
  partOf(await answer(data, config, dialect), 'value', 0, 'data');

/** The bytes of an answer in base64+zstd. */
async function unpacked(data: Uint8Array, config: object = {}): Promise<Buffer> {
  const text = await dataOf(data, { encoding: 'base64+zstd', ...config });
  const [body, encoding] = JSON.parse(text!) as [string, string];
  expect(encoding).toBe('base64+zstd');
  return Buffer.from(decompress(Buffer.from(body, 'base64')));
}

describe.each(BOTH_DIALECTS)('account data as text (%s)', (dialect) => {
  it.each([
    ['base64', [], '["","base64"]'],
    ['base64', [0], '["AA==","base64"]'],
    ['base64', [251, 255, 190], '["+/++","base64"]'],
    ['base58', [], '["","base58"]'],
    ['base58', [0, 0, 1], '["112","base58"]'],
    ['base58', [0], '["1","base58"]'],
    ['base64+zstd', [], '["KLUv/SAAAQAA","base64+zstd"]'],
  ])('%s of %j', async (encoding, bytes, text) => {
    expect(await dataOf(Buffer.from(bytes), { encoding }, dialect)).toBe(text);
  });

  it('base58 takes 128 bytes and not one more', async () => {
    for (const byte of [0, 1, 255]) {
      const data = Buffer.alloc(128, byte);
      expect(await dataOf(data, { encoding: 'base58' }, dialect)).toBe(`["${bs58.encode(data)}","base58"]`);
      expect(await answer(Buffer.alloc(129, byte), { encoding: 'base58' }, dialect)).toBe(TOO_LONG_FOR_BASE58);
    }
  });

  it.each([
    [{ offset: 0, length: 128 }, true],
    [{ offset: 0, length: 129 }, false],
    [{ offset: 72, length: 1000 }, true],
    [{ offset: 71, length: 1000 }, false],
    [{ offset: 71, length: 128 }, true],
    [{ offset: 200, length: 1000 }, true],
    [{ offset: 5000, length: 5000 }, true],
  ])('base58 counts the bytes of 200 that are left of %j', async (dataSlice, fits) => {
    const data = Buffer.from(Array.from({ length: 200 }, (_, i) => i));
    const text = await answer(data, { encoding: 'base58', dataSlice }, dialect);
    const slice = data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length);
    if (fits) expect(partOf(text, 'value', 0, 'data')).toBe(`["${bs58.encode(slice)}","base58"]`);
    else expect(text).toBe(TOO_LONG_FOR_BASE58);
  });

  it('base64 and base64+zstd take any size', async () => {
    const data = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * i) % 251));
    expect(await dataOf(data, { encoding: 'base64' }, dialect)).toBe(`["${data.toString('base64')}","base64"]`);
    expect((await unpacked(data)).equals(data)).toBe(true);
  });
});

describe('the legacy encoding binary', () => {
  it('is bare base58 text with the same limit, agave only', async () => {
    expect(await dataOf(Buffer.from([0, 255]), { encoding: 'binary' }, 'agave')).toBe(
      `"${bs58.encode(Buffer.from([0, 255]))}"`,
    );
    expect(await dataOf(Buffer.alloc(128), { encoding: 'binary' }, 'agave')).toBe(`"${'1'.repeat(128)}"`);
    expect(await answer(Buffer.alloc(129), { encoding: 'binary' }, 'agave')).toBe(TOO_LONG_FOR_BASE58);
  });
});

describe.each(BOTH_DIALECTS)('dataSlice (%s)', (dialect) => {
  const DATA = Buffer.from([10, 11, 12, 13, 14]);

  it.each([
    [0n, 0n, []],
    [0n, 2n, [10, 11]],
    [3n, 2n, [13, 14]],
    [3n, 3n, [13, 14]],
    [4n, 1n, [14]],
    [5n, 1n, []],
    [6n, 0n, []],
    [0n, 18446744073709551615n, [10, 11, 12, 13, 14]],
    [2n, 18446744073709551615n, [12, 13, 14]],
    [18446744073709551615n, 18446744073709551615n, []],
  ])('offset %s, length %s', async (offset, length, bytes) => {
    const node = testNode({ accounts: [{ address: ADDRESS, data: DATA }] });
    for (const dataSlice of [`{"offset":${offset},"length":${length}}`, `[${offset},${length}]`]) {
      const text = await callText(node, 'getMultipleAccounts', `[["${ADDRESS}"],{"dataSlice":${dataSlice}}]`, dialect);
      expect(partOf(text, 'value', 0, 'data')).toBe(`["${Buffer.from(bytes).toString('base64')}","base64"]`);
      // the account is as long as before
      expect(partOf(text, 'value', 0, 'space')).toBe('5');
    }
  });
});

describe('data against a naive reading', () => {
  const DATA = fc.uint8Array({ maxLength: 300 });
  const SLICE = fc.option(fc.record({ offset: fc.nat(320), length: fc.nat(320) }));

  it('every encoding of every slice gives the bytes back', async () => {
    await fc.assert(
      fc.asyncProperty(DATA, SLICE, async (data, dataSlice) => {
        const bytes = dataSlice === null ? data : data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length);
        const wanted = Buffer.from(bytes);
        expect(await dataOf(data, { encoding: 'base64', dataSlice })).toBe(`["${wanted.toString('base64')}","base64"]`);
        expect((await unpacked(data, { dataSlice })).equals(wanted)).toBe(true);
        const text = await answer(data, { encoding: 'base58', dataSlice }, 'agave');
        if (bytes.length > 128) expect(text).toBe(TOO_LONG_FOR_BASE58);
        else expect(partOf(text, 'value', 0, 'data')).toBe(`["${bs58.encode(bytes)}","base58"]`);
      }),
      { numRuns: 150 },
    );
  });
});
