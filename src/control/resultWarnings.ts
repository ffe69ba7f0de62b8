import type { JsonObject } from '../codec/jsonText.ts';
import { listOf } from '../rpc/openrpc/schema.ts';
import { TEXT } from '../rpc/openrpc/schemas.ts';

/** The member of results that have warnings. */
export const WARNINGS = { 'warnings?': listOf(TEXT) };

export function warningsJson(warnings: readonly string[]): JsonObject {
  return warnings.length > 0 ? { warnings } : {};
}
