import { vi } from 'vitest';

/**
 * Runs with TEST_CACHE_BYTES set (see `npm run test:caches`): gives every node in this process a cache of that size, whatever its
 * test sets.
 */

const maxBytes = Number(process.env.TEST_CACHE_BYTES);

vi.mock('../../src/rpc/protocol/resultCache.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/rpc/protocol/resultCache.ts')>();
  return {
    ...original,
    ResultCache: class extends original.ResultCache {
      constructor() {
        super(maxBytes);
      }
    },
  };
});
