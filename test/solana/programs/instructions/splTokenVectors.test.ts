import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeBase58 } from '../../../../src/codec/base58.ts';
import { stringifyJson } from '../../../../src/codec/jsonText.ts';
import { NODE_VERSIONS } from '../../../../src/nodeVersion.ts';
import type { Address } from '../../../../src/solana/address.ts';
import type { InstructionParser } from '../../../../src/solana/programs/parserTypes.ts';
import { parseTokenInstruction } from '../../../../src/solana/programs/splToken/parseTokenInstruction.ts';
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

  describe.each([
    ['4.1', ['both', 'R41']],
    ['4.2', ['both']],
    ['4.3', ['both', 'NEXT']],
  ] as const)('%s', (version, profiles) => {
    const rows = all.filter(({ profile }) => profiles.some((known) => known === profile));
    const parse: InstructionParser = (instruction) => parseTokenInstruction(instruction, NODE_VERSIONS[version]);

    test('there are some', () => expect(rows.length).toBeGreaterThan(0));

    test.each(rows)('$name', ({ programId, accountKeys, accounts, dataBase58, expectedText }) => {
      const resolved = accounts.map((index) => accountKeys[index]!);
      const parsed = parseOrDecline(parse, programId, resolved, decodeBase58(dataBase58));
      if (expectedText === null) expect(parsed).toBeUndefined();
      else expect(stringifyJson({ ...parsed })).toBe(`{"parsed":${expectedText},"program":"spl-token"}`);
    });
  });

  // 4.2 has the new names, and guesses the accounts of proofs as 4.1
  test.each([
    ['ct-deposit-4acc-NEXT', '4.2'],
    ['ct-transfer-offset-multisig-mislabel-R41', '4.2'],
    ['unwrapLamports-some-NEXT-single', '4.2'],
    ['batch-NEXT', '4.2'],
    ['permissionedBurnChecked-NEXT-multisig', '4.2'],
  ] as const)('%s in %s', (name, version) => {
    const { programId, accountKeys, accounts, dataBase58, expectedText } = all.find((row) => row.name === name)!;
    const resolved = accounts.map((index) => accountKeys[index]!);
    const parse: InstructionParser = (instruction) => parseTokenInstruction(instruction, NODE_VERSIONS[version]);
    const parsed = parseOrDecline(parse, programId, resolved, decodeBase58(dataBase58));
    expect(stringifyJson({ ...parsed })).toBe(`{"parsed":${expectedText},"program":"spl-token"}`);
  });
});
