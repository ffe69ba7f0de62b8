/**
 * Zstandard as the reference node writes it: level 3, streamed, so the frame states neither content size, unless that is 0, nor
 * checksum. Reading it is the part of `unzstd.ts`.
 *
 * A WebAssembly build serves every Node version: Node 20 has no zstd, and newer ones would tie the bytes to their own library.
 * It is loaded when first needed.
 *
 * Source   zstd 1.5.6 as zstd-rs 0.13 calls it
 * Differs  the node has zstd 1.5.6, the WebAssembly build 1.5.7: frames of more than a kilobyte may hold other bytes, which
 *          unpack to the same
 * @module
 */

export interface Zstd {
  compress(bytes: Uint8Array): Uint8Array;
}

const LEVEL = 3;
const HEADER_BYTES = 6;
/** A full block is written before the end is known, so data of whole blocks does end with an empty one. */
const BLOCK_BYTES = 131072;
/** A stream that ends before anything is written knows its size, and states it: 0 bytes. */
const EMPTY_FRAME = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 0x01, 0x00, 0x00);

let loaded: Promise<Zstd> | undefined;

export function loadZstd(): Promise<Zstd> {
  loaded ??= import('@hpcc-js/wasm-zstd').then(async ({ Zstd: Library }) => {
    const library = await Library.load();
    return {
      compress(bytes) {
        if (bytes.length === 0) return EMPTY_FRAME.slice();
        library.reset();
        library.setCompressionLevel(LEVEL);
        const blocks = library.compressChunk(bytes).slice();
        const end = library.compressEnd();
        return bytes.length % BLOCK_BYTES === 0 ? Buffer.concat([blocks, end]) : closeFrame(blocks);
      },
    };
  });
  return loaded;
}

/**
 * Marks the last block as last. The library ends a stream with an extra empty block, where a writer that
 * knows the end (the node's) sets the flag on the last block itself.
 */
function closeFrame(frame: Uint8Array): Uint8Array {
  let at = HEADER_BYTES;
  for (;;) {
    const header = frame[at]! | (frame[at + 1]! << 8) | (frame[at + 2]! << 16);
    const isRepeatedByte = ((header >> 1) & 3) === 1;
    const next = at + 3 + (isRepeatedByte ? 1 : header >> 3);
    if (next >= frame.length) break;
    at = next;
  }
  frame[at]! |= 1;
  return frame;
}
