import { constants, isUtf8 } from 'node:buffer';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { decompressZstd } from '../../codec/unzstd.ts';
import type { FixtureText } from '../../document/problems.ts';
import { fixtureKind, isByLine } from './fixtureKind.ts';
import { eachLine, type FixtureInput, UnreadableError } from './input.ts';
import { reasonOf } from './reason.ts';

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 0x0a;
const EMPTY = new Uint8Array();

/** @param maxBytes limit for a file, a line of a `.jsonl`, and a decompressed file */
export function fileInput(path: string, maxBytes: number = constants.MAX_STRING_LENGTH): FixtureInput {
  return {
    name: path,
    read: (onText) =>
      isByLine(path) ? new LineReader(path, maxBytes, onText).read() : readWhole(path, maxBytes, onText),
  };
}

async function readWhole(path: string, maxBytes: number, onText: (text: FixtureText) => void): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(path, maxBytes)) chunks.push(chunk);
  onText({ file: path, text: withoutByteOrderMark(textOf(chunks)), firstLine: 1 });
}

/** Keeps only the lines of one chunk in memory, so a file may be larger than memory. */
class LineReader {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #onText: (text: FixtureText) => void;
  /** the beginning of a line whose end has not been read yet */
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #line = 1;

  constructor(path: string, maxBytes: number, onText: (text: FixtureText) => void) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#onText = onText;
  }

  async read(): Promise<void> {
    for await (const chunk of chunksOf(this.#path, this.#maxBytes)) this.#take(chunk);
    this.#readPending();
  }

  #take(chunk: Uint8Array): void {
    const first = chunk.indexOf(NEWLINE) + 1;
    this.#hold(first === 0 ? chunk : chunk.subarray(0, first));
    if (first === 0) return;
    this.#readPending();
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > first) this.#readLines([chunk.subarray(first, end)]);
    this.#hold(chunk.subarray(end));
  }

  #hold(bytes: Uint8Array): void {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes > this.#maxBytes)
      throw new UnreadableError(`a line of more than ${this.#maxBytes} bytes`, this.#line);
  }

  #readPending(): void {
    this.#readLines(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  #readLines(chunks: readonly Uint8Array[]): void {
    const text = textOf(chunks);
    this.#line = eachLine(this.#path, this.#line === 1 ? withoutByteOrderMark(text) : text, this.#line, this.#onText);
  }
}

/** The decompressed bytes of a file. Errors in here become an UnreadableError, but errors of the reader do not. */
async function* chunksOf(path: string, maxBytes: number): AsyncGenerator<Uint8Array> {
  const compression = fixtureKind(path)?.compression;
  try {
    const stats = statSync(path);
    // a device or a pipe may never end, so it is not opened
    if (!stats.isFile()) throw new UnreadableError('it is not a regular file');
    const isWhole = compression === 'zst' || (compression === undefined && !isByLine(path));
    if (isWhole && stats.size > maxBytes)
      throw new UnreadableError(
        `it is larger than ${maxBytes} bytes: split it, or write one value a line into a .jsonl`,
      );
    if (compression === 'gz') yield* unzipped(path, maxBytes);
    else if (compression === 'zst') yield decompressZstd(readFileSync(path), maxBytes);
    else if (!isWhole) yield* createReadStream(path, { highWaterMark: CHUNK_BYTES });
    // reading at once is faster than a stream, and parsing, which blocks anyway, takes longer than reading
    else yield readFileSync(path);
  } catch (error) {
    throw new UnreadableError(reasonOf(error));
  }
}

async function* unzipped(path: string, maxBytes: number): AsyncGenerator<Uint8Array> {
  const { createGunzip } = await import('node:zlib');
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  let left = maxBytes;
  // an error of either stream is thrown here
  for await (const chunk of pipeline(createReadStream(path), gunzip, () => undefined)) {
    left -= chunk.length;
    if (left < 0) throw new UnreadableError(`it unpacks to more than ${maxBytes} bytes`);
    yield chunk;
  }
}

function textOf(chunks: readonly Uint8Array[]): string {
  const [first = EMPTY] = chunks;
  const bytes = chunks.length < 2 ? Buffer.from(first.buffer, first.byteOffset, first.length) : Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw new UnreadableError('it is not UTF-8 text');
  return bytes.toString('utf8');
}

/** Some editors start a file with a byte order mark. */
function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
