/**
 * Runs with TEST_CACHE_BYTES set (see `npm run test:caches`): gives every node in this process a cache of that size, whatever its
 * test sets.
 */
import { vi } from 'vitest';

const maxBytes = Number(process.env.TEST_CACHE_BYTES);

vi.mock('../../src/jsonrpc/resultCache.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/jsonrpc/resultCache.ts')>();
  return {
    ...original,
    ResultCache: class extends original.ResultCache {
      constructor() {
        super(maxBytes);
      }
    },
  };
});
