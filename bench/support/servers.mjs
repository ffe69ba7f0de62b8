// Starts the servers that are compared, each as a process of its own on the first processor; the load comes from the second.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const RAW = fileURLToPath(new URL('./raw.mjs', import.meta.url));
const BARE = fileURLToPath(new URL('./bare.mjs', import.meta.url));
const BARE_SOCKETS = fileURLToPath(new URL('./bareSockets.mjs', import.meta.url));
const NAIVE = fileURLToPath(new URL('./naive.mjs', import.meta.url));
const TASKSET = ['/usr/bin/taskset', '/bin/taskset'].find((path) => existsSync(path));

/** stillnode as a user starts it. */
export function startStillnode(args, nodeArgs = []) {
  return startServer([...nodeArgs, CLI, '--port', '0', '--quiet', ...args]);
}

/** A bare node:http server that reads the request and sends these very bytes. */
export function startRaw(replyFile) {
  return startServer([RAW, replyFile]);
}

/** A route of Fastify that parses the request and sends these very bytes. */
export function startBare(replyFile) {
  return startServer([BARE, replyFile]);
}

/** A server of `ws` that sends these messages to everybody. */
export function startBareSockets(messagesFile) {
  return startServer([BARE_SOCKETS, messagesFile]);
}

/** What somebody would write in an afternoon: Fastify, JSON.stringify, linear scans. */
export function startNaive(ledgerFile) {
  return startServer(['--max-old-space-size=8192', NAIVE, ledgerFile]);
}

export async function startServer(args, { pin = true } = {}) {
  const command = TASKSET !== undefined && pin ? [TASKSET, '-c', '0', process.execPath] : [process.execPath];
  const startedAt = performance.now();
  // certificates that the machine adds are read at every start of Node 20, for as long as the rest of a bare one takes
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: undefined };
  const child = spawn(command[0], [...command.slice(1), ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const match = /http:\/\/[^\s:]+:\d+/.exec(text);
      if (match !== null) resolve(match[0]);
    });
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} exited with ${code}`)));
  });
  const readyMilliseconds = performance.now() - startedAt;
  const stop = () =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
  return { url, pid: child.pid, readyMilliseconds, startedAt, stop };
}
