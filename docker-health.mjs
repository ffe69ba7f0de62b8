// The health check of the image: asks every port that stillnode listens on, whatever flags and variables say.
//
// usage: node docker-health.mjs [PID]    without one, of each process that runs the command
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const LISTENING = '0A';

const pids = process.argv.length > 2 ? process.argv.slice(2) : readdirSync('/proc').filter(isCommand);
const urls = pids.flatMap(urlsOf);
const healthy = await Promise.all(urls.map(isHealthy));
process.exit(healthy.length > 0 && healthy.every(Boolean) ? 0 : 1);

function isCommand(pid) {
  return /^\d+$/.test(pid) && readOrNothing(`/proc/${pid}/cmdline`).includes('/dist/cli.js\0');
}

/** Source  proc(5): a socket is an inode among the open files of a process, and a line of the tables of its network. */
function urlsOf(pid) {
  const files = readdirSync(`/proc/${pid}/fd`).map((file) => linkOrNothing(`/proc/${pid}/fd/${file}`));
  const sockets = new Set(files.map((file) => /^socket:\[(\d+)\]$/.exec(file)?.[1]));
  return ['tcp', 'tcp6'].flatMap((table) =>
    readOrNothing(`/proc/${pid}/net/${table}`)
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[3] === LISTENING && sockets.has(columns[9]))
      .map((columns) => urlOf(columns[1])),
  );
}

/** @param place the address as 32-bit words in the order of the machine, a colon and the port, both as hex */
function urlOf(place) {
  const [address, port] = place.split(':');
  const bytes = address.match(/.{8}/g).flatMap((word) => [...Buffer.from(word, 'hex').reverse()]);
  const isAny = bytes.every((byte) => byte === 0);
  if (bytes.length === 4) return `http://${isAny ? '127.0.0.1' : bytes.join('.')}:${Number.parseInt(port, 16)}`;
  const groups = Buffer.from(bytes).toString('hex').match(/.{4}/g).join(':');
  return `http://[${isAny ? '::1' : groups}]:${Number.parseInt(port, 16)}`;
}

async function isHealthy(url) {
  const reply = await fetch(`${url}/health`).catch(() => undefined);
  return reply?.ok === true;
}

function readOrNothing(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A file may be closed before it is looked at. */
function linkOrNothing(file) {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
