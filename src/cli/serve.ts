import type { DialectName } from '../dialect.ts';
import { FixtureError } from '../files/fixtureError.ts';
import { consensusAt } from '../ledger/protocol.ts';
import type { LedgerState } from '../ledger/state.ts';
import type { Listener } from '../node/ledgerNode.ts';
import { Node } from '../node/node.ts';
import { DEFAULT_HOST, type ListenOptions, type NodeOptions } from '../node/nodeOptions.ts';
import { listenOptionsOf } from '../node/optionChecks.ts';
import { SAMPLE_LEDGER } from '../packageFiles.ts';
import { isLoopback, isWildcard } from '../server/listenAddresses.ts';
import type { OnRequest } from '../server/requestRecord.ts';
import { isControlOn } from '../server/serverOptions.ts';
import { SocketPortError } from '../server/socketPortError.ts';
import { countsText } from './ledgerSummary.ts';
import { createLog, printHint } from './log.ts';
import { CliError, type LogStream, type Messages, printErrors, printSomeWarnings } from './output.ts';
import { ProgressLine } from './progressLine.ts';
import { ReadyFile } from './readyFile.ts';
import type { ServeOptions } from './serveOptions.ts';
import { StateFolder } from './stateFolder.ts';
import { onStdinEnd } from './stdinEnd.ts';
import { tpuHint } from './tpuHint.ts';
import { type FixtureWatch, watchFixtures } from './watch.ts';

/** The signals after which a node finishes the requests in flight. */
const GRACEFUL_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The line about the default dialect: neither the flag nor the variable has chosen one. */
const DEFAULT_DIALECT_TEXTS: Readonly<Record<DialectName, string>> = {
  contract:
    'no dialect is chosen, so this node answers in the contract dialect: six read methods with a small, fixed set of fields; use --dialect agave for the answers of a real node, or --dialect contract to leave out this line',
  agave:
    'no dialect is chosen, and the ledger moves, runs programs or has an upstream, so this node answers in the agave dialect, as a real node; use --dialect contract for six read methods with a small, fixed set of fields, or --dialect agave to leave out this line',
};

/** The default dialect of `stillnode serve`: that of real nodes for a ledger that moves, runs programs or has an upstream. */
export function dialectFor({ autoAdvance, execute, slotTime, upstream }: NodeOptions): DialectName {
  const actsAsNode = slotTime !== undefined || autoAdvance === true || execute === 'litesvm' || upstream !== undefined;
  return actsAsNode ? 'agave' : 'contract';
}

/**
 * Serves until a signal; then stops accepting requests, finishes those in flight and exits with 0. Where no dialect is chosen, it says
 * which one answers.
 *
 * @param messages where the log, warnings and errors go
 * @param banner what is printed below the line that says that the node is ready
 */
export async function serve(
  { options: chosen, ...serving }: ServeOptions,
  messages: LogStream,
  banner: (opened: Opened) => string = () => '',
): Promise<never> {
  const start = performance.now();
  const signals = await nextEnd(serving);
  const options = { ...chosen, dialect: chosen.dialect ?? dialectFor(chosen) };
  const opened = await Promise.race([openNode({ ...serving, options }, messages), signals.first]).catch(
    (error: unknown) => {
      signals.forget();
      throw error;
    },
  );
  // loading cannot be canceled
  if (opened === undefined) process.exit(0);
  const { listener, watch } = opened;
  if (chosen.dialect === undefined) messages.write(`${DEFAULT_DIALECT_TEXTS[options.dialect]}\n`);
  printSomeWarnings(opened.node.report, messages);
  process.stdout.write(readyLine(opened, millisecondsSince(start)) + banner(opened));
  if (watch !== undefined) void reloadOnChange(watch, opened.node, messages);
  await signals.first;
  await listener.close();
  const isKept = await keepLedger(opened);
  // exits here, because a reload and output for a slow reader cannot be canceled
  process.exit(isKept ? 0 : 1);
}

/** Writes the ledger to the folder of `--state`, if there is one. @returns false: it could not be written, and the reason was printed */
export async function keepLedger({ node, stateFolder }: Opened): Promise<boolean> {
  return (await stateFolder?.write(node.state)) ?? true;
}

/** @param milliseconds of loading */
export function readyLine({ hasPage, isEverywhere, listener, node }: Opened, milliseconds: number): string {
  const everywhere = isEverywhere ? '; listens on every address of this machine' : '';
  const page = hasPage ? `; ${listener.url} in a browser shows the ledger` : '';
  const { ledger, report, state } = node;
  const { chains, protocol } = state;
  const consensus = consensusAt(protocol, chains.processed.tip);
  return `stillnode ready on ${listener.url}: ${countsText(report.counts)}, ${ledger.dialect} dialect, ${consensus} consensus, loaded in ${milliseconds} ms; WebSockets on ${listener.wsUrl}${everywhere}${page}\n`;
}

/** Whether browsers get the page. The server decides in the same way, but knows all addresses of the host. */
function servesPage({ inspector, ...options }: ListenOptions, host: string): boolean {
  if (inspector === false) return false;
  const { apiKeys, control, controlKey } = options;
  return isControlOn({ apiKeys, control, controlKey }, isLoopback(host) || host === 'localhost');
}

/** Follows the fixtures for as long as the node runs. */
export async function reloadOnChange(watch: FixtureWatch, node: Node, messages: Messages): Promise<never> {
  for (;;) {
    await watch.change();
    await reloadOnce(watch, node, messages);
  }
}

/** Reloads the fixtures: prints warnings and errors, then one line with the result. */
async function reloadOnce(watch: FixtureWatch, node: Node, messages: Messages): Promise<void> {
  const start = performance.now();
  try {
    const loaded = await node.reload();
    await watch.include(loaded.included ?? []);
    printSomeWarnings(loaded, messages);
    messages.write(`reloaded: ${countsText(loaded.counts)}, in ${millisecondsSince(start)} ms\n`);
  } catch (error) {
    if (error instanceof FixtureError) await watch.include(error.included);
    const problem =
      error instanceof FixtureError ? printErrors(error, messages) : `internal error: ${errorText(error)}`;
    messages.write(`${problem}: not reloaded, the previous ledger is still served\n`);
  }
}

export function millisecondsSince(start: number): number {
  return Math.round(performance.now() - start);
}

/** The end of a node. */
interface Ending {
  /** the first signal, or the end of stdin */
  readonly first: Promise<undefined>;
  /** gives signals the effect again that they had before */
  forget(): void;
}

/**
 * The end of a node: the first signal, or the end of stdin. A second signal, of either kind, ends the process at once.
 *
 * @throws CliError if the node is to end with stdin, which has ended already
 */
export async function nextEnd({ untilStdinEnds }: Pick<ServeOptions, 'untilStdinEnds'>): Promise<Ending> {
  let end = () => {};
  const first = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
  });
  if (untilStdinEnds) await onStdinEnd(end);
  let isFirst = true;
  const onSignal = () => {
    if (!isFirst) process.exit(1);
    isFirst = false;
    end();
  };
  for (const signal of GRACEFUL_SIGNALS) process.on(signal, onSignal);
  return {
    first,
    forget() {
      for (const signal of GRACEFUL_SIGNALS) process.off(signal, onSignal);
    },
  };
}

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

/** @param messages where the log, progress, warnings and internal errors go */
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
    onInternalError: (error: unknown) => printLine(`internal error: ${errorText(error)}`),
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

/** One listener for all of these; undefined: there is none. */
function allOf(...listeners: readonly (OnRequest | undefined)[]): OnRequest | undefined {
  const present = listeners.filter((listener) => listener !== undefined);
  if (present.length === 0) return undefined;
  return (...request) => {
    for (const listener of present) listener(...request);
  };
}

function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
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
