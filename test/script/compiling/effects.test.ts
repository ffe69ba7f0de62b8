import { describe, expect, test } from 'vitest';
import { encodeBase58 } from '../../../src/codec/base58.ts';
import { JsonFloat } from '../../../src/codec/jsonText.ts';
import { mintOf, tokenAccountOf } from '../../../src/runtime/accounts/tokens.ts';
import { associatedAddress } from '../../../src/runtime/derive.ts';
import { namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import { type Address, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import type { WireTransaction } from '../../../src/solana/block.ts';
import { fullAccountKeys } from '../../../src/solana/transaction.ts';
import {
  type CompiledScript,
  compileGood,
  type InstructionSpec,
  type ScriptSpec,
  type TransactionSpec,
} from '../../support/scripts.ts';
import { decodedMeta } from '../../support/transactions.ts';

const key = (name: string): Address => namedKeyPair(name).address;
const ata = (owner: string, mint = 'usdc', program = TOKEN_PROGRAM) =>
  associatedAddress(key(owner), key(mint), program);

const ACCOUNTS: NonNullable<ScriptSpec['accounts']> = {
  $alice: { sol: 10 },
  $usdc: { mint: { decimals: 6, authority: '$alice' } },
  '$ata(alice,usdc)': { token: { mint: '$usdc', owner: '$alice', amount: '100' } },
  '$ata(bob,usdc)': { token: { mint: '$usdc', owner: '$bob', amount: '1' } },
};

function run(...transactions: (TransactionSpec | InstructionSpec)[]): CompiledScript {
  return compileGood({ accounts: ACCOUNTS, slots: [{ slot: 100, transactions }] });
}

const tokens = ({ accounts }: CompiledScript, address: Address) => tokenAccountOf(accounts.get(address));
const lamports = ({ accounts }: CompiledScript, address: Address) => accounts.get(address)?.lamports;
const keysOf = ({ accountKeys, meta }: WireTransaction) => fullAccountKeys({ accountKeys }, meta!.loadedAddresses);

/** Every balance after the last transaction that names an account is what the account has in the end. */
function expectAgreement({ transactions, accounts }: CompiledScript): void {
  const last = new Map<Address, bigint>();
  const lastTokens = new Map<Address, string | undefined>();
  for (const transaction of transactions) {
    keysOf(transaction).forEach((address, i) => {
      last.set(address, BigInt(decodedMeta(transaction.meta).postBalances[i]!));
      const held = decodedMeta(transaction.meta).postTokenBalances!.find(({ accountIndex }) => accountIndex === i);
      lastTokens.set(address, held?.uiTokenAmount.amount);
    });
  }
  for (const [address, had] of last) expect([address, accounts.get(address)?.lamports ?? 0n]).toEqual([address, had]);
  for (const [address, amount] of lastTokens) {
    if (amount !== undefined) expect(`${tokenAccountOf(accounts.get(address))!.amount}`).toBe(amount);
  }
}

describe('what instructions do', () => {
  test('transfer moves lamports, and the payer pays 5,000 a signature', () => {
    const done = run({ transfer: { from: '$alice', to: '$bob', sol: 2 } });
    expect(decodedMeta(done.transactions[0]!.meta)).toMatchObject({
      fee: 5_000n,
      preBalances: [10_000_000_000, 0, 1],
      postBalances: [7_999_995_000, 2_000_000_000, 1],
    });
    expectAgreement(done);
  });

  test('createAccount makes an account of zeros for a program', () => {
    const done = run({ createAccount: { from: '$alice', account: '$new', owner: '$program', space: 3n } });
    expect(done.accounts.get(key('new'))).toMatchObject({
      lamports: 911_760n,
      owner: key('program'),
      data: new Uint8Array(3),
    });
    expect(lamports(done, key('alice'))).toBe(10_000_000_000n - 911_760n - 10_000n);
    expectAgreement(done);
  });

  test('token transfers, minting and burning change amounts and supply', () => {
    const done = run(
      { transferTokens: { mint: '$usdc', from: '$alice', to: '$bob', amount: '10' } },
      { transferChecked: { mint: '$usdc', from: '$ata(alice,usdc)', to: '$ata(bob,usdc)', amount: '5' } },
      { mintTo: { mint: '$usdc', to: '$alice', amount: '3' } },
      { burn: { mint: '$usdc', from: '$alice', amount: '1' } },
    );
    expect(tokens(done, ata('alice'))!.amount).toBe(87_000_000n);
    expect(tokens(done, ata('bob'))!.amount).toBe(16_000_000n);
    expect(mintOf(done.accounts.get(key('usdc')))!.supply).toBe(103_000_000n);
    expectAgreement(done);
  });

  test('a mint, an account of it and tokens come about in one transaction', () => {
    const done = run({
      payer: '$alice',
      instructions: [
        { createMint: { mint: '$gold', decimals: 2, authority: '$alice', program: '$token2022' } },
        { createAssociatedAccount: { owner: '$carol', mint: '$gold' } },
        { createTokenAccount: { account: '$chest', mint: '$gold', owner: '$carol' } },
        { mintTo: { mint: '$gold', to: '$carol', amount: '7.25' } },
        { transferChecked: { mint: '$gold', from: '$carol', to: '$chest', amount: '0.25' } },
      ],
    });
    expect(tokens(done, ata('carol', 'gold', TOKEN_2022_PROGRAM))).toMatchObject({ amount: 700n, owner: key('carol') });
    expect(tokens(done, key('chest'))).toMatchObject({ amount: 25n, mint: key('gold') });
    expect(mintOf(done.accounts.get(key('gold')))).toMatchObject({ supply: 725n, decimals: 2 });
    expectAgreement(done);
  });

  test('an associated account that is there is left alone if that is allowed', () => {
    const done = run({
      payer: '$alice',
      instructions: [{ createAssociatedAccount: { owner: '$bob', mint: '$usdc', idempotent: true } }],
    });
    expect(tokens(done, ata('bob'))!.amount).toBe(1_000_000n);
    expect(lamports(done, key('alice'))).toBe(9_999_995_000n);
  });

  test('an account that is closed gives its lamports back', () => {
    const done = run({
      instructions: [
        { transferTokens: { mint: '$usdc', from: '$alice', to: '$bob', amount: '100' } },
        { closeTokenAccount: { account: '$ata(alice,usdc)', to: '$alice' } },
      ],
    });
    expect(done.accounts.has(ata('alice'))).toBe(false);
    expect(lamports(done, key('alice'))).toBe(10_000_000_000n + 2_039_280n - 5_000n);
    const { preTokenBalances, postTokenBalances } = decodedMeta(done.transactions[0]!.meta);
    expect([preTokenBalances!.length, postTokenBalances!.length]).toEqual([2, 1]);
    expectAgreement(done);
  });

  test('a delegate spends what was approved, and no longer is one then', () => {
    const approve = { approve: { from: '$ata(alice,usdc)', to: '$dave', amount: '5' } };
    const spend = (amount: string) => ({
      payer: '$alice',
      instructions: [{ transferTokens: { mint: '$usdc', from: '$alice', to: '$bob', amount, authority: '$dave' } }],
    });
    const half = run(approve, spend('3'));
    expect(tokens(half, ata('alice'))).toMatchObject({ delegate: key('dave'), delegatedAmount: 2_000_000n });
    const all = run(approve, spend('3'), spend('2'));
    expect(tokens(all, ata('alice'))).toMatchObject({ delegate: null, delegatedAmount: 0n, amount: 95_000_000n });
  });

  test('wrapped SOL moves as lamports too', () => {
    const done = compileGood({
      accounts: {
        ...ACCOUNTS,
        '$ata(alice,wsol)': { token: { mint: '$wsol', owner: '$alice', amount: '2' } },
        $other: { token: { mint: '$wsol', owner: '$bob', amount: '0' } },
      },
      slots: [
        {
          slot: 5,
          transactions: [
            { transferTokens: { mint: '$wsol', from: '$alice', to: '$other', amount: '1.5' } },
            { instructions: [{ closeTokenAccount: { account: '$other', to: '$bob' } }], payer: '$alice' },
          ],
        },
      ],
    });
    expect(lamports(done, key('bob'))).toBe(1_500_000_000n + 2_039_280n);
    expectAgreement(done);
  });

  test('a transfer to itself changes nothing', () => {
    const done = run(
      { transfer: { from: '$alice', to: '$alice', sol: 2 } },
      { transferTokens: { mint: '$usdc', from: '$alice', to: '$alice', amount: '100' } },
    );
    expect(lamports(done, key('alice'))).toBe(9_999_990_000n);
    expect(tokens(done, ata('alice'))!.amount).toBe(100_000_000n);
  });
});

describe('token balances', () => {
  test('are those of accounts that are there, in the order of the keys, under a token program', () => {
    const { transactions } = run({ transferTokens: { mint: '$usdc', from: '$alice', to: '$bob', amount: '0.5' } });
    const balance = (accountIndex: number, owner: string, amount: string, uiAmountString: string) => ({
      accountIndex,
      mint: key('usdc'),
      owner: key(owner),
      programId: TOKEN_PROGRAM,
      uiTokenAmount: { amount, decimals: 6, uiAmount: new JsonFloat(Number(uiAmountString)), uiAmountString },
    });
    expect(keysOf(transactions[0]!)).toEqual([key('alice'), ata('alice'), ata('bob'), TOKEN_PROGRAM]);
    expect(decodedMeta(transactions[0]!.meta).preTokenBalances).toEqual([
      balance(1, 'alice', '100000000', '100'),
      balance(2, 'bob', '1000000', '1'),
    ]);
    expect(decodedMeta(transactions[0]!.meta).postTokenBalances).toEqual([
      balance(1, 'alice', '99500000', '99.5'),
      balance(2, 'bob', '1500000', '1.5'),
    ]);
  });

  test('are none in a transaction that names no token program', () => {
    const { transactions } = run({ transfer: { from: '$alice', to: '$ata(alice,usdc)', sol: 1 } });
    expect(decodedMeta(transactions[0]!.meta)).toMatchObject({ preTokenBalances: [], postTokenBalances: [] });
  });

  test('count accounts from lookup tables too', () => {
    const done = compileGood({
      accounts: { ...ACCOUNTS, $table: { lookupTable: { addresses: ['$ata(bob,usdc)'] } } },
      slots: [
        {
          slot: 5,
          transactions: [
            {
              instructions: [{ transferTokens: { mint: '$usdc', from: '$alice', to: '$bob', amount: '1' } }],
              lookupTables: ['$table'],
            },
          ],
        },
      ],
    });
    const [{ meta, accountKeys }] = done.transactions as [WireTransaction];
    expect(meta!.loadedAddresses).toEqual({ writable: [ata('bob')], readonly: [] });
    expect(decodedMeta(meta).postTokenBalances!.map(({ accountIndex }) => accountIndex)).toEqual([
      1,
      accountKeys.length,
    ]);
    expect(decodedMeta(meta).postBalances).toHaveLength(accountKeys.length + 1);
    expectAgreement(done);
  });
});

describe('a transaction that fails', () => {
  const failing = (err: TransactionSpec['err'], more: Partial<TransactionSpec> = {}): TransactionSpec => ({
    instructions: [
      { memo: 'first' },
      { transfer: { from: '$alice', to: '$bob', sol: 100 } },
      { raw: { program: '$program', accounts: [], data: new Uint8Array() } },
    ],
    ...(err === undefined ? {} : { err }),
    ...more,
  });
  const metaOf = (spec: TransactionSpec) => decodedMeta(run(spec).transactions[0]!.meta);
  const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
  const system = '11111111111111111111111111111111';

  test('pays its fee and does nothing else', () => {
    const meta = metaOf(failing({ InstructionError: [1, { Custom: 6001 }] }));
    expect(meta.err).toEqual({ InstructionError: [1, { Custom: 6001 }] });
    expect(meta.preBalances).toEqual([10_000_000_000, 0, 0, 1, 0]);
    expect(meta.postBalances).toEqual([9_999_995_000, 0, 0, 1, 0]);
  });

  test.each([
    [{ Custom: 6001 }, 'custom program error: 0x1771'],
    [{ Custom: 1 }, 'custom program error: 0x1'],
    ['InsufficientFunds', 'insufficient funds for instruction'],
    ['ProgramFailedToComplete', 'Program failed to complete'],
    ['NameOfANewerNode', 'NameOfANewerNode'],
  ])('logs up to the instruction that failed: %j', (reason, text) => {
    expect(metaOf(failing({ InstructionError: [1, reason] })).logMessages).toEqual([
      `Program ${memo} invoke [1]`,
      `Program ${memo} success`,
      `Program ${system} invoke [1]`,
      `Program ${system} failed: ${text}`,
    ]);
  });

  test('logs nothing where no instruction failed, unless that shows after them', () => {
    expect(metaOf(failing('AccountInUse')).logMessages).toEqual([]);
    expect(metaOf(failing({ InsufficientFundsForRent: { account_index: 1 } })).logMessages).toHaveLength(6);
  });

  test('need not have been possible', () => {
    const [transaction] = run(
      failing('AccountInUse', {
        instructions: [{ transferTokens: { mint: '$usdc', from: '$dave', to: '$erin', amount: '1' } }],
        payer: '$alice',
      }),
    ).transactions;
    expect(decodedMeta(transaction!.meta)).toMatchObject({
      err: 'AccountInUse',
      preTokenBalances: [],
      postTokenBalances: [],
    });
  });
});

describe('an outcome that is said', () => {
  const memo = { instructions: [{ memo: 'hi' }], payer: '$alice' };

  test('takes the place of what would be reckoned', () => {
    const returnData = { program: '$program', data: Buffer.from('00ff', 'hex') };
    const done = run({ ...memo, fee: 7n, logs: ['a'], computeUnits: 450n, returnData, balances: { $alice: 3n } });
    expect(decodedMeta(done.transactions[0]!.meta)).toMatchObject({
      fee: 7n,
      logMessages: ['a'],
      computeUnitsConsumed: 450n,
      returnData: { programId: key('program'), data: returnData.data },
      preBalances: [10_000_000_000, 0],
      postBalances: [3, 0],
      rewards: [],
      innerInstructions: [],
    });
    expect(lamports(done, key('alice'))).toBe(3n);
  });

  test('has the units of the programs where none are given', () => {
    const meta = decodedMeta(run(memo).transactions[0]!.meta);
    expect(meta).toMatchObject({ computeUnitsConsumed: 1_000n, costUnits: 2_028n });
    expect(meta).not.toHaveProperty('returnData');
  });

  test('lets an account spend what it does not have', () => {
    const done = run({
      instructions: [{ transfer: { from: '$dave', to: '$erin', sol: 4 } }],
      payer: '$alice',
      balances: { $dave: 1_000_000_000n },
    });
    expect(lamports(done, key('dave'))).toBe(1_000_000_000n);
    expect(lamports(done, key('erin'))).toBe(4_000_000_000n);
  });

  test('pays for compute units', () => {
    const [transaction] = run({ ...memo, computeUnitLimit: 200_000, computeUnitPrice: 1_000_000n }).transactions;
    expect(decodedMeta(transaction!.meta).fee).toBe(5_000n + 200_000n);
  });
});

test('calls of other programs are carried out, shown and logged', () => {
  const raw = {
    program: '$swap',
    accounts: ['$alice sw', '$ata(alice,usdc) w', '$ata(bob,usdc) w', '$token', '$pda(swap,"pool") w'],
    data: Buffer.of(9),
  };
  const done = run({
    instructions: [{ memo: 'hi' }, { raw }],
    payer: '$alice',
    inner: [
      {
        index: 1,
        instructions: [{ transferTokens: { mint: '$usdc', from: '$alice', to: '$bob', amount: '40' } }],
      },
    ],
  });
  const [transaction] = done.transactions;
  const keys = keysOf(transaction!);
  expect(decodedMeta(transaction!.meta).innerInstructions).toEqual([
    {
      index: 1,
      instructions: [
        {
          programIdIndex: keys.indexOf(TOKEN_PROGRAM),
          accounts: [ata('alice'), ata('bob'), key('alice')].map((it) => keys.indexOf(it)),
          data: encodeBase58(Buffer.from('03005a620200000000', 'hex')),
          stackHeight: 2,
        },
      ],
    },
  ]);
  expect(decodedMeta(transaction!.meta).logMessages!.slice(3)).toEqual([
    `Program ${key('swap')} invoke [1]`,
    `Program ${TOKEN_PROGRAM} invoke [2]`,
    `Program ${TOKEN_PROGRAM} success`,
    `Program ${key('swap')} success`,
  ]);
  expect(tokens(done, ata('bob'))!.amount).toBe(41_000_000n);
  expectAgreement(done);
});

test('copies of a transaction go on from each other', () => {
  const done = run({ instructions: [{ transfer: { from: '$alice', to: '$bob', sol: 1 } }], repeat: 3 });
  expect(done.transactions.map(({ meta }) => decodedMeta(meta).postBalances[1])).toEqual([1e9, 2e9, 3e9]);
  expect(done.transactions.map(({ index }) => index)).toEqual([0, 1, 2]);
});
