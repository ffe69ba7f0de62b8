import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const { TEST_REPORTS } = process.env;
const hasCacheSize = process.env.TEST_CACHE_BYTES !== undefined;

/** What a cache of a given size does is tested once, and these never ask a node; all others must not notice its size. */
const NOT_ASKING = [
  'test/rpc/protocol/resultCache.test.ts',
  'test/{architecture,codec,docs,ledger,live,package,solana,syntax}/**',
  'test/fixtures/document/**',
  'test/script/{compiling,ledgerJson}/**',
];

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: hasCacheSize ? NOT_ASKING : [],
    setupFiles: [
      ...(hasCacheSize ? ['test/support/cacheSize.ts'] : []),
      'test/support/setUp.ts',
      'test/support/randomCases.ts',
    ],
    // each run leaves its results in this folder, for who counts them
    ...(TEST_REPORTS !== undefined && {
      reporters: ['default', ['json', { outputFile: `${TEST_REPORTS}/${process.pid}.json` }]],
    }),
    // where all processors work, threads of the garbage collector wait for each other: a fifth of the time
    execArgv: ['--single-threaded-gc'],
    // files share the modules that they import, which takes a third of the time: no test may leave anything in one
    isolate: false,
    // modules that did not change are not transformed again
    experimental: { fsModuleCache: true },
    // a third of the time tests wait for processes, browsers and sockets: others run meanwhile
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // on a busy machine, the slowest take many times their ten seconds
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});

export default config;
