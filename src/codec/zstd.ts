import type { Zstd as Library } from '@hpcc-js/wasm-zstd';

/**
 * Zstandard as the reference node writes it: level 3, streamed, so the frame states neither content size, unless that is 0, nor
 * checksum. It reads frames for `unzstd.ts` too.
 *
 * A WebAssembly build writes on every Node version: Node 20 has no zstd, and newer ones would tie the bytes to their own library.
 * It is loaded when first needed.
 *
 * Source   zstd 1.5.6 as zstd-rs 0.13 calls it
 * Differs  the node has zstd 1.5.6, the WebAssembly build 1.5.7: frames of more than a kilobyte may hold other bytes, which
 *          unpack to the same
 * @module
 */

export interface Zstd {
  compress(bytes: Uint8Array): Uint8Array;
  /** Unpacks one frame: its first `maxBytes` bytes, or none if it is damaged. */
  decompress(frame: Uint8Array, maxBytes: number): Uint8Array;
}

const LEVEL = 3;
const HEADER_BYTES = 6;
/** A full block is written before the end is known, so data of whole blocks does end with an empty one. */
const BLOCK_BYTES = 131072;
/** The frame of no bytes: only here the size is known at the end, and so it is stated. */
const EMPTY_FRAME = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00, 0x01, 0x00, 0x00);

let zstd: Promise<Zstd> | undefined;

export function loadZstd(): Promise<Zstd> {
  zstd ??= load();
  return zstd;
}

async function load(): Promise<Zstd> {
  const { Zstd: loader } = await import('@hpcc-js/wasm-zstd');
  const library = withFastCopies(await loader.load());
  return {
    compress(bytes) {
      if (bytes.length === 0) return EMPTY_FRAME.slice();
      library.reset();
      library.setCompressionLevel(LEVEL);
      const blocks = library.compressChunk(bytes);
      const end = library.compressEnd();
      return bytes.length % BLOCK_BYTES === 0 ? Buffer.concat([blocks, end]) : closeFrame(blocks);
    },
    decompress(frame, maxBytes) {
      library.reset();
      return library.decompressChunk(frame, maxBytes);
    },
  };
}

/** The memory of the library; its results are parts of it. */
interface Memory {
  heapView(part: object): Uint8Array;
  heapToUint8Array(part: object): Uint8Array;
}

/** Copies results at once. The library copies each byte through a list, which takes 300 ms for a megabyte. */
function withFastCopies(library: Library): Library {
  // private to TypeScript only; the version of the package is pinned
  const { _mainModule: memory } = library as unknown as { readonly _mainModule: Memory };
  memory.heapToUint8Array = (part) => memory.heapView(part).slice();
  return library;
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
