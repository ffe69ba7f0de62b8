import { FixtureError } from '../files/fixtureError.ts';
import type { LedgerState } from '../ledger/state.ts';
import type { Listener } from '../node/ledgerNode.ts';
import { Node } from '../node/node.ts';
import { DEFAULT_HOST, type ListenOptions } from '../node/nodeOptions.ts';
import { listenOptionsOf } from '../node/optionChecks.ts';
import { SAMPLE_LEDGER } from '../packageFiles.ts';
import { isLoopback, isWildcard } from '../server/listenAddresses.ts';
import type { OnRequest } from '../server/requestRecord.ts';
import { isControlOn } from '../server/serverOptions.ts';
import { SocketPortError } from '../server/socketPortError.ts';
import { createLog, printHint } from './log.ts';
import { CliError, type LogStream, type Messages, printErrors } from './output.ts';
import { ProgressLine } from './progressLine.ts';
import { ReadyFile } from './readyFile.ts';
import type { ServeOptions } from './serveOptions.ts';
import { StateFolder } from './stateFolder.ts';
import { tpuHint } from './tpuHint.ts';
import { type FixtureWatch, watchFixtures } from './watch.ts';

/** A node that has been loaded, and that listens. */
export interface Opened {
  readonly node: Node;
  readonly listener: Listener;
  readonly watch: FixtureWatch | undefined;
  /** the folder of `--state` */
  readonly stateFolder: StateFolder | undefined;
  /** whether browsers get the page of the inspector */
  readonly hasPage: boolean;
  /** whether it listens on every address of the machine */
  readonly isEverywhere: boolean;
}

/**
 * Loads a ledger, and listens.
 *
 * @param messages where the log, progress, warnings and internal errors go
 * @throws CliError for what the user can change
 */
export async function openNode(
  {
    log,
    hints = log,
    options,
    paths: fixturePaths,
    adjust,
    fallbackPreset,
    passesTime,
    takesVotes,
    readyFile: readyPath,
    state,
    watch: isWatching,
  }: ServeOptions,
  messages: LogStream,
): Promise<Opened> {
  const printLine = (text: string) => {
    messages.write(`${text}\n`);
  };
  const readyFile = readyPath === undefined ? undefined : new ReadyFile(readyPath);
  const stateFolder = state === undefined ? undefined : await StateFolder.open(state, messages);
  const paths = stateFolder?.isContinued ? [stateFolder.path] : fixturePaths;
  const progress = new ProgressLine(messages);
  const clear = () => progress.clear();
  const { onProgress } = progress;
  const logRequest = createLog(log, messages, process.env);
  const watchForHint = hints === 'off' ? undefined : tpuHint((text) => printHint(hints, text, messages));
  const onRequest = allOf(logRequest, watchForHint);
  const nodeOptions = {
    ...options,
    ...(paths.length > 0 && { ledger: paths }),
    ...(options.upstream !== undefined && { upstream: { ...options.upstream, onWait: printLine } }),
    ...(onProgress && { onProgress }),
    ...(onRequest && { onRequest }),
    onInternalError: (error: unknown) => printLine(internalErrorText(error)),
    onSocketCutOff: printLine,
  };
  const onDump = stateFolder && ((dumped: LedgerState) => stateFolder.write(dumped));
  try {
    const watch = isWatching ? await watchFixtures(paths.length === 0 ? [SAMPLE_LEDGER] : paths) : undefined;
    const node = await Node.load(nodeOptions, { adjust, fallbackPreset, passesTime, takesVotes, onDump }).finally(
      clear,
    );
    await watch?.include(node.report.included ?? []);
    const listener = await node.ledger.listen(listenOptionsOf(nodeOptions));
    readyFile?.write({ listener, node });
    if (stateFolder?.isContinued) printLine(`the ledger in ${stateFolder.path} is continued`);
    const { host = DEFAULT_HOST } = options;
    return { node, listener, watch, stateFolder, hasPage: servesPage(options, host), isEverywhere: isWildcard(host) };
  } catch (error) {
    throw startErrorOf(error, options, messages);
  }
}

/** Whether browsers get the page. The server decides in the same way, but knows all addresses of the host. */
function servesPage({ inspector, ...options }: ListenOptions, host: string): boolean {
  if (inspector === false) return false;
  const { apiKeys, control, controlKey } = options;
  return isControlOn({ apiKeys, control, controlKey }, isLoopback(host) || host === 'localhost');
}

/** One listener for all of these; undefined: there is none. */
function allOf(...listeners: readonly (OnRequest | undefined)[]): OnRequest | undefined {
  const present = listeners.filter((listener) => listener !== undefined);
  if (present.length === 0) return undefined;
  return (...request) => {
    for (const listener of present) listener(...request);
  };
}

/** The line about an error that is not a mistake of the user. */
export function internalErrorText(error: unknown): string {
  return `internal error: ${error instanceof Error ? (error.stack ?? error.message) : error}`;
}

/** The CliError of a failed start; unexpected errors are returned unchanged. */
function startErrorOf(error: unknown, { host, port }: ServeOptions['options'], messages: Messages): unknown {
  if (error instanceof FixtureError) return new CliError(`${printErrors(error, messages)}: nothing was loaded`);
  if (error instanceof SocketPortError)
    return new CliError(`${error.problem}: choose another with --ws-port PORT, or turn it off with --ws-port off`);
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new CliError(`port ${port} on ${host} is in use: choose another with --port, or 0 for a free one`);
    case 'EACCES':
      return new CliError(`no permission to listen on port ${port}: choose one above 1023 with --port`);
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return new CliError(`cannot listen on ${host}: it is not an address of this machine`);
    default:
      return error;
  }
}

/** Writes the ledger to the folder of `--state`, if there is one. @returns false: it could not be written, and the reason was printed */
export async function keepLedger({ node, stateFolder }: Opened): Promise<boolean> {
  return (await stateFolder?.write(node.state)) ?? true;
}
