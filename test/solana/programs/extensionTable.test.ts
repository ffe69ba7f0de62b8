import { expect, it } from 'vitest';
import {
  ALL_EXTENSION_ROWS,
  EXTENSION,
  EXTENSION_AUTHORITIES,
  EXTENSION_ROWS,
  type ExtensionName,
} from '../../../src/solana/programs/splToken/extensionTable.ts';

const rows = Object.values(ALL_EXTENSION_ROWS).map((row) => row!);
const kindOf = (name: string) => ALL_EXTENSION_ROWS[EXTENSION[name as ExtensionName]]?.kind;

it('has each number once, and the newest only for the versions that parse it', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 28 }, (_, i) => i + 1));
  expect(Object.keys(EXTENSION_ROWS)).toHaveLength(27);
  expect(EXTENSION.permissionedBurnConfig).toBe(28);
});

it('names extensions of mints and of accounts where rows refer to others', () => {
  for (const { accountExtensions = [], kind, mintExtension, pointer } of rows) {
    for (const name of accountExtensions) expect([kind, kindOf(name)]).toEqual(['mint', 'account']);
    if (mintExtension !== undefined) expect([kind, kindOf(mintExtension)]).toEqual(['account', 'mint']);
    if (pointer !== undefined) expect([kind, kindOf(pointer)]).toEqual(['mint', 'mint']);
  }
});

it('has authorities in members that their extensions have', () => {
  expect([...EXTENSION_AUTHORITIES.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: 14 }, (_, i) => i + 4));
  for (const { extension, member } of EXTENSION_AUTHORITIES.values())
    expect(Object.keys(ALL_EXTENSION_ROWS[extension]!.value!.members)).toContain(member);
});
