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
    let isWhole = false;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) return void chunks.push(chunk);
      chunks.length = 0;
      resolve(undefined);
    });
    request.on('end', () => {
      isWhole = true;
      resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
    request.on('error', reject);
    request.on('close', () => {
      if (!isWhole) reject(new Error('the client went away'));
    });
  });
}
