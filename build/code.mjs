// Bundles the sources: CommonJS chunks, loaded when first needed, and thin ES modules in front of those that are imported.
import { chmodSync, copyFileSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { noticesOf } from './notices.mjs';

/** What is bundled from `dependencies`; docs/decisions/0001 says why. */
const BUNDLED = ['fastify', '@hpcc-js/wasm-zstd', '@noble/hashes'];
/** Only a logger, an injected request or a schema would make Fastify load these, and src/server has none of the three. */
const NEVER_ASKED_FOR = ['pino', 'light-my-request', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'];

/** What others import, as far as it is there: file name and source. */
export const LIBRARY = Object.fromEntries(
  [
    ['index', 'src/index.ts'],
    ['fastify', 'src/fastify.ts'],
    ['jest', 'src/jest.ts'],
  ].filter(([, source]) => existsSync(source)),
);

/** The same for what has to be an ES module: Vitest cannot be required. What they import of our own is CommonJS all the same. */
export const MODULES = { vitest: 'src/vitest.ts' };
const UNDER_MODULES = { './testing/runners.ts': 'testing' };

/** Optional, and has code for one platform: whoever wants it installs it. */
const OPTIONAL = ['litesvm'];

/**
 * Writes the code into a folder.
 *
 * @param isImage the command alone, with all of its dependencies inside
 */
export async function writeCode(folder, isImage) {
  const bundle = await rolldown({
    input: { ...(isImage ? {} : { ...LIBRARY, testing: 'src/testing/runners.ts' }), command: 'src/cli.ts' },
    platform: 'node',
    external: (id, importer) =>
      NEVER_ASKED_FOR.includes(id) || OPTIONAL.includes(id) || (!isImage && isInstalled(id, importer)),
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    // test runners that load CommonJS know require and no import()
    dynamicImportInCjs: false,
    comments: { annotation: false, jsdoc: false, legal: true },
  });
  await bundle.close();
  for (const { exports, isEntry, name } of output) if (isEntry && name in LIBRARY) writeFacade(folder, name, exports);
  if (!isImage) await writeModules(folder);
  copyFileSync('build/cli.js', path.join(folder, 'cli.js'));
  chmodSync(path.join(folder, 'cli.js'), 0o755);
  const files = output.flatMap(({ moduleIds = [] }) => moduleIds);
  writeFileSync(path.join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(files));
}

/** A package that our own sources import and that is not bundled; what bundled packages import is bundled with them. */
function isInstalled(id, importer) {
  if (/^(?:[./]|node:)/.test(id) || importer === undefined || importer.includes('node_modules')) return false;
  return !BUNDLED.some((name) => id === name || id.startsWith(`${name}/`));
}

/** An ES module of its own, and one that requires it: Node can do so from 20.19 on. */
async function writeModules(folder) {
  const toCommonJs = (id) => (id in UNDER_MODULES ? { id: `./${UNDER_MODULES[id]}.cjs`, external: true } : undefined);
  const bundle = await rolldown({
    input: MODULES,
    platform: 'node',
    external: (id, importer) => importer !== undefined && !(id in UNDER_MODULES),
    plugins: [{ name: 'our own as CommonJS', resolveId: { order: 'pre', handler: toCommonJs } }],
  });
  await bundle.write({ dir: folder, format: 'esm', comments: { annotation: false, jsdoc: false, legal: true } });
  await bundle.close();
  for (const name of Object.keys(MODULES))
    writeFileSync(path.join(folder, `${name}.cjs`), `module.exports = require('./${name}.js');\n`);
}

/** An ES module that says by name what the CommonJS one exports: the classes are the same either way. */
function writeFacade(folder, name, exports) {
  const names = exports.toSorted().join(', ');
  writeFileSync(path.join(folder, `${name}.js`), `export { ${names} } from './${name}.cjs';\n`);
}
