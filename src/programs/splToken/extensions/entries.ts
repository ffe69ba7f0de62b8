/**
 * The list that extensions are stored in: type u16, length u16, value. It ends at type 0 or where no type fits.
 *
 * Source   spl-token-2022-interface 2.1 `extension/mod.rs`
 * @module
 */
import { ByteReader } from '../../../codec/byteReader.ts';
import { orUndefined } from '../../parsed.ts';
import { whole } from '../instructionLayout.ts';

export interface ExtensionEntry {
  readonly type: number;
  readonly value: Uint8Array;
}

const TYPE_BYTES = 2;
const END = 0;

/** @throws BytesError, while walking, at an entry that is cut off */
export function* walkEntries(bytes: Uint8Array): Generator<ExtensionEntry, void> {
  const reader = new ByteReader(bytes);
  while (reader.remaining >= TYPE_BYTES) {
    const type = reader.u16();
    if (type === END) return;
    yield { type, value: reader.take(reader.u16()) };
  }
}

/** The first entry of a type, read by `read` to its last byte; undefined where there is none or it does not read. */
export function readExtension<T>(bytes: Uint8Array, type: number, read: (value: ByteReader) => T): T | undefined {
  return orUndefined(() => {
    for (const entry of walkEntries(bytes)) {
      if (entry.type === type) return readWhole(entry.value, read);
    }
    return undefined;
  });
}

/** @throws BytesError where `read` leaves something */
export function readWhole<T>(bytes: Uint8Array, read: (value: ByteReader) => T): T {
  return whole(read)(new ByteReader(bytes));
}
