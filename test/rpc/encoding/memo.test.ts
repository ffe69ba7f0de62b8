import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import { DEFAULT_VERSION } from '../../../src/nodeVersion.ts';
import { memoText } from '../../../src/rpc/encoding/memo.ts';
import { type Address, address, type Blockhash, MEMO_PROGRAM, MEMO_V1_PROGRAM } from '../../../src/solana/address.ts';
import type { CompiledInstruction, Message } from '../../../src/solana/transaction.ts';

const PAYER = address('payer');
const OTHER = address('other');
const KEYS = [PAYER, MEMO_V1_PROGRAM, MEMO_PROGRAM, OTHER];
const V1 = 1;
const V3 = 2;

function messageOf(
  instructions: readonly (readonly [programIdIndex: number, data: Uint8Array])[],
  accountKeys: readonly Address[] = KEYS,
): Message {
  return {
    header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 3 },
    accountKeys,
    recentBlockhash: 'hash' as Blockhash,
    instructions: instructions.map(
      ([programIdIndex, data]): CompiledInstruction => ({ programIdIndex, accounts: new Uint8Array(), data }),
    ),
  };
}

function memosOf(...instructions: readonly (readonly [number, string | Uint8Array])[]): string | null {
  return memoText(messageOf(instructions.map(([index, data]) => [index, Buffer.from(data)])), KEYS, DEFAULT_VERSION);
}

describe('memoText', () => {
  test('null without a memo', () => {
    expect(memosOf()).toBeNull();
    expect(memosOf([3, 'no memo'])).toBeNull();
  });

  test('both memo programs, in instruction order', () => {
    expect(memosOf([V3, 'first'], [3, 'no memo'], [V1, 'second'], [V3, 'third'])).toBe(
      '[5] first; [6] second; [5] third',
    );
  });

  test('the length counts bytes', () => {
    expect(memosOf([V1, 'señal 🦖'])).toBe('[11] señal 🦖');
  });

  test('an empty memo keeps its space', () => {
    expect(memosOf([V3, ''])).toBe('[0] ');
    expect(memosOf([V3, ''], [V3, ''])).toBe('[0] ; [0] ');
  });

  test('what is not UTF-8 is said to be so', () => {
    expect(memosOf([V3, new Uint8Array([0xff, 0x61])], [V3, 'ok'])).toBe('[2] (unparseable); [2] ok');
  });

  test('text stands unescaped, a byte-order mark and the separator included', () => {
    expect(memosOf([V3, '\ufeffa; [1] b\n'])).toBe('[12] \ufeffa; [1] b\n');
  });

  test('an index beyond the keys is skipped', () => {
    expect(memosOf([4, 'a'], [255, 'b'])).toBeNull();
    expect(memosOf([4, 'a'], [V3, 'c'])).toBe('[1] c');
  });

  test('a program that a lookup table loaded counts', () => {
    const message = messageOf([[1, Buffer.from('a')]], [PAYER]);
    expect(memoText(message, [PAYER, MEMO_PROGRAM], DEFAULT_VERSION)).toBe('[1] a');
  });

  test('any bytes', () => {
    const instruction = fc.tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 40 }));
    fc.assert(
      fc.property(fc.array(instruction, { maxLength: 6 }), (instructions) => {
        const memos = instructions.filter(([index]) => index === V1 || index === V3);
        const memo = memoText(messageOf(instructions), KEYS, DEFAULT_VERSION);
        if (memos.length === 0) expect(memo).toBeNull();
        else expect(memo).toMatch(new RegExp(`^\\[${memos[0]![1].length}\\] `));
      }),
    );
  });
});

const VECTORS = '../shared/vectors/memo-extraction.json';

interface VectorRow {
  readonly name: string;
  readonly accountKeys: readonly Address[];
  readonly instructions: readonly { readonly programIdIndex: number; readonly dataBase58: string }[];
  readonly expected: string | null;
}

describe.skipIf(!existsSync(VECTORS))('memoText: shared vectors', () => {
  const rows: readonly VectorRow[] = existsSync(VECTORS) ? JSON.parse(readFileSync(VECTORS, 'utf8')) : [];

  test('there are some', () => {
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(rows)('$name', ({ accountKeys, instructions, expected }) => {
    const compiled = instructions.map((one) => [one.programIdIndex, decodeBase58(one.dataBase58)] as const);
    expect(memoText(messageOf(compiled, accountKeys), accountKeys, DEFAULT_VERSION)).toBe(expected);
  });
});
