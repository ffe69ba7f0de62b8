// Rolls the types of each entry up into one file, once for ES modules and once for CommonJS: internal files stay inside.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';
import { LIBRARY, MODULES } from './code.mjs';

/** Members that nobody can reach: with them, TypeScript takes the same class in the files of two entries for two. */
const OUT_OF_REACH = /^\t(?:#private|protected .*);\n/gm;

export function writeTypes(folder) {
  const library = { ...LIBRARY, ...MODULES };
  const entries = Object.entries(library).map(([name, filePath]) => {
    // where the matcher is added to the types of a runner
    const inlined = { inlineDeclareGlobals: name === 'jest', inlineDeclareExternals: name === 'vitest' };
    return { filePath, output: { exportReferencedTypes: false, noBanner: true, ...inlined } };
  });
  const texts = generateDtsBundle(entries, { preferredConfigPath: 'tsconfig.build.json' });
  const shapes = texts.map((text) => text.replace(OUT_OF_REACH, ''));
  for (const [i, name] of Object.keys(library).entries())
    for (const ending of ['.d.ts', '.d.cts']) writeFileSync(path.join(folder, name + ending), shapes[i]);
}
