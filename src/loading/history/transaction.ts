import { isJsonArray, isJsonObject } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import { isObject } from '../../document/readers.ts';
import type { LedgerTransaction } from '../../model/block.ts';
import { readOpaque } from './opaque.ts';
import type { Placement } from './placement.ts';
import { readVersion } from './version.ts';
import { readEncoded, readUnencoded } from './wire.ts';

/** `{transaction, meta, version?}` in any form that a node has ever given. */
export function readTransaction(at: Cursor, placement: Placement): LedgerTransaction | undefined {
  if (!isObject(at)) return undefined;
  const version = readVersion(at.member('version'));
  const form = at.member('transaction');
  const meta = at.member('meta');
  if (meta.fragment === undefined && meta.value === undefined)
    meta.expected('metadata', 'write null for metadata that was not recorded');
  if (typeof form.value === 'string' || isJsonArray(form.value))
    return readEncoded(at, placement, version ?? undefined);
  if (!isJsonObject(form.value))
    return form.expected('a transaction: an object, base58 text, or [text, "base64" | "base58"]');
  if (isOpaque(form)) return readOpaque(at, placement, version ?? undefined);
  return readUnencoded(at, placement, version ?? undefined);
}

/** Account keys are objects only if instructions are parsed or missing. */
function isOpaque(form: Cursor): boolean {
  const message = form.member('message');
  if (message.value === undefined) return form.member('accountKeys').value !== undefined;
  return isJsonObject(message.member('accountKeys').item(0).value);
}
