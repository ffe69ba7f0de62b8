// Work that is measured in a process of its own.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const CREATE_NODE = `import { createNode } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)};`;
export const SOCKET_CLIENTS = fileURLToPath(new URL('./socketClients.mjs', import.meta.url));
const PRINT = 'const print = (value) => console.log(JSON.stringify(value));';

/** Milliseconds that the work of a script takes. */
export function timedProcess({ imports, work }) {
  return runProcess(`${imports} ${PRINT} const start = performance.now(); ${work}
    print({ milliseconds: performance.now() - start });`).milliseconds;
}

export function library(code) {
  return runProcess(`${CREATE_NODE} ${PRINT} ${code}`);
}

/** What clients of WebSockets print: see socketClients.mjs. */
export function socketClients(...args) {
  return outputOf([SOCKET_CLIENTS, ...args.map(String)]);
}

/** What a script prints. */
function runProcess(script) {
  return outputOf(['--expose-gc', '--input-type=module', '-e', script]);
}

function outputOf(args) {
  const { stderr, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}
