import { FixtureError } from '../fixtures/problem.ts';
import { type NodeOptions, type RunningNode, startNode } from '../node.ts';
import type { RequestRecord } from '../server/http.ts';
import { printErrors, printWarnings } from './check.ts';
import { CliError, type ServeOptions } from './options.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Warnings shown at start; `stillnode check` shows them all. */
const SHOWN_WARNINGS = 5;

/** Serves until a signal: stops accepting, finishes what is in flight, exit code 0. */
export async function serve(options: ServeOptions): Promise<number> {
  const stopped = nextSignal();
  const start = performance.now();
  const node = await Promise.race([open(options), stopped]);
  // nothing is in flight yet, and loading cannot be called off
  if (node === undefined) process.exit(0);
  const { counts, dialect, url, warnings } = node;
  printWarnings(warnings, SHOWN_WARNINGS);
  const milliseconds = Math.round(performance.now() - start);
  process.stdout.write(
    `stillnode ready on ${url}: ${counts.blocks} blocks, ${counts.transactions} transactions, ${counts.accounts} accounts, ${dialect} dialect, loaded in ${milliseconds} ms\n`,
  );
  await stopped;
  await node.close();
  return 0;
}

/** Resolves at the first signal; a second one, of either kind, ends the process at once. */
function nextSignal(): Promise<undefined> {
  return new Promise((resolve) => {
    let isFirst = true;
    const onSignal = () => {
      if (!isFirst) process.exit(1);
      isFirst = false;
      resolve(undefined);
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
  });
}

async function open(options: ServeOptions): Promise<RunningNode> {
  const { apiKeys, cacheMb, dialect, host, maxBodyBytes, paths, port, quiet } = options;
  const nodeOptions: NodeOptions = {
    ...(paths.length === 0 ? {} : { ledger: paths }),
    dialect,
    cacheMb,
    onInternalError: (error) => process.stderr.write(`internal error: ${errorText(error)}\n`),
  };
  const listenOptions = { host, port, apiKeys, maxBodyBytes, onSolanaClient: suggestDialect };
  try {
    return await startNode({ ...nodeOptions, ...listenOptions, ...(quiet ? {} : { onRequest: logRequest }) });
  } catch (error) {
    throw explain(error, options);
  }
}

function explain(error: unknown, { host, port }: ServeOptions): unknown {
  if (error instanceof FixtureError) return new CliError(`${printErrors(error)}: nothing was loaded`);
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new CliError(`port ${port} on ${host} is in use: choose another with --port, or 0 for a free one`);
    case 'EACCES':
      return new CliError(`no permission to listen on port ${port}: choose one above 1023 with --port`);
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return new CliError(`cannot listen on ${host}: it is no address of this machine`);
    default:
      return error;
  }
}

function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function suggestDialect(): void {
  process.stderr.write(
    'a Solana client library is asking: this node answers in the contract dialect; --dialect agave answers as a real node does\n',
  );
}

function logRequest({ bytes, httpMethod, milliseconds, rpcMethods, status }: RequestRecord): void {
  const names = rpcMethods.length === 0 ? '-' : rpcMethods.map(printableName).join(',');
  process.stderr.write(
    `${new Date().toISOString()} ${httpMethod} ${status} ${names} ${bytes} B ${milliseconds.toFixed(1)} ms\n`,
  );
}

/** A method name comes from outside: it must not break the line. */
function printableName(name: string): string {
  return /^[\w.]{1,64}$/.test(name) ? name : '?';
}
