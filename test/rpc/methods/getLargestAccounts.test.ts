import { describe, expect, it } from 'vitest';
import { type Address, addressOf } from '../../../src/solana/address.ts';
import { BOTH_DIALECTS, badParams, contextText, notInLedgerText, partOf } from '../../support/answers.ts';
import { countCases, type ParamCase } from '../../support/paramCases.ts';
import { type AccountSpec, callText, testNode } from '../../support/testNode.ts';

/** 32 times one byte: ascending by it */
const named = (byte: number): Address => addressOf(new Uint8Array(32).fill(byte));
const LISTED = '9huDUZfxoJ7wGMTffUE7vh1xePqef7gyrLJu9NApncqA' as Address;

function nodeOf(accounts: readonly AccountSpec[], allAccounts = true) {
  const blocks = [{ slot: 5 }, { slot: 6 }, { slot: 7 }];
  return testNode({ blocks, finalized: 5, confirmed: 6, processed: 7, accounts, cluster: { allAccounts } });
}

const NODE = nodeOf([
  { address: named(1), lamports: 5n },
  { address: LISTED, lamports: 18446744073709551615n },
  { address: named(3), lamports: 5n },
  { address: named(2), lamports: 9007199254740993n },
  { address: named(4), lamports: 0n },
]);
const entry = (address: Address, lamports: bigint) => `{"address":"${address}","lamports":${lamports}}`;
const CIRCULATING = [entry(named(2), 9007199254740993n), entry(named(3), 5n), entry(named(1), 5n)];
const FUND = entry(LISTED, 18446744073709551615n);
const text = (entries: readonly string[], slot = 5) => contextText(`[${entries.join(',')}]`, slot);

describe.each(BOTH_DIALECTS)('getLargestAccounts (%s)', (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, 'getLargestAccounts', params, dialect);

  it.each([
    ['null', 5],
    ['[]', 5],
    ['[null]', 5],
    ['[{}]', 5],
    ['[{"filter":null,"sortResults":null,"commitment":"bogus","unheardOf":[]}]', 5],
    ['[{"sortResults":false}]', 5],
    ['[{"commitment":"confirmed"}]', 6],
    ['[{"commitment":"processed","sortResults":true}]', 7],
  ])('%s: most lamports first, then the greater address', async (params, slot) => {
    expect(await ask(params)).toBe(text([FUND, ...CIRCULATING], slot));
  });

  it.each([
    ['"circulating"', CIRCULATING],
    ['{"circulating":null}', CIRCULATING],
    ['"nonCirculating"', [FUND]],
  ])('filter %s', async (filter, entries) => {
    expect(await ask(`[{"filter":${filter}}]`)).toBe(text(entries));
  });

  it.each<ParamCase>([
    ...countCases(0, 1, '{}'),
    ['["circulating"]', badParams('invalid type: string "circulating", expected struct RpcLargestAccountsConfig')],
    ['[[]]', badParams('invalid type: sequence, expected struct RpcLargestAccountsConfig')],
    ['[{"filter":"all"}]', badParams('unknown variant `all`, expected `circulating` or `nonCirculating`')],
    ['[{"filter":5}]', badParams('invalid type: integer `5`, expected string or map')],
    ['[{"filter":{}}]', badParams('invalid value: map, expected map with a single key')],
    ['[{"sortResults":"yes"}]', badParams('invalid type: string "yes", expected a boolean')],
    // members decode in alphabetical order: the first that fails is reported
    ['[{"sortResults":1,"filter":5}]', badParams('invalid type: integer `5`, expected string or map')],
  ])('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it('gives twenty of them, in whatever order they were loaded', async () => {
    const accounts = Array.from({ length: 64 }, (_, i) => {
      const byte = ((i * 37) % 64) + 1;
      return { address: named(byte), lamports: BigInt(byte >> 2) + 1n };
    });
    const expected = Array.from({ length: 20 }, (_, i) => entry(named(64 - i), BigInt((64 - i) >> 2) + 1n));
    expect(partOf(await ask('[]', nodeOf(accounts)), 'value')).toBe(`[${expected.join(',')}]`);
    expect(partOf(await ask('[]', nodeOf([...accounts].reverse())), 'value')).toBe(`[${expected.join(',')}]`);
  });

  it('twenty that pass the filter, however many larger ones do not', async () => {
    const node = nodeOf([
      { address: LISTED, lamports: 10n },
      ...Array.from({ length: 30 }, (_, i) => ({ address: named(i + 1), lamports: 99n })),
    ]);
    expect(await ask('[{"filter":"nonCirculating"}]', node)).toBe(text([entry(LISTED, 10n)]));
  });

  it('a ledger that may lack accounts does not know its largest ones', async () => {
    expect(await ask('[]', nodeOf([{ address: LISTED }], false))).toBe(
      notInLedgerText('This ledger does not say that it holds all accounts: put `allAccounts` into ledger.json'),
    );
  });
});
