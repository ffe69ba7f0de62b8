import type { JsonValue } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import { readMembers } from '../../document/members.ts';
import { readI64, readText, whole } from '../../document/readers.ts';

/** `{code, message, data?}` */
export function readRpcErrorWord(
  at: Cursor,
): { readonly code: number; readonly message: string; readonly data: JsonValue | undefined } | undefined {
  const read = readMembers(at, { code: readCode, message: readText, data: (data) => data.value }, ['code', 'message']);
  const error = read && whole({ code: read.code, message: read.message });
  return error && { ...error, data: read?.data };
}

/** Client libraries read a code as a double. */
function readCode(at: Cursor): number | undefined {
  const code = readI64(at);
  if (code === undefined || Number.isSafeInteger(Number(code))) return code === undefined ? undefined : Number(code);
  return at.expected('a code that a double holds exactly');
}
