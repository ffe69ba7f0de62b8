import { isJsonArray, isJsonObject, type JsonValue } from '../codec/jsonText.ts';

/** The kind of the root of a Codama IDL. */
export const ROOT_NODE = 'rootNode';

/** Whether a fixture file is an IDL: a script names it under `programs`, and by itself it adds nothing to a ledger. */
export function looksLikeIdl(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false;
  if (value.kind === ROOT_NODE) return true;
  const { instructions } = value;
  if (!isJsonArray(instructions)) return false;
  // those of a transaction have no names
  if (instructions.length > 0 && !instructions.some(hasName)) return false;
  return isJsonObject(value.metadata) || (typeof value.name === 'string' && typeof value.version === 'string');
}

function hasName(value: JsonValue): boolean {
  return isJsonObject(value) && typeof value.name === 'string';
}
