import { sha256 as hash } from '@noble/hashes/sha2';

const UTF8 = new TextEncoder();

/** The hash of the parts one after the other; text counts as UTF-8. */
export function sha256(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const hasher = hash.create();
  for (const part of parts) hasher.update(typeof part === 'string' ? UTF8.encode(part) : part);
  return hasher.digest();
}
