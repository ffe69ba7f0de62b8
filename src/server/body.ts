import type { Readable } from 'node:stream';

/**
 * Gives the bytes of a request, or undefined once there are more than `maxBytes`: what was read is then let go, and the rest too.
 * A client that goes away before the end is never heard of again.
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
