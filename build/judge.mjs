// npm run judge [-- URL [WS-URL]]: a localnet of this project beside a real node. Vite loads the TypeScript.
import { runnerImport } from 'vite';

const { module } = await runnerImport('test/judge/judge.ts');
process.exitCode = await module.judge(process.argv.slice(2));
