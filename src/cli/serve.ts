import type { DialectName } from '../dialect.ts';
import { FixtureError } from '../files/fixtureError.ts';
import { consensusAt } from '../ledger/protocol.ts';
import type { Node } from '../node/node.ts';
import type { NodeOptions } from '../node/nodeOptions.ts';
import { countsText } from './ledgerSummary.ts';
import { internalErrorText, keepLedger, type Opened, openNode } from './openNode.ts';
import { type LogStream, type Messages, printErrors, printSomeWarnings } from './output.ts';
import type { ServeOptions } from './serveOptions.ts';
import { onStdinEnd } from './stdinEnd.ts';
import type { FixtureWatch } from './watch.ts';

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

/** @param milliseconds of loading */
export function readyLine({ hasPage, isEverywhere, listener, node }: Opened, milliseconds: number): string {
  const everywhere = isEverywhere ? '; listens on every address of this machine' : '';
  const page = hasPage ? `; ${listener.url} in a browser shows the ledger` : '';
  const { ledger, report, state } = node;
  const { chains, protocol } = state;
  const consensus = consensusAt(protocol, chains.processed.tip);
  return `stillnode ready on ${listener.url}: ${countsText(report.counts)}, ${ledger.dialect} dialect, ${consensus} consensus, loaded in ${milliseconds} ms; WebSockets on ${listener.wsUrl}${everywhere}${page}\n`;
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
    const problem = error instanceof FixtureError ? printErrors(error, messages) : internalErrorText(error);
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
