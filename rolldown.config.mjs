// The build: CommonJS chunks, loaded when first needed, and thin ES modules in front of those that are imported.
import path from 'node:path';
import { facades, notices, page, requirable } from './build/plugins.mjs';

/** What is bundled of the dependencies; docs/decisions/0001 says why. */
const BUNDLED = ['fastify', '@hpcc-js/wasm-zstd', '@noble/hashes'];
/** Fastify loads these only for a logger or a schema; src/server uses none of them. */
const UNUSED = ['pino', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'];
/** Has native code for one platform: users install it themselves. The image has its native package alone beside the bundle. */
const OPTIONAL = ['litesvm'];
const NATIVE = /^litesvm-|\.node$/;

/** Entries of the library: file name and source. */
export const LIBRARY = {
  index: 'src/index.ts',
  fastify: 'src/fastify.ts',
  jest: 'src/jest.ts',
  kit: 'src/kit.ts',
  playwright: 'src/playwright.ts',
};

/** Entries that import Vitest, which cannot be required: they are ES modules. Our own modules behind them stay CommonJS. */
export const MODULES = { vitest: 'src/vitest.ts' };
const REQUIRED_BY_MODULES = { './testing/runners.ts': './testing.cjs' };

/** What the page of the inspector is made with. */
const ON_PAGE = ['preact', '@preact/signals', '@preact/signals-core'];

const COMMENTS = { annotation: false, jsdoc: false, legal: true };

/** @param isImage the command alone, with all dependencies inside: for the image */
export default function config(dir, isImage) {
  const library = { ...LIBRARY, testing: 'src/testing/runners.ts' };
  const code = {
    input: { ...(isImage ? {} : library), command: 'src/cli.ts' },
    platform: 'node',
    external: (id, importer) =>
      UNUSED.includes(id) || NATIVE.test(id) || (!isImage && (OPTIONAL.includes(id) || isInstalled(id, importer))),
    plugins: [facades(Object.keys(LIBRARY)), notices(ON_PAGE.map((name) => path.resolve('node_modules', name)))],
    output: {
      dir,
      format: 'cjs',
      exports: 'named',
      entryFileNames: '[name].cjs',
      chunkFileNames: ({ moduleIds }) => (moduleIds.some(isFirstOfCore) ? 'core.cjs' : '[name].cjs'),
      // test runners that load CommonJS know require, and not import()
      dynamicImportInCjs: false,
      comments: COMMENTS,
    },
  };
  const modules = {
    input: MODULES,
    platform: 'node',
    external: (id, importer) => importer !== undefined && !(id in REQUIRED_BY_MODULES),
    plugins: [{ name: 'required', resolveId: { order: 'pre', handler: required } }, requirable(Object.keys(MODULES))],
    output: { dir, format: 'esm', comments: COMMENTS },
  };
  return [code, inspector(dir), ...(isImage ? [] : [modules])];
}

/** The page that the node serves, for browsers. */
function inspector(dir) {
  return {
    input: 'inspector/main.tsx',
    platform: 'browser',
    plugins: [page('inspector')],
    transform: { target: 'es2022' },
    output: { dir, format: 'iife', minify: true, comments: false },
  };
}

/** The chunk with this module has most of the core. */
function isFirstOfCore(id) {
  return id.endsWith('/src/ledger/view.ts');
}

/** A package that our own sources import and that is not bundled. Imports of bundled packages are bundled too. */
function isInstalled(id, importer) {
  if (/^(?:[./]|node:)/.test(id) || importer === undefined || importer.includes('node_modules')) return false;
  return !BUNDLED.some((name) => id === name || id.startsWith(`${name}/`));
}

function required(id) {
  return id in REQUIRED_BY_MODULES ? { id: REQUIRED_BY_MODULES[id], external: true } : undefined;
}
