import type { Readable } from 'node:stream';

/**
 * Calls `done` with the bytes of a request, or with undefined once there are more than `maxBytes`; the bytes are then discarded.
 * `done` is not called if the client disconnects before the end.
 */
export function readBodyBytes(request: Readable, maxBytes: number, done: (bytes: Buffer | undefined) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    const wasWithin = length <= maxBytes;
    length += chunk.length;
    if (length <= maxBytes) return void chunks.push(chunk);
    chunks.length = 0;
    if (wasWithin) done(undefined);
  });
  request.on('end', () => {
    if (length <= maxBytes) done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
  });
}
