import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Names } from '../../src/runtime/names/names.ts';
import { ata, type Key, keypair, pda } from '../../src/script/building/keyBuilders.ts';
import { addressOf } from '../../src/solana/address.ts';
import { type AddressExpression, type Operand, parseAddressExpression } from '../../src/syntax/addressExpression.ts';
import { associatedText, expressionText } from '../../src/syntax/addressExpressionText.ts';

/** What is written as the word of an address is read again. */

/** A key of the library, and what its word says between the parentheses of `$ata(…)`, and elsewhere. */
interface Written {
  readonly key: Exclude<Key, string>;
  readonly bare: AddressExpression;
  readonly marked: AddressExpression;
}

const anyAddress = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(addressOf);

/** Among them are names that look like an address, which keep their dollar. */
const anyNamed = fc
  .oneof(
    { weight: 4, arbitrary: fc.stringMatching(/^[A-Za-z_][\w-]{0,8}$/).map((name) => ({ name, isMarked: false })) },
    { weight: 1, arbitrary: anyAddress.filter((text) => /^\D/.test(text)).map((name) => ({ name, isMarked: true })) },
  )
  .map(({ name, isMarked }): Written => {
    const marked = { kind: 'name', name, isMarked: true } as const;
    return { key: { ...keypair('any'), word: `$${name}` }, bare: { ...marked, isMarked }, marked };
  });

const anyBase58 = anyAddress.map((address): Written => {
  const expression = { kind: 'address', address } as const;
  return { key: { address }, bare: expression, marked: expression };
});

function derived(key: Exclude<Key, string>, name: string, operands: readonly Operand[]): Written {
  const expression = { kind: 'call', name, operands } as const;
  return { key, bare: expression, marked: expression };
}

const anySeed = fc.oneof(
  fc.string({ unit: 'binary' }).map((value) => ({ value, operand: seedOf(Buffer.from(value)) })),
  fc.uint8Array({ maxLength: 32 }).map((value) => ({ value, operand: seedOf(value) })),
  fc.nat(255).map((value) => ({ value, operand: { kind: 'number', digits: `${value}` } as const })),
);

function seedOf(seed: Uint8Array): Operand {
  return { kind: 'seed', seed: Buffer.from(seed) };
}

const anyKey: fc.Arbitrary<Written> = fc.letrec<{ key: Written }>((tie) => ({
  key: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyNamed,
    anyBase58,
    fc.array(tie('key'), { minLength: 2, maxLength: 3 }).map((keys) => {
      const [owner, mint, program] = keys.map(({ key }) => key);
      return derived(
        ata(owner!, mint!, program),
        'ata',
        keys.map(({ bare }) => bare),
      );
    }),
    fc.tuple(tie('key'), fc.array(fc.oneof(anySeed, tie('key')), { maxLength: 3 })).map(([program, seeds]) => {
      const values = seeds.map((seed) => ('key' in seed ? seed.key : seed.value));
      const operands = seeds.map((seed) => ('key' in seed ? seed.marked : seed.operand));
      return derived(pda(program.key, ...values), 'pda', [program.marked, ...operands]);
    }),
  ),
})).key;

it('reads the word of each key of the library as what the key says', () => {
  fc.assert(
    fc.property(anyKey, ({ key, marked }) => {
      const word = 'word' in key ? key.word : `${(key as { address: string }).address}`;
      const expression = parseAddressExpression(word);
      expect(expression).toEqual(marked);
      expect(parseAddressExpression(expressionText(expression))).toEqual(expression);
    }),
    { numRuns: 500 },
  );
});

it('reads the word that a ledger has for an address as that address', () => {
  const at = { refuse: () => undefined, warn: () => undefined };
  const anyName = fc.constantFrom('$alice', '$usdc', '$token', '$token2022');
  const anyWord = fc.array(anyName, { minLength: 2, maxLength: 3 }).map(associatedText);
  fc.assert(
    fc.property(fc.array(anyWord, { minLength: 1, maxLength: 5 }), (words) => {
      const names = new Names();
      const resolve = (value: string) => names.resolve({ value, at });
      for (const address of words.map(resolve)) expect(resolve(names.textOf(address!))).toBe(address);
    }),
    { numRuns: 200 },
  );
});
