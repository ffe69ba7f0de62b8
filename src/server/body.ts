import type { IncomingMessage } from 'node:http';

/**
 * The bytes of a request, or undefined once there are more than `maxBytes`: what was read is then let go, and the rest too.
 *
 * @throws Error the client went away first
 */
export function readBodyBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) return void chunks.push(chunk);
      chunks.length = 0;
      resolve(undefined);
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', reject);
    // after an end this changes nothing; without one there will never be any
    request.on('close', () => reject(new Error('the client went away')));
  });
}
