import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endsOf } from '../../support/runtime.ts';
import type { InstructionSpec, ScriptSpec, TransactionSpec } from '../../support/scripts.ts';

/** What a script says happens is what happens: its transactions are executed by litesvm, which runs the real programs. */

type Accounts = NonNullable<ScriptSpec['accounts']>;

const NAMES = ['alice', 'bob', 'carol'];

function accountsOf(tokenProgram: string): Accounts {
  const holding = (owner: string, mint: string, amount: string) => [
    `$ata(${owner},${mint})`,
    { token: { mint: `$${mint}`, owner: `$${owner}`, amount } },
  ];
  return Object.fromEntries([
    ...NAMES.map((name) => [`$${name}`, { sol: 100 }]),
    ['$usdc', { mint: { decimals: 6, authority: '$alice', program: tokenProgram } }],
    ...NAMES.map((name) => holding(name, 'usdc', '1000')),
    holding('alice', 'wsol', '20'),
    ['$council', { multisig: { required: 2, signers: ['$bob', '$carol', '$alice'] } }],
    ['$vault', { token: { mint: '$usdc', owner: '$council', amount: '50' } }],
  ]) as Accounts;
}

function expectSameEnd(accounts: Accounts, transactions: readonly (TransactionSpec | InstructionSpec)[]): void {
  const { scripted, executed } = endsOf(accounts, [{ slot: 5, transactions }]);
  expect(executed).toEqual(scripted);
}

test.each(['$token', '$token2022'])('every word does what the programs do, under %s', (program) => {
  expectSameEnd(accountsOf(program), [
    { transfer: { from: '$alice', to: '$bob', sol: 2 } },
    { transfer: { from: '$alice', to: '$new', sol: 2 } },
    { createAccount: { from: '$alice', account: '$made', owner: '$program', space: 12n } },
    { transferTokens: { mint: '$usdc', from: '$alice', to: '$bob', amount: '10' } },
    { transferChecked: { mint: '$usdc', from: '$vault', to: '$bob', amount: '10' } },
    { mintTo: { mint: '$usdc', to: '$carol', amount: '3' } },
    { burn: { mint: '$usdc', from: '$carol', amount: '1.5' } },
    { approve: { from: '$ata(carol,usdc)', to: '$bob', amount: '7' } },
    { transferChecked: { mint: '$usdc', from: '$carol', to: '$alice', amount: '2', authority: '$bob' } },
    { burn: { mint: '$usdc', from: '$carol', amount: '5', authority: '$bob' } },
    {
      payer: '$alice',
      instructions: [
        { createMint: { mint: '$gold', decimals: 2, authority: '$alice', program } },
        { createAssociatedAccount: { owner: '$dave', mint: '$gold' } },
        { createAssociatedAccount: { owner: '$dave', mint: '$gold', idempotent: true } },
        { createTokenAccount: { account: '$chest', mint: '$gold', owner: '$dave' } },
        { mintTo: { mint: '$gold', to: '$dave', amount: '7.25' } },
        { memo: { text: 'hi', signers: ['$bob'] } },
      ],
      computeUnitLimit: 400_000,
      computeUnitPrice: 1_000n,
    },
    {
      instructions: [
        { transferTokens: { mint: '$gold', from: '$dave', to: '$chest', amount: '7.25' } },
        { closeTokenAccount: { account: '$ata(dave,gold)', to: '$bob' } },
      ],
      payer: '$alice',
    },
    { createTokenAccount: { account: '$wrapped', mint: '$wsol', owner: '$alice' } },
    { transferTokens: { mint: '$wsol', from: '$alice', to: '$wrapped', amount: '1.5' } },
    { closeTokenAccount: { account: '$wrapped', to: '$carol' } },
  ]);
});

test('any transfers end as the programs let them end', () => {
  const name = fc.constantFrom(...NAMES.map((each) => `$${each}`));
  const instruction = fc.oneof(
    fc
      .record({ from: name, to: name, lamports: fc.bigInt({ min: 0n, max: 10n ** 9n }) })
      .map((transfer) => ({ transfer })),
    fc
      .record({ from: name, to: name, amount: fc.bigInt({ min: 0n, max: 10_000_000n }) })
      .map((given) => ({ transferTokens: { mint: '$usdc', ...given } })),
    fc
      .record({ from: name, amount: fc.bigInt({ min: 0n, max: 10_000_000n }) })
      .map((given) => ({ burn: { mint: '$usdc', ...given } })),
  );
  const transaction = fc.record({ instructions: fc.array(instruction, { minLength: 1, maxLength: 5 }), payer: name });
  fc.assert(
    fc.property(fc.array(transaction, { minLength: 1, maxLength: 4 }), (transactions) =>
      expectSameEnd(accountsOf('$token'), transactions),
    ),
    { numRuns: 20 },
  );
});
