import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeBase64 } from '../../../../src/codec/base64.ts';
import { BytesError } from '../../../../src/codec/bytes.ts';
import { type JsonObject, type JsonText, stringifyJson } from '../../../../src/codec/jsonText.ts';
import { parseJson } from '../../../../src/codec/parseJson.ts';
import { NODE_VERSIONS } from '../../../../src/nodeVersion.ts';
import { type Address, address } from '../../../../src/solana/address.ts';
import type { AccountParser } from '../../../../src/solana/programs/parserTypes.ts';

/** A row of the shared account vectors; integers are exact. */
interface VectorRow {
  readonly name: string;
  readonly pubkey: string;
  readonly owner: string;
  readonly dataBase64: string;
  readonly expected: JsonObject;
  readonly expectedText?: JsonText;
  /** the bits of a slot history, too long to be written down */
  readonly expectedDigest?: BitsDigest;
  readonly fallback?: boolean;
}

interface BitsDigest {
  readonly length: number;
  readonly ones: number;
  readonly head64: string;
  readonly tail64: string;
  readonly sha256: string;
}

export const ANY_ADDRESS: Address = address('4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi');

/** What `data` of the account is, as text; undefined where the caller has to fall back. */
export function parsedText(
  parse: AccountParser,
  data: Uint8Array,
  account: Address = ANY_ADDRESS,
): JsonText | undefined {
  const result = parseOrFallBack(parse, data, account);
  return result && stringifyJson({ ...result, space: data.length });
}

/** Anything but a BytesError is a bug of the parser and goes on to the test. */
export function parseOrFallBack(
  parse: AccountParser,
  data: Uint8Array,
  account: Address,
): ReturnType<AccountParser> | undefined {
  try {
    return parse(data, account, { version: NODE_VERSIONS['4.1'], mintOf: () => undefined });
  } catch (error) {
    if (error instanceof BytesError) return undefined;
    throw error;
  }
}

/** Runs every row of `<file>.json` through the parser; skips, and says so, where the shared folder is missing. */
export function describeVectors(file: string, parserOf: (row: VectorRow) => readonly AccountParser[]): void {
  const url = new URL(`../../../../../shared/vectors/accounts/${file}.json`, import.meta.url);
  const isThere = existsSync(url);
  const rows = isThere ? (parseJson(readFileSync(url, 'utf8')) as unknown as readonly VectorRow[]) : [];
  describe.skipIf(!isThere)(`shared vectors: ${file}`, () => {
    it('has rows', () => expect(rows.length).toBeGreaterThan(0));
    for (const row of rows) {
      it(row.name, () => {
        const parsers = parserOf(row);
        expect(parsers.length).toBeGreaterThan(0);
        for (const parse of parsers) checkRow(row, parse);
      });
    }
  });
}

function checkRow(row: VectorRow, parse: AccountParser): void {
  const text = parsedText(parse, decodeBase64(row.dataBase64), address(row.pubkey));
  if (row.fallback === true) expect(text).toBeUndefined();
  else if (row.expectedDigest !== undefined) checkDigest(text, row.expected, row.expectedDigest);
  else expect(text).toBe(row.expectedText ?? stringifyJson(row.expected));
}

function checkDigest(text: JsonText | undefined, expected: JsonObject, digest: BitsDigest): void {
  const bits = /"bits":"([01]*)"/.exec(text ?? '')?.[1] ?? '';
  expect(text?.replace(`"${bits}"`, 'null')).toBe(stringifyJson(expected));
  expect(bits.length).toBe(digest.length);
  expect(bits.replaceAll('0', '').length).toBe(digest.ones);
  expect(bits.slice(0, 64)).toBe(digest.head64);
  expect(bits.slice(-64)).toBe(digest.tail64);
  expect(createHash('sha256').update(bits).digest('hex')).toBe(digest.sha256);
}
