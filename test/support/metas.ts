import fc from 'fast-check';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { JsonFloat, jsonInteger } from '../../src/codec/jsonText.ts';
import type { Address } from '../../src/solana/address.ts';
import type { InnerInstructions, Reward, TokenBalance, TransactionMeta } from '../../src/solana/meta.ts';

/** Arbitrary metadata of transactions, with everything that may be recorded and everything that may be missing. */

const U64_MAX = 18446744073709551615n;
const U32_MAX = 0xffffffff;

const u64 = fc.bigInt({ min: 0n, max: U64_MAX });
const u8 = fc.integer({ min: 0, max: 255 });
const shownU64 = u64.map(jsonInteger);
const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => encodeBase58(bytes) as Address);
/** texts that look like the members around them, too */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'Program log: "quoted" \\ and\nbroken \u0007',
    ',"postBalances":[',
    '","fee":',
    ',\\"rewards\\":',
    'é🦖',
  ),
);
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

const err = orNull<fc.JsonValue | string>(
  fc.oneof(
    fc.constantFrom('AccountInUse', 'BlockhashNotFound'),
    fc
      .tuple(u8, fc.oneof(fc.constant('InvalidArgument'), fc.record({ Custom: fc.integer({ min: 0, max: U32_MAX }) })))
      .map((content) => ({ InstructionError: content })),
    u8.map((index) => ({ DuplicateInstruction: index })),
    u8.map((index) => ({ InsufficientFundsForRent: { account_index: index } })),
  ),
);

const innerInstructions: fc.Arbitrary<InnerInstructions[]> = fc.array(
  fc.record({
    index: u8,
    instructions: fc.array(
      fc.record({
        accounts: fc.array(u8, { maxLength: 5 }),
        data: fc.uint8Array({ maxLength: 20 }).map(encodeBase58),
        programIdIndex: u8,
        stackHeight: orNull(fc.integer({ min: 0, max: U32_MAX })),
      }),
      { maxLength: 3 },
    ),
  }),
  { maxLength: 3 },
);

const tokenBalances: fc.Arbitrary<TokenBalance[]> = fc.array(
  fc.record(
    {
      accountIndex: u8,
      mint: address,
      owner: address,
      programId: address,
      uiTokenAmount: fc.record({
        amount: u64.map(String),
        decimals: u8,
        uiAmount: orNull(
          fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }).map((value) => new JsonFloat(value)),
        ),
        uiAmountString: fc.oneof(
          text,
          u64.map((amount) => `${amount}.5`),
        ),
      }),
    },
    { requiredKeys: ['accountIndex', 'mint', 'uiTokenAmount'] },
  ),
  { maxLength: 3 },
);

const rewards: fc.Arbitrary<Reward[]> = fc.array(
  fc.record(
    {
      pubkey: address,
      lamports: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      postBalance: u64,
      rewardType: orNull(fc.constantFrom('Fee', 'Rent')),
      commission: orNull(u8),
      commissionBps: fc.integer({ min: 0, max: 10_000 }),
    },
    { requiredKeys: ['pubkey', 'lamports', 'postBalance', 'rewardType', 'commission'] },
  ),
  { maxLength: 2 },
);

const addresses = fc.array(address, { maxLength: 3 });

export const anyMeta: fc.Arbitrary<TransactionMeta> = fc.record(
  {
    err: err as fc.Arbitrary<TransactionMeta['err']>,
    fee: u64,
    preBalances: fc.array(shownU64, { maxLength: 5 }),
    postBalances: fc.array(shownU64, { maxLength: 5 }),
    innerInstructions: orNull(innerInstructions),
    logMessages: orNull(fc.array(text, { maxLength: 4 })),
    preTokenBalances: orNull(tokenBalances),
    postTokenBalances: orNull(tokenBalances),
    rewards: orNull(rewards),
    loadedAddresses: fc.record({ writable: addresses, readonly: addresses }),
    returnData: fc.record({
      programId: address,
      data: fc.uint8Array({ minLength: 1, maxLength: 9 }).map((bytes) => Buffer.from(bytes)),
    }),
    computeUnitsConsumed: u64,
    costUnits: u64,
  },
  {
    requiredKeys: [
      'err',
      'fee',
      'preBalances',
      'postBalances',
      'innerInstructions',
      'logMessages',
      'preTokenBalances',
      'postTokenBalances',
      'rewards',
      'loadedAddresses',
    ],
  },
);
