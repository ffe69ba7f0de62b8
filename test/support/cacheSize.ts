import { vi } from 'vitest';
import type { LiveLedger } from '../../src/live/liveLedger.ts';
import type { ServiceOptions } from '../../src/rpc/ledgerService.ts';

/**
 * Runs with TEST_CACHE_BYTES set (see `npm run test:caches`): gives every node in this process a cache of results of that size, whatever
 * its test sets. What an upstream has answered is kept elsewhere: its size is no matter of speed.
 */

const cacheMb = Number(process.env.TEST_CACHE_BYTES) / 2 ** 20;

vi.mock('../../src/rpc/ledgerService.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/rpc/ledgerService.ts')>();
  return {
    ...original,
    LedgerService: class extends original.LedgerService {
      constructor(main: LiveLedger, options: ServiceOptions = {}) {
        super(main, { ...options, cacheMb });
      }
    },
  };
});
