import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encodeBase58 } from '../../../src/codec/base58.ts';
import { namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import { compileGood, compileSpec, type SlotSpec } from '../../support/scripts.ts';
import { decodedMeta } from '../../support/transactions.ts';

const numbers = (slots: readonly SlotSpec[]) => compileGood({ slots }).blocks.map(({ slot }) => Number(slot));

describe('slots', () => {
  test('are single, in ranges, in steps, and skipped', () => {
    expect(
      numbers([{ slot: 5 }, { from: 6, to: 8 }, { skipped: 9 }, { from: 10, to: 15, every: 2 }, { skipped: [16, 20] }]),
    ).toEqual([5, 6, 7, 8, 10, 12, 14]);
  });

  test.each<[string, readonly SlotSpec[], string]>([
    [
      'that go back',
      [{ slot: 5 }, { slot: 4 }],
      'slots/1: slot 4 is listed after slot 5 (slots must be in ascending order)',
    ],
    [
      'that stand twice',
      [{ from: 1, to: 5 }, { skipped: 5 }],
      'slots/1: slot 5 is listed after slot 5 (slots must be in ascending order)',
    ],
    [
      'whose parent was skipped',
      [{ slot: 5 }, { skipped: 6 }, { slot: 7, parent: 6 }],
      'slots/2: slot 6 has no block, so it cannot be the parent of slot 7',
    ],
    ['that are their own parent', [{ slot: 5, parent: 5 }], 'slots/0: slot 5 cannot be the parent of slot 5'],
  ])('%s are refused', (_, slots, error) => {
    expect(compileSpec({ slots }).errors).toEqual([error]);
  });
});

describe('a block', () => {
  test('follows the one before it: parent, hash and height', () => {
    const { blocks } = compileGood({ slots: [{ slot: 5 }, { skipped: 6 }, { from: 7, to: 8 }] });
    expect(blocks.map(({ parentSlot }) => parentSlot)).toEqual([4n, 5n, 7n]);
    expect(blocks.map(({ blockHeight }) => blockHeight)).toEqual([5n, 6n, 7n]);
    expect(blocks[1]!.previousBlockhash).toBe(blocks[0]!.blockhash);
    expect(blocks[2]!.previousBlockhash).toBe(blocks[1]!.blockhash);
    expect(blocks.map(({ rewards }) => rewards)).toEqual([[], [], []]);
  });

  test('has a hash that is made of its slot and the hash before', () => {
    const hash = (text: string) => encodeBase58(createHash('sha256').update(text).digest());
    const [block] = compileGood({ slots: [{ slot: 5 }] }).blocks;
    expect(block!.previousBlockhash).toBe(hash('stillnode block 4'));
    expect(block!.blockhash).toBe(hash(`stillnode block 5 after ${hash('stillnode block 4')}`));
  });

  test('of slot 0 is its own parent', () => {
    const [block] = compileGood({ slots: [{ slot: 0 }] }).blocks;
    expect(block).toMatchObject({ parentSlot: 0n, blockHeight: 0n, previousBlockhash: block!.blockhash });
  });

  test('has the hash that is said, the first of a range', () => {
    const blockhash = namedKeyPair('any').address;
    const { blocks } = compileGood({ slots: [{ from: 5, to: 6, blockhash }] });
    expect(blocks[0]!.blockhash).toBe(blockhash);
    expect(blocks[1]!.previousBlockhash).toBe(blockhash);
    expect(blocks[1]!.blockhash).not.toBe(blockhash);
  });

  test('goes on from a recorded one', () => {
    const [recorded] = compileGood({ slots: [{ slot: 90, blockTime: 5_000 }] }).blocks;
    const block = (slot: bigint) => (slot === 90n ? { ...recorded!, blockHeight: 33n } : undefined);
    const { blocks } = compileGood({ slots: [{ slot: 100, parent: 90 }] }, { block });
    expect(blocks[0]).toMatchObject({
      previousBlockhash: recorded!.blockhash,
      parentSlot: 90n,
      blockHeight: 34n,
      blockTimeSeconds: 5_004n,
    });
  });
});

describe('block times', () => {
  const times = (slots: readonly SlotSpec[]) => compileGood({ slots }).blocks.map((block) => block.blockTimeSeconds);

  test('are 0.4 seconds a slot from 1,700,000,000 at slot 0, in whole seconds', () => {
    expect(times([{ from: 0, to: 5 }, { slot: 1_000 }])).toEqual(
      [0n, 0n, 0n, 1n, 1n, 2n, 400n].map((seconds) => 1_700_000_000n + seconds),
    );
  });

  test('go on from one that is said, the first of a range', () => {
    expect(times([{ slot: 4 }, { from: 5, to: 8, blockTime: 2_000_000_000 }, { slot: 15 }]).slice(1)).toEqual(
      [0n, 0n, 0n, 1n, 4n].map((seconds) => 2_000_000_000n + seconds),
    );
  });

  test('are left out where they are said to be', () => {
    expect(times([{ slot: 5, blockTime: 500 }, { from: 6, to: 7, blockTime: null }, { slot: 10 }])).toEqual([
      500n,
      null,
      null,
      502n,
    ]);
  });

  test('that go back are warned of', () => {
    const { warnings } = compileSpec({
      slots: [
        { slot: 5, blockTime: 500 },
        { slot: 6, blockTime: 400 },
      ],
    });
    expect(warnings).toEqual(['slots/1: slot 6 is at 400, before its parent, slot 5, at 500']);
  });
});

describe('a fork', () => {
  const pay = (sol: number) => ({ transfer: { from: '$alice', to: '$bob', sol } });
  const { blocks, transactions, accounts } = compileGood({
    accounts: { $alice: { sol: 10 }, $bob: { sol: 1 } },
    slots: [
      { slot: 5, transactions: [pay(1)] },
      { slot: 6, transactions: [pay(2)] },
      { slot: 7, transactions: [pay(3)] },
      { slot: 8, parent: 5, transactions: [pay(4), pay(2)] },
      { slot: 9, transactions: [pay(1)] },
    ],
  });
  const bobBefore = transactions.map(({ meta }) => Number(decodedMeta(meta).preBalances[1]) / 1e9);

  test('starts from the state of its parent', () => {
    expect(bobBefore).toEqual([1, 2, 4, 2, 6, 8]);
    expect(accounts.get(namedKeyPair('bob').address)!.lamports).toBe(9_000_000_000n);
  });

  test('has its own heights and hashes', () => {
    expect(blocks.map(({ blockHeight }) => Number(blockHeight))).toEqual([5, 6, 7, 6, 7]);
    expect(blocks[3]!.previousBlockhash).toBe(blocks[0]!.blockhash);
    expect(new Set(blocks.map(({ blockhash }) => blockhash)).size).toBe(5);
  });

  test('carries a transaction of its sibling with the same signature', () => {
    expect(transactions[4]!.signature).toBe(transactions[1]!.signature);
  });
});

describe('names of transactions', () => {
  test('give the signatures of all copies', () => {
    const transaction = { name: 'payment', repeat: 2, instructions: [{ memo: 'hi' }], payer: '$alice' };
    const { signatures, transactions } = compileGood({
      accounts: { $alice: { sol: 1 } },
      slots: [{ from: 5, to: 6, transactions: [transaction] }],
    });
    expect(signatures.get('payment')).toEqual(transactions.map(({ signature }) => signature));
    expect(new Set(signatures.get('payment')).size).toBe(4);
  });

  test('stand once', () => {
    const transaction = { name: 'payment', instructions: [{ memo: 'hi' }], payer: '$alice' };
    const slots = [
      { slot: 5, transactions: [transaction] },
      { slot: 6, transactions: [transaction] },
    ];
    expect(compileSpec({ accounts: { $alice: { sol: 1 } }, slots }).errors).toEqual([
      'slots/1/0: two transactions have the name "payment"',
    ]);
  });
});
