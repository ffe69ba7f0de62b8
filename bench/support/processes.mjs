// Work that is measured in a process of its own.
import { spawnSync } from 'node:child_process';

export const CREATE_NODE = `import { createNode } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)};`;
const PRINT = 'const print = (value) => console.log(JSON.stringify(value));';

/** Milliseconds that the work of a script takes. */
export function timedProcess({ imports, work }) {
  return runProcess(`${imports} ${PRINT} const start = performance.now(); ${work}
    print({ milliseconds: performance.now() - start });`).milliseconds;
}

export function library(code) {
  return runProcess(`${CREATE_NODE} ${PRINT} ${code}`);
}

/** What a script prints. */
function runProcess(script) {
  const { stderr, stdout } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}
