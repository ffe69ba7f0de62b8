import * as zlib from 'node:zlib';
import { loadZstd, type Zstd } from './zstd.ts';
import { type FrameUnpacker, unpackFrames, ZstdError } from './zstdFrames.ts';

/**
 * Reads Zstandard, in time and memory that are bounded by the compressed bytes and by what they may unpack to, whatever they say.
 *
 * Node unpacks from 22.15 on. For older ones the WebAssembly build does it, which has to be loaded before: that takes 70 ms, so nothing
 * loads it before zstd comes in.
 * @module
 */

/** Zstandard of a Node that has it, which the types of Node 20 do not. */
interface NodeZstd {
  readonly zstdDecompressSync: (
    frame: Uint8Array,
    options: Pick<zlib.ZlibOptions, 'chunkSize' | 'maxOutputLength'> & { readonly params: Record<number, number> },
  ) => Uint8Array;
  readonly constants: { readonly ZSTD_d_windowLogMax: number };
}

/** the largest chunk of output that Node makes room for at once */
const MAX_CHUNK_BYTES = 2 ** 17;
const MIN_CHUNK_BYTES = 64;
/** the largest window that Node allows: ours are bounded by what is unpacked */
const MAX_WINDOW_LOG = 31;
/** the largest window of the WebAssembly build */
const MAX_LIBRARY_WINDOW_LOG = 27;

/** Undefined: this Node has no Zstandard. */
export const unpackByNode: FrameUnpacker | undefined =
  'zstdDecompressSync' in zlib ? nodeUnpacker(zlib as unknown as NodeZstd) : undefined;

function nodeUnpacker({ constants, zstdDecompressSync }: NodeZstd): FrameUnpacker {
  const params = { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG };
  return {
    maxWindowLog: MAX_WINDOW_LOG,
    unpack(frame, maxBytes) {
      const chunkSize = Math.min(Math.max(maxBytes, MIN_CHUNK_BYTES), MAX_CHUNK_BYTES);
      let content: Uint8Array;
      try {
        content = zstdDecompressSync(frame, { chunkSize, maxOutputLength: Math.max(maxBytes, 1), params });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
        throw new ZstdError();
      }
      return withinLimit(content, maxBytes);
    },
  };
}

export function libraryUnpacker(zstd: Zstd): FrameUnpacker {
  return {
    maxWindowLog: MAX_LIBRARY_WINDOW_LOG,
    unpack: (frame, maxBytes) => withinLimit(zstd.decompress(frame, maxBytes + 1), maxBytes),
  };
}

/** Refuses an empty result: the library returns it for a damaged frame, and also for blocks without content. */
function withinLimit(content: Uint8Array, maxBytes: number): Uint8Array | undefined {
  if (content.length === 0) throw new ZstdError();
  return content.length > maxBytes ? undefined : content;
}

let unpacker = unpackByNode;

/** Loads what `decompressZstd` needs. */
export async function loadUnzstd(): Promise<void> {
  unpacker ??= libraryUnpacker(await loadZstd());
}

class ZstdNotLoadedError extends Error {}

/**
 * The content of all frames.
 *
 * @param maxBytes how much that may be
 * @throws ZstdError, or an error for `withZstd` if `loadUnzstd` was not called
 */
export function decompressZstd(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (unpacker === undefined) throw new ZstdNotLoadedError('zstd is not loaded');
  return unpackFrames(bytes, maxBytes, unpacker);
}

/** Calls a reader that may need zstd; if zstd is not loaded yet, loads it and calls the reader again. */
export async function withZstd<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ZstdNotLoadedError)) throw error;
  }
  await loadUnzstd();
  return read();
}
