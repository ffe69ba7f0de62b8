import { expect, expectTypeOf, it } from 'vitest';
import {
  ata,
  type BlockBuilder,
  type BlockTransactions,
  keypair,
  type LedgerBuilder,
  type LedgerJson,
  lamports,
  ledger,
  type NodeOptions,
  sol,
  type TransactionBuilder,
  tokens,
} from '../../../src/index.ts';
import type {
  Funded,
  LookupTableOptions,
  MintOptions,
  MultisigOptions,
  NonceOptions,
  RawAccountOptions,
  StakeOptions,
  TokenAccountOptions,
} from '../../../src/script/building/accountBuilders.ts';
import { ACCOUNT_KINDS } from '../../../src/script/format/accounts.ts';
import type {
  AccountJson,
  FailureJson,
  InstructionJson,
  LedgerMembers,
  TransactionMembers,
} from '../../../src/script/format/ledgerJsonTypes.ts';
import type { SCRIPT_MEMBERS } from '../../../src/script/format/script.ts';
import type { TRANSACTION_MEMBERS } from '../../../src/script/format/transactions.ts';
import type { InstructionName } from '../../../src/script/instructions/index.ts';
import type { LedgerFileMember } from '../../../src/script/ledgerJson/ledgerMembers.ts';
import type { InstructionErrorName, TransactionErrorName } from '../../../src/solana/transactionErrors.ts';

/** The members of any of several objects. */
type KeysOf<T> = T extends unknown ? keyof T : never;

/** What the compiler says of scripts. `tsc` holds these lines to it; running them shows that nothing is refused before it is loaded. */

it('the types have the words of the file format, and no others', () => {
  expectTypeOf<KeysOf<InstructionJson>>().toEqualTypeOf<InstructionName | `${string}.${string}`>();
  const ofPrograms = ['program', 'account', 'fields', 'space'] as const;
  const kinds: Record<
    Exclude<KeysOf<AccountJson>, 'lamports' | 'sol' | 'metadata' | (typeof ofPrograms)[number]>,
    true
  > = {
    mint: true,
    tokens: true,
    token: true,
    multisig: true,
    nonce: true,
    stake: true,
    lookupTable: true,
    raw: true,
  };
  expect(Object.keys(kinds)).toEqual(Object.keys(ACCOUNT_KINDS));
  expectTypeOf<keyof LedgerMembers>().toEqualTypeOf<LedgerFileMember>();
  expectTypeOf<keyof LedgerJson>().toEqualTypeOf<LedgerFileMember | keyof typeof SCRIPT_MEMBERS>();
  expectTypeOf<keyof TransactionMembers | 'instructions'>().toEqualTypeOf<keyof typeof TRANSACTION_MEMBERS>();
  expectTypeOf<Extract<FailureJson, string>>().toEqualTypeOf<
    TransactionErrorName | InstructionErrorName | `${string}.${string}`
  >();
});

/** The value under the name of a kind of accounts. */
type KindJson<K extends string> = Extract<AccountJson, Readonly<Record<K, unknown>>>[K];

/** Which members a type has, and which of them may be left out. */
type Shape<T> = { readonly [K in keyof T]: Record<never, never> extends Pick<T, K> ? 'optional' : 'required' };

/** The options of a kind that the file format asks for. */
type Options<K extends string, More extends object = object> = Required<Shape<KindJson<K> & Funded & More>>;

it('the options of each kind of account are its members', () => {
  type MetadataOption = Pick<MintOptions, 'metadata'>;
  expectTypeOf<Required<Shape<MintOptions>>>().toEqualTypeOf<Options<'mint', MetadataOption>>();
  expectTypeOf<Required<Shape<MultisigOptions>>>().toEqualTypeOf<Options<'multisig'>>();
  expectTypeOf<Required<Shape<NonceOptions>>>().toEqualTypeOf<Options<'nonce'>>();
  expectTypeOf<Required<Shape<StakeOptions>>>().toEqualTypeOf<Options<'stake'>>();
  expectTypeOf<Required<Shape<LookupTableOptions>>>().toEqualTypeOf<Options<'lookupTable'>>();
  expectTypeOf<Required<Shape<RawAccountOptions>>>().toEqualTypeOf<Options<'raw'>>();
  // the owner and the balance come before the options
  expectTypeOf<keyof TokenAccountOptions | 'mint' | 'owner' | 'amount'>().toEqualTypeOf<
    keyof KindJson<'token'> | keyof Funded | 'address'
  >();
});

it('every step gives what the next one is said of', () => {
  const script = ledger({ finalized: 10 }).wallet('alice', sol(1)).block(1).skip(2);
  expectTypeOf(script).toEqualTypeOf<LedgerBuilder>();
  expectTypeOf(script.toJSON()).toEqualTypeOf<LedgerJson>();
  script.block(3, (b) => {
    expectTypeOf(b).toEqualTypeOf<BlockBuilder>();
    expectTypeOf(b.memo('hi').fee(1).memo('ho')).toEqualTypeOf<BlockTransactions>();
    return b.tx((t) => {
      expectTypeOf(t.memo('hi').fee(1).memo('ho')).toEqualTypeOf<TransactionBuilder>();
      return t;
    });
  });
  expectTypeOf(script).toExtend<NodeOptions['ledger']>();
  expectTypeOf(script.toJSON()).toExtend<NodeOptions['ledger']>();
  expectTypeOf([script, script.toJSON(), 'fixtures']).toExtend<NodeOptions['ledger']>();
  expectTypeOf(keypair('alice').secretKey).toEqualTypeOf<Uint8Array>();
});

it('what the compiler refuses', () => {
  const script = ledger();
  // @ts-expect-error a member of ledger.json, misspelled
  ledger({ finalised: 10 });
  // @ts-expect-error a slot is a number
  ledger({ finalized: 10n });
  // @ts-expect-error a number of compute units is one too
  script.block(1, (b) => b.memo('hi').computeUnits(5n));
  // @ts-expect-error of which unit
  script.wallet('alice', 5);
  const noKey = new TypeError('expected a name, an address or a key pair, found undefined');
  // @ts-expect-error lamports are no tokens
  expect(() => script.tokenAccount('alice', lamports(5))).toThrow(noKey);
  // @ts-expect-error of which mint
  expect(() => script.tokenAccount('alice', tokens(5))).toThrow(noKey);
  // @ts-expect-error a mint has decimals
  script.mint('usdc', {});
  script.block(1, (b) => {
    // @ts-expect-error there is no transaction yet that could fail
    expect(() => b.fail({ custom: 1 })).toThrow(TypeError);
    // @ts-expect-error an error, misspelled
    b.memo('hi').fail('AccountInUsed');
    // @ts-expect-error an error of an instruction is said with the instruction
    b.memo('hi').fail({ error: 'AccountInUse' });
    // @ts-expect-error there is no version 2
    b.memo('hi').version(2);
    // @ts-expect-error of which mint
    b.mintTo('alice', tokens(5));
    b.approve(ata('alice', 'usdc'), 'bob', tokens(5));
    // @ts-expect-error a block holds transactions, and a transaction instructions
    return b.tx(() => b.memo('hi'));
  });
  // @ts-expect-error a range has an end
  script.blocks({ from: 5 });
  // @ts-expect-error no two blocks have the same blockhash
  script.blocks({ from: 5, to: 9, blockhash: 'x' });
});

it('an object in the words of the file format is checked too', () => {
  const good: LedgerJson = {
    accounts: { $alice: { sol: 5 }, $usdc: { mint: { decimals: 6 }, lamports: 5n } },
    slots: [
      { slot: 1, transactions: [{ transfer: { from: '$alice', to: '$bob', sol: '1' }, err: { custom: 1 } }] },
      { from: 2, to: 5, transactions: [{ instructions: [{ memo: 'hi' }, { memo: { text: 'ho' } }], payer: '$alice' }] },
      { skipped: [6, 7] },
    ],
  };
  expect(Object.keys(good)).toEqual(['accounts', 'slots']);
  const wrong: LedgerJson[] = [
    // @ts-expect-error there is no such instruction
    { slots: [{ slot: 1, transactions: [{ transfers: { from: '$alice', to: '$bob', sol: 1 } }] }] },
    // @ts-expect-error a transfer has a receiver
    { slots: [{ slot: 1, transactions: [{ transfer: { from: '$alice', sol: 1 } }] }] },
    // @ts-expect-error a slot has a number
    { slots: [{ transactions: [] }] },
    // @ts-expect-error a token account has a mint
    { accounts: { $alice: { token: { owner: '$alice' } } } },
  ];
  expect(wrong.length).toBe(4);
});
