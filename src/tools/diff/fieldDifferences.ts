import { decodeBase58 } from '../../codec/base58.ts';
import { decodeBase64 } from '../../codec/base64.ts';
import { memberAt } from '../../codec/foreignJson.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import { decompressZstd } from '../../codec/unzstd.ts';
import { MAX_ACCOUNT_BYTES } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import { TooMuchError } from '../../solana/idl/budget.ts';
import type { DescribedAccount } from '../../solana/idl/describe.ts';
import { describeAccount } from '../../solana/idl/describeAccount.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import { type Difference, differencesOfTexts } from './differences.ts';

/** Differences in account data of programs with an IDL, field by field. @module */

/** Values as people read them: integers of any size without quotes. */
export type FieldDifference = Pick<Difference, 'path' | 'kind' | 'ledger' | 'node'>;

/** The path to the data of an account in an answer, in any list: base58 text alone, or text with its encoding. */
const DATA = /^(?<account>(?:\.value|\.account|\[\d+\])*)\.data(?:\[0\])?$/;

/**
 * The fields that differ, if a difference is in the data of an account; none if an IDL does not describe both values.
 *
 * @param results both answers; large ones are parsed only if they are needed
 */
export function fieldDifferences(
  { kind, path }: Difference,
  results: () => { readonly ledger: JsonValue; readonly node: JsonValue },
  programs: readonly IdlProgram[],
): readonly FieldDifference[] {
  const at = DATA.exec(path)?.groups?.account;
  if (kind !== 'changed' || at === undefined) return [];
  const parsed = results();
  const [ledger, node] = [parsed.ledger, parsed.node].map((result) => describeAt(result, at, programs));
  if (ledger === undefined || node === undefined) return [];
  const differences = differencesOfTexts(textOf(ledger), textOf(node));
  return Array.from(differences, (difference) => ({
    ...difference,
    path: difference.path.replace(/^\./, ''),
    ledger: shownValue(difference.ledger),
    node: shownValue(difference.node),
  }));
}

function textOf({ account, fields }: DescribedAccount): string {
  return stringifyJson({ account, fields });
}

function shownValue(text: string): string {
  return text.replace(/^"(-?\d+)"$/, '$1');
}

function describeAt(result: JsonValue, path: string, programs: readonly IdlProgram[]): DescribedAccount | undefined {
  const steps = Array.from(path.matchAll(/\w+/g), ([step]) => step);
  const account = steps.reduce<JsonValue | undefined>(partAt, result);
  const data = isJsonObject(account) ? dataOf(account) : undefined;
  return isJsonObject(account) && data !== undefined
    ? unlessThrown([TooMuchError], () => describeAccount({ owner: account.owner as Address, data }, programs))
    : undefined;
}

function partAt(value: JsonValue | undefined, step: string): JsonValue | undefined {
  return isJsonArray(value) ? value[Number(step)] : memberAt(value, step);
}

/** The data of an account in an answer; undefined: it is only a slice, or not in the form of a node. */
function dataOf({ data, space }: JsonObject): Uint8Array | undefined {
  const [text, encoding] = isJsonArray(data) ? data : [data, 'base58'];
  const bytes = decodeAccountData(text, encoding);
  return space === undefined || bytes?.length === Number(space) ? bytes : undefined;
}

const DECODERS: ReadonlyMap<unknown, (text: string) => Uint8Array> = new Map([
  ['base58', decodeBase58],
  ['base64', decodeBase64],
  ['base64+zstd', (text: string) => decompressZstd(decodeBase64(text), MAX_ACCOUNT_BYTES)],
]);

/** The bytes of a text in an encoding of accounts; undefined: it cannot be decoded. */
export function decodeAccountData(text: unknown, encoding: unknown): Uint8Array | undefined {
  try {
    return typeof text === 'string' ? DECODERS.get(encoding)?.(text) : undefined;
  } catch {
    // text that is not in the encoding is not data
    return undefined;
  }
}
