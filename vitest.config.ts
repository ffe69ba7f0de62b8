import { defineConfig, type ViteUserConfig } from 'vitest/config';

const hasCacheSize = process.env.TEST_CACHE_BYTES !== undefined;

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // what a cache of a given size does is tested once; all others must not notice its size
    exclude: hasCacheSize ? ['test/jsonrpc/answerCache.test.ts'] : [],
    setupFiles: hasCacheSize ? ['test/support/cacheSize.ts'] : [],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});

export default config;
