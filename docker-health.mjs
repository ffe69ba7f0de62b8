// The health check of the image: whether GET /health says ok, where the ready file says that the node is, or else at the
// address of STILLNODE_HOST and STILLNODE_PORT.
import { readFileSync } from 'node:fs';

const {
  STILLNODE_HOST: host = '127.0.0.1',
  STILLNODE_PORT: port = '8899',
  STILLNODE_READY_FILE: readyFile = '/tmp/stillnode-ready.json',
} = process.env;

const url = readyUrl() ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
const reply = await fetch(`${url}/health`).catch(() => undefined);
process.exit(reply?.ok ? 0 : 1);

/** undefined: the node has written no file, or not yet */
function readyUrl() {
  try {
    return JSON.parse(readFileSync(readyFile, 'utf8')).url;
  } catch {
    return undefined;
  }
}
