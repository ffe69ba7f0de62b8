/**
 * Runs with TEST_CACHE_BYTES set (see `npm run test:caches`): gives every node in this process a cache of that size, whatever its
 * test says of caches.
 */
import { vi } from 'vitest';

const maxBytes = Number(process.env.TEST_CACHE_BYTES);

vi.mock('../../src/jsonrpc/answerCache.ts', async (importOriginal) => {
  const { AnswerCache } = await importOriginal<typeof import('../../src/jsonrpc/answerCache.ts')>();
  return {
    AnswerCache: class extends AnswerCache {
      constructor() {
        super(maxBytes);
      }
    },
  };
});
