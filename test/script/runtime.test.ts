/** What a script says happens is what happens: its transactions are executed by litesvm, which runs the real programs. */
import { address, getTransactionDecoder, lamports } from '@solana/kit';
import fc from 'fast-check';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { expect, test } from 'vitest';
import type { Account } from '../../src/model/account.ts';
import {
  type CompiledScript,
  compileGood,
  type InstructionSpec,
  type ScriptSpec,
  type TransactionSpec,
} from '../support/scripts.ts';

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

/** Executes the transactions in order on the accounts that are there before them. */
function execute(before: CompiledScript, { transactions }: CompiledScript): LiteSVM {
  const svm = new LiteSVM().withNativeMints().withBlockhashCheck(false);
  for (const account of before.accounts.values()) {
    const { executable, data, owner } = account;
    svm.setAccount({
      address: address(account.address),
      lamports: lamports(account.lamports),
      data,
      executable,
      programAddress: address(owner),
      space: BigInt(data.length),
    });
  }
  for (const { wire } of transactions) {
    const result = svm.sendTransaction(getTransactionDecoder().decode(wire) as never);
    if (result instanceof FailedTransactionMetadata)
      throw new Error(`${result.err()} ${result.meta().logs().join('\n')}`);
  }
  return svm;
}

function plain({ lamports: had, owner, data }: Pick<Account, 'lamports' | 'owner' | 'data'>) {
  return { lamports: had, owner, data: Buffer.from(data).toString('hex') };
}

function expectSameEnd(accounts: Accounts, transactions: readonly (TransactionSpec | InstructionSpec)[]): void {
  const before = compileGood({ accounts });
  const done = compileGood({ accounts, slots: [{ slot: 5, transactions }] });
  expect(done.transactions.length).toBeGreaterThan(0);
  const svm = execute(before, done);
  for (const address_ of new Set([...before.accounts.keys(), ...done.accounts.keys()])) {
    const ours = done.accounts.get(address_);
    if (ours?.executable) continue;
    const theirs = svm.getAccount(address(address_));
    const end =
      theirs.exists && theirs.lamports > 0n
        ? plain({
            lamports: theirs.lamports,
            owner: theirs.programAddress as unknown as Account['owner'],
            data: Uint8Array.from(theirs.data),
          })
        : undefined;
    expect([address_, end]).toEqual([address_, ours && plain(ours)]);
  }
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
