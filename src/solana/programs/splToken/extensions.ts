import { ByteReader, BytesError } from '../../../codec/bytes.ts';
import type { JsonObject } from '../../../codec/jsonText.ts';
import { type Decoder, exactly, tryDecode } from '../../../codec/struct.ts';
import type { NodeVersion } from '../../../nodeVersion.ts';
import { type ExtensionRow, extensionRowsOf } from './extensionTable.ts';
import { EXTENSIONS_OFFSET, type ExtensibleKind } from './layout.ts';

/**
 * Walks over the extensions of Token-2022 in the data of accounts.
 *
 * Source   spl-token-2022-interface 2.1 `extension/mod.rs`; agave 4.1 `parse_token_extension.rs`
 * @module
 */

export interface ExtensionEntry {
  readonly type: number;
  readonly value: Uint8Array;
}

/** An entry in the data of its account. */
export interface StoredEntry extends ExtensionEntry {
  readonly start: number;
  /** the start of the next entry; beyond the data where this one is cut off */
  readonly end: number;
}

const TYPE_BYTES = 2;
/** type u16, length u16 */
export const ENTRY_HEADER_BYTES = 4;
/** the type of no extension, which ends the list */
export const NO_EXTENSION = 0;

/** Walks over the extensions of a mint or a token account, which end at type 0 or where no type fits. */
export function* entriesOf(data: Uint8Array): Generator<StoredEntry, void> {
  let start = EXTENSIONS_OFFSET;
  while (start + TYPE_BYTES <= data.length) {
    const type = u16At(data, start);
    if (type === NO_EXTENSION) return;
    const valueStart = start + ENTRY_HEADER_BYTES;
    const end = valueStart > data.length ? Number.POSITIVE_INFINITY : valueStart + u16At(data, start + TYPE_BYTES);
    yield { type, start, end, value: data.subarray(valueStart, end) };
    start = end;
  }
}

export function u16At(data: Uint8Array, start: number): number {
  return data[start]! | (data[start + 1]! << 8);
}

/** The extensions of a mint or a token account. Throws BytesError, while walking, at an entry that is cut off. */
export function* wholeEntriesOf(data: Uint8Array): Generator<ExtensionEntry, void> {
  for (const entry of entriesOf(data)) {
    if (entry.end > data.length) throw new BytesError(`the extension ${entry.type} is cut off`, entry.start);
    yield entry;
  }
}

/** The first extension of a type, read to its last byte; undefined where there is none or it does not read. */
export function readExtension<T>(data: Uint8Array, type: number, value: Decoder<T>): T | undefined {
  return tryDecode(() => {
    for (const entry of wholeEntriesOf(data)) {
      if (entry.type === type) return readWhole(entry.value, value);
    }
    return undefined;
  });
}

/** Reads a value that takes all bytes. @throws BytesError */
export function readWhole<T>(bytes: Uint8Array, value: Decoder<T>): T {
  return exactly(value).read(new ByteReader(bytes));
}

const UNPARSEABLE: JsonObject = { extension: 'unparseableExtension' };

/**
 * Shows the extensions of a mint or an account, in the order of the data; undefined where there are none, an entry is
 * cut off or a type is unknown: the node then shows none at all. A value that does not read spoils only its own element.
 *
 * Source   agave 4.1 `parse_extension`: each entry is shown with the value of the first entry of its type
 */
export function parseExtensions(
  data: Uint8Array,
  kind: ExtensibleKind,
  version: NodeVersion,
): readonly JsonObject[] | undefined {
  const rows = extensionRowsOf(version);
  const firstOfType = new Map<number, JsonObject>();
  const elements: JsonObject[] = [];
  for (const entry of tryDecode(() => [...wholeEntriesOf(data)]) ?? []) {
    const row = rows[entry.type];
    if (row === undefined) return undefined;
    const element = firstOfType.get(entry.type) ?? elementOf(row, entry, kind);
    firstOfType.set(entry.type, element);
    elements.push(element);
  }
  return elements.length === 0 ? undefined : elements;
}

function elementOf(
  { name, kind: rowKind, size, value }: ExtensionRow,
  entry: ExtensionEntry,
  kind: ExtensibleKind,
): JsonObject {
  if (value === undefined) return { extension: name };
  const decoder = size === undefined ? value : exactly(value);
  const state = rowKind === kind ? tryDecode(() => decoder.read(new ByteReader(entry.value))) : undefined;
  return state === undefined ? UNPARSEABLE : { extension: name, state };
}
