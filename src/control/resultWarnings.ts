import type { JsonObject } from '../codec/jsonText.ts';
import { listOf, type Members, withNote } from '../rpc/openrpc/schema.ts';
import { TEXT } from '../rpc/openrpc/schemas.ts';

/** The member of results that have warnings. @param note the content that they are about */
export function warningsWith(note: string): Members {
  return { 'warnings?': withNote(listOf(TEXT), note) };
}

export function warningsJson(warnings: readonly string[]): JsonObject {
  return warnings.length > 0 ? { warnings } : {};
}
