// npm run docs: writes the generated parts of docs, and schema/. Vite loads the TypeScript.
import { writeFileSync } from 'node:fs';
import { runnerImport } from 'vite';

const { module } = await runnerImport('build/docs/generated.ts');
for (const [file, text] of module.generatedFiles()) writeFileSync(file, text);
