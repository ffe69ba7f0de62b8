// Rolls the types of each entry up into one file, once for ES modules and once for CommonJS: internal files stay inside.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { generateDtsBundle } from 'dts-bundle-generator';
import { LIBRARY } from './code.mjs';

export function writeTypes(folder) {
  const entries = Object.values(LIBRARY).map((filePath) => ({
    filePath,
    output: { exportReferencedTypes: false, noBanner: true, inlineDeclareGlobals: false },
  }));
  const texts = generateDtsBundle(entries, { preferredConfigPath: 'tsconfig.build.json' });
  for (const [i, name] of Object.keys(LIBRARY).entries())
    for (const ending of ['.d.ts', '.d.cts']) writeFileSync(path.join(folder, name + ending), texts[i]);
}
