import { ByteReader } from '../../../codec/bytes.ts';
import { borshText, type Codec, readUtf8 } from '../../../codec/struct.ts';
import { outOfMemory } from './tokenErrors.ts';

/**
 * The memory of a program, which it reserves for a text before it looks whether the bytes are there.
 *
 * Source   solana-program-entrypoint HEAP_LENGTH
 * @module
 */

const MEMORY_BYTES = 32 * 1024;
/** about this many bytes are in use before a text is read */
const USED_BYTES = 512;
const FREE_BYTES = MEMORY_BYTES - USED_BYTES;

export function requireMemory(bytes: number): void {
  if (bytes > FREE_BYTES) throw outOfMemory(bytes);
}

/** A text in stored data; the program aborts where its length is beyond the memory. */
export const storedText: Codec<string> = {
  read(data) {
    const length = data.u32();
    requireMemory(length);
    return readUtf8(data, length);
  },
  write: borshText.write,
};

/**
 * Reads the texts of an instruction. Its data is never as long as the memory, so a length beyond the memory is beyond the data too:
 * the error is then that of the memory.
 */
export class TextReader extends ByteReader {
  protected override tooShort(length: number, start: number): Error {
    return length > FREE_BYTES ? outOfMemory(length) : super.tooShort(length, start);
  }
}
