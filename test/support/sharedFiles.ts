import { existsSync, readFileSync } from 'node:fs';
import type { JsonObject, JsonValue } from '../../src/codec/jsonText.ts';
import { parseJson } from '../../src/codec/parseJson.ts';

/** Vectors and recordings that are beside a full checkout; a clone without them skips the tests that need them. */
export const SHARED = '../shared';
export const HAS_VECTORS: boolean = existsSync(`${SHARED}/vectors`);
export const HAS_CORPUS: boolean = existsSync(`${SHARED}/corpus`);

/** Whether the folder of a case is there: each has files as people have them. */
export function hasReport(folder: string): boolean {
  return existsSync(`${SHARED}/reports/${folder}`);
}

/** The rows of a vector file, integers exact; none where the folder is missing. */
export function vectorRows(file: string): readonly JsonObject[] {
  return HAS_VECTORS ? (readShared(`vectors/${file}`) as unknown as JsonObject[]) : [];
}

export function readShared(path: string): JsonValue {
  return parseJson(readFileSync(`${SHARED}/${path}`, 'utf8'));
}
