import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeBase58 } from '../../../../src/codec/base58.ts';
import { stringifyJson } from '../../../../src/codec/jsonText.ts';
import type { Address } from '../../../../src/solana/address.ts';
import { parseTokenInstruction } from '../../../../src/solana/programs/splToken/baseInstructions.ts';
import { parseOrDecline, readVectors } from './parserCases.ts';

const VECTORS = '../shared/vectors/instructions-token.json';

interface VectorRow {
  readonly name: string;
  /** the release that the row is of */
  readonly profile: 'both' | 'R41' | 'NEXT';
  readonly programId: string;
  readonly accountKeys: readonly Address[];
  readonly accounts: readonly number[];
  readonly dataBase58: string;
  /** `{ info, type }`; null: shown partially decoded */
  readonly expectedText: string | null;
}

describe.skipIf(!existsSync(VECTORS))('token instructions: shared vectors', () => {
  const all = existsSync(VECTORS) ? readVectors<VectorRow>(VECTORS) : [];
  const rows = all.filter(({ profile }) => profile !== 'NEXT');

  test('there are some', () => expect(rows.length).toBeGreaterThan(0));

  test.each(rows)('$name', ({ programId, accountKeys, accounts, dataBase58, expectedText }) => {
    const resolved = accounts.map((index) => accountKeys[index]!);
    const parsed = parseOrDecline(parseTokenInstruction, programId, resolved, decodeBase58(dataBase58));
    if (expectedText === null) expect(parsed).toBeUndefined();
    else expect(stringifyJson({ ...parsed })).toBe(`{"parsed":${expectedText},"program":"spl-token"}`);
  });
});
