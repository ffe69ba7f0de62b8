import { describe, expect, it } from 'vitest';
import { compileSpec, type ScriptSpec } from '../../support/scripts.ts';

const transfer = (to: string) => ({ transfer: { from: '$alice', to, lamports: 1_000_000n } });
const paying = (...receivers: readonly string[]): ScriptSpec => ({
  accounts: { $alice: { sol: 5 } },
  slots: [{ slot: 1, transactions: receivers.map(transfer) }],
});

describe('a name that is used once, has nothing and resembles another is warned of', () => {
  it.each<[string, readonly string[], string]>([
    [
      'letters that changed places',
      ['$bob', '$bob', '$bbo'],
      '$bbo` is a new key that is used only here (did you mean $bob?)',
    ],
    ['a letter too many', ['$bob', '$bob', '$bobb'], '$bobb` is a new key that is used only here (did you mean $bob?)'],
    ['a letter too few', ['$alce'], '$alce` is a new key that is used only here (did you mean $alice?)'],
    [
      'two letters of a long name',
      ['$treasury', '$treasury', '$tresurry'],
      '$tresurry` is a new key that is used only here (did you mean $treasury?)',
    ],
  ])('%s', (_what, receivers, expected) => {
    const { errors, warnings } = compileSpec(paying(...receivers));
    expect(errors).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining(expected)]);
  });

  it('within a derivation', () => {
    const { warnings } = compileSpec({
      accounts: {
        $alice: { sol: 5 },
        $usdc: { mint: { decimals: 6 } },
        '$ata(alcie,usdc)': { token: { mint: '$usdc', owner: '$alice', amount: '1' } },
      },
    });
    expect(warnings).toEqual([expect.stringContaining('`$alcie` is a new key')]);
  });
});

it('names are compared 100,000 times at most: those that come first', () => {
  const letters = (i: number) =>
    [...i.toString().padStart(4, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  const known = Array.from({ length: 1000 }, (_, i) => `$long${letters(i)}`);
  // more than are compared
  const lone = known.slice(0, 200).map((name) => `${name}x`);
  const { errors, warnings } = compileSpec({
    accounts: Object.fromEntries([...known, '$alice'].map((name) => [name, { sol: 5 }])),
    slots: [{ slot: 1, transactions: [...known, ...lone].map(transfer) }],
  });
  expect(errors).toEqual([]);
  // alice is compared as well
  expect(warnings).toHaveLength(Math.floor(100_000 / 1001));
});

describe('no typo is', () => {
  it.each<[string, ScriptSpec]>([
    ['a name that is used twice', paying('$bob', '$bob', '$bbo', '$bbo')],
    ['a name like another lone one', paying('$bob', '$bbo')],
    ['a name that is far from all others', paying('$bob', '$bob', '$carol')],
    ['a name with a digit', paying('$bob', '$bob', '$bob1')],
    ['a short name', paying('$ab', '$ab', '$ac')],
    [
      'a name with an account',
      {
        accounts: { $alice: { sol: 5 }, $alise: { sol: 1 } },
        slots: [{ slot: 1, transactions: [transfer('$alice')] }],
      },
    ],
    ['the name of a key', { ...paying('$bob', '$bob', '$bbo'), keys: { bbo: new Uint8Array(32) } }],
    [
      'a name of what is created',
      {
        accounts: { $alice: { sol: 5 }, $usdc: { mint: { decimals: 6 } } },
        slots: [{ slot: 1, transactions: [{ createMint: { mint: '$usdt', decimals: 6, authority: '$alice' } }] }],
      },
    ],
  ])('%s', (_what, spec) => {
    const { errors, warnings } = compileSpec(spec);
    expect(errors).toEqual([]);
    expect(warnings).toEqual([]);
  });
});
