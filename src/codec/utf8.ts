import { isUtf8 } from 'node:buffer';

/** Text of UTF-8 bytes as strict as Rust's, a byte-order mark kept; undefined where they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}
