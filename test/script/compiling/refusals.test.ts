import { describe, expect, test } from 'vitest';
import { namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import { compileSpec, type InstructionSpec, type ScriptSpec, type TransactionSpec } from '../../support/scripts.ts';

const ACCOUNTS: NonNullable<ScriptSpec['accounts']> = {
  $alice: { sol: 10 },
  $bob: { lamports: 300_000_000n },
  $usdc: { mint: { decimals: 6, authority: '$issuer' } },
  $gold: { mint: { decimals: 0 } },
  '$ata(alice,usdc)': {
    token: { mint: '$usdc', owner: '$alice', amount: '12.5', delegate: { to: '$dave', amount: '1' } },
  },
  '$ata(bob,usdc)': { token: { mint: '$usdc', owner: '$bob', amount: '0' } },
  '$ata(erin,usdc)': { token: { mint: '$usdc', owner: '$erin', amount: '5', frozen: true } },
  $gilt: { token: { mint: '$gold', owner: '$alice', amount: '5' } },
  $wrapped: { token: { mint: '$wsol', owner: '$alice', amount: '5' } },
  $nonce: { nonce: { authority: '$alice' } },
};

function errorsOf(...transactions: (TransactionSpec | InstructionSpec)[]): readonly string[] {
  const treasury = namedKeyPair('somebody').address;
  return compileSpec({ keys: { treasury }, accounts: ACCOUNTS, slots: [{ slot: 102, transactions }] }).errors;
}

const say = (where: string) => (given: InstructionSpec, error: string) => {
  const [name] = Object.keys(given);
  test(`${name}: ${error}`, () => {
    expect(errorsOf({ instructions: [given], payer: '$alice' })).toEqual([`${where}: ${error}`]);
  });
};

describe('an instruction that cannot be', () => {
  const refused = say('slots/0/0/0');
  refused({ transfer: { from: '$bob', to: '$alice', sol: 1 } }, '`$bob` has 0.3 SOL at slot 102 and cannot send 1');
  refused(
    { transfer: { from: '$carol', to: '$alice', sol: 1 } },
    '`$carol` has 0 SOL at slot 102 and cannot send 1 (accounts start empty: give it SOL under `accounts`)',
  );
  refused(
    { transfer: { from: '$gilt', to: '$alice', lamports: 1n } },
    `\`$gilt\` is not a system account at slot 102, so it cannot send SOL (it belongs to \`TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA\` and holds 165 bytes)`,
  );
  refused(
    { createAccount: { from: '$alice', account: '$bob', owner: '$program', space: 0n } },
    '`$bob` exists already at slot 102',
  );
  refused(
    { createAccount: { from: '$bob', account: '$new', owner: '$program', space: 50_000n } },
    '`$bob` has 0.3 SOL at slot 102 and cannot pay 0.34889088',
  );
  refused(
    { createAccount: { from: '$alice', account: '$new', owner: '$program', space: 10_485_761n } },
    'an account of 10485761 bytes, at most 10485760 allowed',
  );
  refused({ advanceNonce: { nonce: '$nonce', authority: '$bob' } }, '`$bob` may not advance `$nonce` (`$alice` may)');
  refused(
    { transferTokens: { mint: '$usdd', from: '$alice', to: '$bob', amount: '1' } },
    'there is no mint `$usdd` at slot 102 (did you mean $usdc?)',
  );
  refused(
    { transferTokens: { mint: '$bobs', from: '$alice', to: '$bob', amount: '1' } },
    'there is no mint `$bobs` at slot 102 (add it under `accounts`: {"mint": {"decimals": 6}}, or make it with `createMint`)',
  );
  refused(
    { transferTokens: { mint: '$usdc', from: '$alice', to: '$bob', amount: '20' } },
    '`$alice` has 12.5 of `$usdc` at slot 102 and cannot send 20',
  );
  refused(
    { transferTokens: { mint: '$usdc', from: '$alice', to: '$carol', amount: '1' } },
    '`$carol` has no account of `$usdc` at slot 102 (add `$ata(carol,usdc)` under `accounts`: {"tokens": "0"}, or make it with `createAssociatedAccount`)',
  );
  refused(
    { transferTokens: { mint: '$usdc', from: '$ata(carol,usdc)', to: '$bob', amount: '1' } },
    'there is no token account `$ata(carol,usdc)` at slot 102',
  );
  refused(
    { transferTokens: { mint: '$usdc', from: '$gilt', to: '$bob', amount: '0.000001' } },
    '`$gilt` is an account of `$gold` at slot 102, not of `$usdc`',
  );
  refused(
    { transferTokens: { mint: '$usdc', from: '$erin', to: '$bob', amount: '1' } },
    '`$ata(erin,usdc)` is frozen at slot 102 and cannot send tokens',
  );
  refused(
    { transferTokens: { mint: '$usdc', from: '$alice', to: '$erin', amount: '1' } },
    '`$ata(erin,usdc)` is frozen at slot 102 and cannot receive tokens',
  );
  refused(
    { transferTokens: { mint: '$usdc', from: '$alice', to: '$bob', amount: '1', authority: '$bob' } },
    '`$bob` is neither the owner nor the delegate of `$ata(alice,usdc)` at slot 102',
  );
  refused(
    { transferTokens: { mint: '$usdc', from: '$alice', to: '$bob', amount: '2', authority: '$dave' } },
    '`$dave` may spend 1 of `$usdc` from `$ata(alice,usdc)` at slot 102, not 2',
  );
  refused(
    { mintTo: { mint: '$usdc', to: '$alice', amount: '1', authority: '$bob' } },
    '`$bob` may not mint `$usdc` (`$issuer` may)',
  );
  refused(
    { mintTo: { mint: '$gold', to: '$gilt', amount: '1' } },
    '`$gold` has no mint authority: its supply is fixed (give the mint an `authority`)',
  );
  refused(
    { mintTo: { mint: '$usdc', to: '$alice', amount: 18_446_744_073_709_551_615n } },
    'the supply of `$usdc` at slot 102 cannot become 18446744073727051615',
  );
  refused(
    { burn: { mint: '$wsol', from: '$wrapped', amount: '1' } },
    '`$wsol` is SOL: it can be neither minted nor burned',
  );
  refused({ approve: { from: '$alice', to: '$bob', amount: '1' } }, 'there is no token account `$alice` at slot 102');
  refused(
    { approve: { from: '$gilt', to: '$bob', amount: '1', authority: '$bob' } },
    '`$bob` does not own `$gilt` at slot 102 (`$alice` does)',
  );
  refused(
    { closeTokenAccount: { account: '$gilt', to: '$bob' } },
    '`$gilt` holds 5 of `$gold` at slot 102 and cannot be closed',
  );
  refused(
    { createAssociatedAccount: { owner: '$bob', mint: '$usdc' } },
    '`$ata(bob,usdc)` exists already at slot 102 (with {"idempotent": true} that is not an error)',
  );
  refused(
    { createMint: { mint: '$new', decimals: 0, authority: '$alice', program: '$memo' } },
    '`$memo` is not a token program (there are $token and $token2022)',
  );
});

describe('an argument that is wrong', () => {
  say('slots/0/0/0/from')(
    { transfer: { from: 'alice', to: '$bob', sol: 1 } },
    'expected an address (base58 of 32 bytes) or a $name, found "alice" (a name starts with a dollar: $alice)',
  );
  say('slots/0/0/0/amount')(
    { transferTokens: { mint: '$usdc', from: '$alice', to: '$bob', amount: '0.0000001' } },
    '0.0000001 has 7 decimals, and the mint 6',
  );
  say('slots/0/0/0/signer')({ memo: { text: 'hi', signer: '$bob' } }, 'unknown member (did you mean "signers"?)');
});

describe('a transaction that cannot be', () => {
  const memo: TransactionSpec = { instructions: [{ memo: 'hi' }], payer: '$alice' };
  const advance = { instructions: [{ advanceNonce: { nonce: '$nonce', authority: '$alice' } }] };
  test.each<[string, TransactionSpec, string]>([
    [
      'has nobody to pay',
      { instructions: memo.instructions },
      'slots/0/0: no fee payer: no instruction needs a signer (give `payer`)',
    ],
    [
      'cannot pay its fee',
      { ...memo, payer: '$carol' },
      'slots/0/0: `$carol` has 0 SOL at slot 102 and cannot pay the fee of 0.000005 (accounts start empty: give it SOL under `accounts`)',
    ],
    [
      'is signed by nobody',
      { ...memo, signers: ['$treasury'] },
      'slots/0/0: cannot sign for `$treasury` (only its address is known: give its seed under `keys`)',
    ],
    [
      'is signed by an address without a key',
      { ...memo, payer: '$ata(alice,usdc)' },
      'slots/0/0: cannot sign for `$ata(alice,usdc)` (only its address is known: give its seed under `keys`)',
    ],
    [
      'names a lookup table that is none',
      { ...memo, lookupTables: ['$gilt'] },
      'slots/0/0: there is no lookup table `$gilt` (add it under `accounts`: {"lookupTable": {"addresses": ["$alice"]}})',
    ],
    [
      'fails in an instruction that it does not have',
      { ...memo, err: { InstructionError: [1, { Custom: 1 }] } },
      'slots/0/0/err: there is no instruction 1: there is 1',
    ],
    [
      'says the balance of a stranger',
      { ...memo, balances: { $bob: 1n } },
      'slots/0/0: `$bob` is not an account of this transaction',
    ],
    [
      'calls from an instruction that it does not have',
      { ...memo, inner: [{ index: 1, instructions: [{ memo: 'x' }] }] },
      'slots/0/0/inner/0: there is no instruction 1: there is 1',
    ],
    [
      'calls twice from one instruction',
      { ...memo, inner: [0, 0].map((index) => ({ index, instructions: [{ memo: 'x' }] })) },
      'slots/0/0/inner/1: duplicate instruction 0',
    ],
    [
      'calls with accounts that it does not name',
      { ...memo, inner: [{ index: 0, instructions: [{ transfer: { from: '$alice', to: '$bob', sol: 1 } }] }] },
      'slots/0/0/inner/0/0: `11111111111111111111111111111111` is not an account of this transaction (give it to instruction 0, which calls this one)',
    ],
    [
      'has a price without a limit in version 1',
      { ...memo, version: 1, computeUnitPrice: 1n },
      'slots/0/0: a v1 transaction has a total fee, not a price (give `computeUnitLimit` too: the fee is limit × price)',
    ],
    [
      'advances what is no nonce',
      { instructions: [{ advanceNonce: { nonce: '$bob', authority: '$alice' } }] },
      'slots/0/0/0: there is no nonce account `$bob` at slot 102 (add it under `accounts`: {"nonce": {"authority": "$alice"}})',
    ],
    [
      'advances a nonce again',
      { ...advance, repeat: 2 },
      'slots/0/0/0: `$nonce` was advanced in slot 102 before: a nonce advances once a block',
    ],
  ])('%s', (_, transaction, error) => {
    expect(errorsOf(transaction)).toEqual([error]);
  });

  test('is reported once for all its copies, and the others are looked at', () => {
    const transfer = { transfer: { from: '$bob', to: '$alice', lamports: 100_000_000n } };
    expect(errorsOf({ instructions: [transfer], repeat: 100 }, { ...memo, payer: '$nobody' })).toEqual([
      'slots/0/0/0: `$bob` has 0.099985 SOL at slot 102 and cannot send 0.1',
      'slots/0/1: `$nobody` has 0 SOL at slot 102 and cannot pay the fee of 0.000005 (accounts start empty: give it SOL under `accounts`)',
    ]);
  });
});

test('an account that is left with less than its rent exemption is warned of, once', () => {
  const transfer = { transfer: { from: '$alice', to: '$new', lamports: 890_879n } };
  const warnings = (...transactions: InstructionSpec[]) =>
    compileSpec({
      accounts: ACCOUNTS,
      slots: [
        { slot: 102, transactions },
        { slot: 103, transactions },
      ],
    }).warnings;
  expect(warnings(transfer)).toEqual([
    'slots/0/0: `$new` is left with 0.000890879 SOL at slot 102, less than its rent exemption of 0.00089088 (a node would refuse the transaction: InsufficientFundsForRent)',
  ]);
  expect(warnings({ transfer: { from: '$alice', to: '$new', lamports: 890_880n } })).toEqual([]);
});
