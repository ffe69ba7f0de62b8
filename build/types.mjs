// Rolls the types of each entry up into one file, once for ES modules and once for CommonJS: internal files stay inside.
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { LIBRARY } from './code.mjs';

export async function writeTypes(folder) {
  for (const [name, source] of Object.entries(LIBRARY)) {
    const bundle = await rollup({
      input: source,
      external: (id) => !/^[./]/.test(id),
      plugins: [dts({ tsconfig: 'tsconfig.build.json' })],
    });
    await bundle.write({ file: path.join(folder, `${name}.d.ts`) });
    await bundle.close();
    copyFileSync(path.join(folder, `${name}.d.ts`), path.join(folder, `${name}.d.cts`));
  }
}
