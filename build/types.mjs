// Writes the types of all entries in one pass: what two entries share is once in types.d.cts. They are CommonJS, and a line says the same
// for ES modules: the other way round, TypeScript refuses (TS1479).
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { LIBRARY, MODULES } from '../rolldown.config.mjs';

const SHARED = { codeSplitting: { groups: [{ name: 'types.d', minShareCount: 2 }] }, minifyInternalExports: false };

export async function writeTypes(dir) {
  await build({
    input: { ...LIBRARY, ...MODULES },
    external: (id, importer) => importer !== undefined && !/^[./]/.test(id),
    plugins: [dts({ tsconfig: 'tsconfig.build.json', emitDtsOnly: true })],
    output: { dir, entryFileNames: '[name].cts', chunkFileNames: '[name].cts', ...SHARED },
    experimental: { attachDebugInfo: 'none' },
    // nearly all of its time is TypeScript's
    checks: { pluginTimings: false },
  });
  for (const name of Object.keys(LIBRARY))
    writeFileSync(path.join(dir, `${name}.d.ts`), `export * from './${name}.cjs';\n`);
  // Vitest has types of its own for either kind of module, so that these need both
  for (const name of Object.keys(MODULES))
    copyFileSync(path.join(dir, `${name}.d.cts`), path.join(dir, `${name}.d.ts`));
}
