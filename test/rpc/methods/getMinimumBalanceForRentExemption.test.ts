import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { address } from '../../../src/solana/address.ts';
import { f64, u8, u64 } from '../../solana/programs/accounts/layoutBytes.ts';
import { BOTH_DIALECTS, badParams, errorText } from '../../support/answers.ts';
import { bareCommitmentCases, countCases } from '../../support/paramCases.ts';
import { callText, testNode } from '../../support/testNode.ts';

const METHOD = 'getMinimumBalanceForRentExemption';
const MAX_LENGTH = 10_485_760;

const withRent = (data: Buffer) =>
  testNode({ accounts: [{ address: address('SysvarRent111111111111111111111111111111111'), data }] });
const rent = (lamportsPerByte: bigint, threshold: number) =>
  Buffer.concat([u64(lamportsPerByte), f64(threshold), u8(50)]);

const NODE = testNode({ blocks: [{ slot: 5 }, { slot: 6 }], finalized: 5 });

describe.each(BOTH_DIALECTS)(`${METHOD} (%s)`, (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, METHOD, params, dialect);

  it.each([
    ...countCases(1, 2, '1'),
    ...bareCommitmentCases('1,'),
    ['[null]', badParams('invalid type: null, expected usize')],
    ['["1"]', badParams('invalid type: string "1", expected usize')],
    ['[1.0]', badParams('invalid type: floating point `1.0`, expected usize')],
    ['[-1]', badParams('invalid value: integer `-1`, expected usize')],
    ['[{}]', badParams('invalid type: map, expected usize')],
    ['[[]]', badParams('invalid type: sequence, expected usize')],
    // too long, but for what does not even decode
    [`[${MAX_LENGTH + 1}]`, errorText(-32600, 'Invalid request')],
    ['[18446744073709551615]', errorText(-32600, 'Invalid request')],
    [`[${MAX_LENGTH + 1},{}]`, badParams('missing field `commitment`')],
  ] as const)('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each([
    [0, '890880'],
    [1, '897840'],
    [50, '1238880'],
    [165, '2039280'],
    [MAX_LENGTH, '72981780480'],
  ])('%s bytes: %s lamports without a Rent sysvar', async (length, lamports) => {
    expect(await ask(`[${length}]`)).toBe(lamports);
  });

  it.each(['null', '{"commitment":"processed"}', '["confirmed"]', '{"commitment":{"finalized":null},"x":1}'])(
    'a commitment of %s changes nothing',
    async (commitment) => {
      expect(await ask(`[0,${commitment}]`)).toBe('890880');
    },
  );

  it.each([
    ['half the price, twice', rent(3480n, 2), '2039280'],
    ['a price of today', rent(6960n, 1), '2039280'],
    ['SIMD-0437', rent(6333n, 1), '1855569'],
    ['no price', rent(0n, 1), '1'],
    ['a threshold between', rent(3480n, 1.5), '1529460'],
    ['rounded down', rent(1n, 1.0001), '293'],
    ['no threshold', rent(3480n, 0), '1'],
    ['a threshold below zero', rent(3480n, -1), '1'],
    ['a threshold that is no number', rent(3480n, Number.NaN), '1'],
    ['an endless threshold', rent(3480n, Number.POSITIVE_INFINITY), '18446744073709551615'],
    ['bytes behind it', Buffer.concat([rent(6333n, 1), u8(1)]), '1855569'],
    ['cut off, so it counts as absent', rent(6333n, 1).subarray(0, 16), '2039280'],
  ])('Rent sysvar, %s', async (_, data, lamports) => {
    expect(await ask('[165]', withRent(data))).toBe(lamports);
  });

  it('is exact where a double would not be', async () => {
    expect(await ask('[165]', withRent(rent(1_000_000_000_001n, 1)))).toBe('293000000000293');
    expect(await ask(`[${MAX_LENGTH - 1}]`, withRent(rent(879_598_564_933n, 2)))).toBe(
      `${2n * (BigInt(MAX_LENGTH) + 127n) * 879_598_564_933n}`,
    );
  });

  it('grows by the price of a byte', async () => {
    const length = fc.nat({ max: MAX_LENGTH - 1 });
    const price = fc.bigInt({ min: 1n, max: 879_598_564_933n });
    await fc.assert(
      fc.asyncProperty(length, price, fc.constantFrom(1, 2), async (bytes, lamports, threshold) => {
        const node = withRent(rent(lamports, threshold));
        const [one, next] = [await ask(`[${bytes}]`, node), await ask(`[${bytes + 1}]`, node)];
        expect(BigInt(next) - BigInt(one)).toBe(lamports * BigInt(threshold));
        expect(BigInt(one) % lamports).toBe(0n);
      }),
      { numRuns: 50 },
    );
  });
});
