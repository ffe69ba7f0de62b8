// Writes the types of each entry as one file, for CommonJS, and a line for ES modules: the other way round, TypeScript refuses (TS1479).
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';
import { LIBRARY, MODULES } from '../rolldown.config.mjs';

/** Private members: with them, TypeScript takes one class in the files of two entries for two classes. */
const PRIVATE = /^\t(?:#private|protected .*);\n/gm;

export function writeTypes(folder) {
  const library = { ...LIBRARY, ...MODULES };
  const entries = Object.entries(library).map(([name, filePath]) => {
    // where the matcher is added to the types of a runner
    const inlined = { inlineDeclareGlobals: name === 'jest', inlineDeclareExternals: name === 'vitest' };
    return { filePath, output: { exportReferencedTypes: false, noBanner: true, ...inlined } };
  });
  const texts = generateDtsBundle(entries, { preferredConfigPath: 'tsconfig.build.json' });
  for (const [i, name] of Object.keys(library).entries()) {
    const types = texts[i].replace(PRIVATE, '');
    writeFileSync(path.join(folder, `${name}.d.cts`), types);
    // Vitest has types of its own for either kind of module, so that this entry needs both
    const forModules = name in MODULES ? types : `export * from './${name}.cjs';\n`;
    writeFileSync(path.join(folder, `${name}.d.ts`), forModules);
  }
}
