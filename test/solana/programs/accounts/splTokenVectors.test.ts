import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../../../src/codec/base64.ts';
import { BytesError } from '../../../../src/codec/bytes.ts';
import { type JsonText, stringifyJson } from '../../../../src/codec/jsonText.ts';
import { NODE_VERSIONS } from '../../../../src/nodeVersion.ts';
import { ADDRESS_BYTES, type Address, address, addressOf } from '../../../../src/solana/address.ts';
import type { AccountParser, MintInfo } from '../../../../src/solana/programs/parserTypes.ts';
import { readMintInfo } from '../../../../src/solana/programs/splToken/mintInfo.ts';
import {
  parseToken2022Account,
  parseTokenAccount,
} from '../../../../src/solana/programs/splToken/tokenAccountParsers.ts';

/** A row of the shared account vectors, the members that matter here. */
interface Row {
  readonly name: string;
  readonly pubkey: string;
  readonly dataBase64: string;
  readonly expectedText: JsonText;
  readonly fallback?: boolean;
  readonly additional: {
    readonly accounts: readonly { readonly pubkey: string; readonly dataBase64: string }[];
    readonly clockUnixTimestamp?: number;
  } | null;
}

const FILES: readonly [file: string, parse: AccountParser][] = [
  ['spl-token', parseTokenAccount],
  ['spl-token-2022', parseToken2022Account],
];

for (const [file, parse] of FILES) {
  const url = new URL(`../../../../../shared/vectors/accounts/${file}.json`, import.meta.url);
  const isThere = existsSync(url);
  const rows: readonly Row[] = isThere ? JSON.parse(readFileSync(url, 'utf8')) : [];
  describe.skipIf(!isThere)(`shared vectors: ${file}`, () => {
    it('has rows', () => expect(rows.length).toBeGreaterThan(0));
    for (const row of rows) it(row.name, () => checkRow(row, parse));
  });
}

function checkRow(row: Row, parse: AccountParser): void {
  const data = decodeBase64(row.dataBase64);
  const asked: Address[] = [];
  const mintOf = (mint: Address) => {
    asked.push(mint);
    return mintIn(row, mint);
  };
  const result = orFallBack(() => parse(data, address(row.pubkey), { version: NODE_VERSIONS['4.1'], mintOf }));
  if (row.fallback === true) expect(result).toBeUndefined();
  else expect(result && stringifyJson({ ...result, space: data.length })).toBe(row.expectedText);
  for (const mint of asked) expect(mint).toBe(addressOf(data.subarray(0, ADDRESS_BYTES)));
}

function mintIn({ additional }: Row, mint: Address): MintInfo | undefined {
  const account = additional?.accounts.find(({ pubkey }) => pubkey === mint);
  return account && readMintInfo(decodeBase64(account.dataBase64), BigInt(additional?.clockUnixTimestamp ?? 0));
}

function orFallBack<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof BytesError) return undefined;
    throw error;
  }
}
