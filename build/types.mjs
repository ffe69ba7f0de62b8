// Writes the types of each entry as one file, once for ES modules and once for CommonJS.
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
  const shapes = texts.map((text) => text.replace(PRIVATE, ''));
  for (const [i, name] of Object.keys(library).entries())
    for (const ending of ['.d.ts', '.d.cts']) writeFileSync(path.join(folder, name + ending), shapes[i]);
}
