import { createHash } from 'node:crypto';

/** The hash of the parts one after the other; text counts as UTF-8. */
export function sha256(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  // a plain one, as every other part of the codec gives
  return new Uint8Array(hash.digest());
}
