import { ByteReader } from '../../../codec/byteReader.ts';
import type { JsonObject } from '../../../codec/json.ts';
import { orUndefined } from '../../parsed.ts';
import type { ExtensibleKind } from '../layout.ts';
import { type ExtensionEntry, readWhole, walkEntries } from './entries.ts';
import { EXTENSION_ROWS, type ExtensionRow, type ExtensionValue } from './rows.ts';

const UNPARSEABLE: JsonObject = { extension: 'unparseableExtension' };

/**
 * Shows the extensions of a mint or an account, in the order of the data; undefined where there are none, an entry is
 * cut off or a type is unknown: the node then shows none at all. A value that does not read spoils only its own element.
 *
 * Source   agave 4.1 `parse_extension`: each entry is shown with the value of the first entry of its type
 */
export function parseExtensions(entries: Uint8Array, kind: ExtensibleKind): readonly JsonObject[] | undefined {
  const firstOfType = new Map<number, JsonObject>();
  const elements: JsonObject[] = [];
  for (const entry of orUndefined(() => [...walkEntries(entries)]) ?? []) {
    const row = EXTENSION_ROWS[entry.type];
    if (row === undefined) return undefined;
    const element = firstOfType.get(entry.type) ?? elementOf(row, entry, kind);
    firstOfType.set(entry.type, element);
    elements.push(element);
  }
  return elements.length === 0 ? undefined : elements;
}

function elementOf({ name, value }: ExtensionRow, entry: ExtensionEntry, kind: ExtensibleKind): JsonObject {
  if (value === undefined) return { extension: name };
  const state = value.of === kind ? orUndefined(() => readValue(entry.value, value)) : undefined;
  return state === undefined ? UNPARSEABLE : { extension: name, state };
}

function readValue(bytes: Uint8Array, { read, isOpenEnded }: ExtensionValue): JsonObject {
  return isOpenEnded ? read(new ByteReader(bytes)) : readWhole(bytes, read);
}
