import { expect } from 'vitest';

/** Compares bytes at once: Vitest alone compares them one by one, with a list of their places. Where they differ it does, and tells where. */
function equalBytes(a: unknown, b: unknown): true | undefined {
  const areBytes = a instanceof Uint8Array && b instanceof Uint8Array && a.constructor === b.constructor;
  return areBytes && Buffer.compare(a, b) === 0 ? true : undefined;
}

expect.addEqualityTesters([equalBytes]);
