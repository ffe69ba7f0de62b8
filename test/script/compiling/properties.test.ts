import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mintOf, tokenAccountOf } from '../../../src/runtime/accounts/tokens.ts';
import { namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import type { Address } from '../../../src/solana/address.ts';
import type { TransactionVersion } from '../../../src/solana/transaction.ts';
import { type CompiledScript, compileGood, type ScriptSpec, type TransactionSpec } from '../../support/scripts.ts';
import { decodedMeta } from '../../support/transactions.ts';
import { allVerify } from './readings.ts';

const NAMES = ['$alice', '$bob', '$carol'];
const ACCOUNTS: NonNullable<ScriptSpec['accounts']> = Object.fromEntries([
  ['$usdc', { mint: { decimals: 2, authority: '$alice' } }],
  ...NAMES.map((name) => [name, { sol: 100 }]),
  ...NAMES.map((name) => [`$ata(${name.slice(1)},usdc)`, { token: { mint: '$usdc', owner: name, amount: '1000' } }]),
]);

const name = fc.constantFrom(...NAMES);
const amount = fc.bigInt({ min: 0n, max: 1_000n });

const instruction = fc.oneof(
  fc
    .record({ from: name, to: name, lamports: fc.bigInt({ min: 0n, max: 1_000_000_000n }) })
    .map((transfer) => ({ transfer })),
  fc.record({ from: name, to: name, amount }).map((given) => ({ transferTokens: { mint: '$usdc', ...given } })),
  fc.record({ to: name, amount }).map((given) => ({ mintTo: { mint: '$usdc', ...given } })),
  fc.record({ from: name, amount }).map((given) => ({ burn: { mint: '$usdc', ...given } })),
);

const transaction: fc.Arbitrary<TransactionSpec> = fc.record({
  instructions: fc.array(instruction, { minLength: 1, maxLength: 4 }),
  payer: name,
  repeat: fc.integer({ min: 1, max: 3 }),
  version: fc.constantFrom<TransactionVersion[]>('legacy', 0, 1),
});
const mayFail = fc
  .tuple(transaction, fc.boolean())
  .map(([given, fails]) => (fails ? { ...given, err: { InstructionError: [0, { Custom: 1 }] } } : given));

const script: fc.Arbitrary<ScriptSpec> = fc
  .array(fc.array(mayFail, { maxLength: 3 }), { maxLength: 4 })
  .map((blocks) => ({
    accounts: ACCOUNTS,
    slots: blocks.map((transactions, i) => ({ slot: 10 + 2 * i, transactions })),
  }));

const sum = (values: Iterable<number | bigint>) =>
  [...values].reduce<bigint>((total, value) => total + BigInt(value), 0n);

function tokensHeld({ accounts }: CompiledScript): bigint {
  return sum([...accounts.values()].map((account) => tokenAccountOf(account)?.amount ?? 0n));
}

const usdc: Address = namedKeyPair('usdc').address;

test('lamports are conserved but for fees', () => {
  const before = sum([...compileGood({ accounts: ACCOUNTS }).accounts.values()].map(({ lamports }) => lamports));
  fc.assert(
    fc.property(script, (given) => {
      const compiled = compileGood(given);
      for (const { meta } of compiled.transactions)
        expect(sum(decodedMeta(meta).preBalances)).toBe(sum(decodedMeta(meta).postBalances) + decodedMeta(meta).fee);
      const fees = sum(compiled.transactions.map(({ meta }) => decodedMeta(meta).fee));
      const builtins = sum([...compiled.accounts.values()].filter(({ executable }) => executable).map(() => 1));
      const after = sum([...compiled.accounts.values()].map(({ lamports }) => lamports));
      expect(after - builtins).toBe(before - fees);
    }),
    { numRuns: 60 },
  );
});

test('the supply of a mint is what its accounts hold', () => {
  fc.assert(
    fc.property(script, (given) => {
      const compiled = compileGood(given);
      expect(mintOf(compiled.accounts.get(usdc))!.supply).toBe(tokensHeld(compiled));
    }),
    { numRuns: 60 },
  );
});

test('the balances before a transaction are those after the one before it', () => {
  fc.assert(
    fc.property(script, (given) => {
      const { transactions, accounts } = compileGood(given);
      const seen = new Map<Address, number | bigint>();
      for (const { accountKeys, meta } of transactions) {
        accountKeys.forEach((key, i) => {
          if (seen.has(key)) expect(decodedMeta(meta).preBalances[i]).toBe(seen.get(key));
          seen.set(key, decodedMeta(meta).postBalances[i]!);
        });
      }
      for (const [key, lamports] of seen) expect(accounts.get(key)?.lamports ?? 0n).toBe(BigInt(lamports));
    }),
    { numRuns: 60 },
  );
});

test('the same script gives the same bytes, and every signature verifies', () => {
  fc.assert(
    fc.property(script, (given) => {
      const compiled = compileGood(given);
      expect(compileGood(given)).toEqual(compiled);
      expect(compiled.transactions.every(allVerify)).toBe(true);
      expect(new Set(compiled.transactions.map(({ signature }) => signature)).size).toBe(compiled.transactions.length);
    }),
    { numRuns: 30 },
  );
});
