import { counted, onOneLine } from '../codec/text.ts';
import { FixtureError } from '../files/fixtureError.ts';
import { fileErrorReason } from '../fixtures/input/fileErrors.ts';
import type { LoadedLedger } from '../fixtures/loadLedger.ts';
import type { Upstream } from '../rpc/protocol/call.ts';
import { ExchangeFolder } from '../tools/record/exchange.ts';
import { RealNode, type RealNodeOptions } from '../tools/record/realNode.ts';
import { type RecordResult, record } from '../tools/record/record.ts';
import { LedgerFileError } from '../tools/record/recordedLedgerJson.ts';
import type { RecordProgress } from '../tools/record/recording.ts';
import type { GivenFlag } from './command.ts';
import { countsText, slotsText, summaryOf } from './ledgerSummary.ts';
import {
  CliError,
  type Messages,
  type Output,
  onSignals,
  printErrors,
  printSomeWarnings,
  usageError,
} from './output.ts';
import { ProgressLine } from './progressLine.ts';
import { type RecordOptions, readRecordOptions } from './recordOptions.ts';
import { runWhile } from './recordWhile.ts';

const BAR_WIDTH = 20;

/** The progress of a recording, and the reason of a wait: `recording [#####---------------] 12 of 48`. */
export class RecordBar {
  readonly #line: ProgressLine;
  #progress: RecordProgress = { total: 0, finished: 0 };

  constructor(line: ProgressLine) {
    this.#line = line;
  }

  readonly onProgress = (progress: RecordProgress): void => {
    this.#progress = progress;
    this.#line.show(() => this.#text());
  };

  readonly onWait = (milliseconds: number, why: string): void => {
    this.#line.showWait(milliseconds, why, `${this.#text()}, `);
  };

  clear(): void {
    this.#line.clear();
  }

  #text(): string {
    const { finished, total } = this.#progress;
    const full = total === 0 ? 0 : Math.floor((BAR_WIDTH * finished) / total);
    return `recording [${'#'.repeat(full)}${'-'.repeat(BAR_WIDTH - full)}] ${finished} of ${total}`;
  }
}

const MAX_LISTED_SLOTS = 3;

/** Lines that say which answers lack blocks that were not recorded, and which flag records them. */
export function recordGaps({ state: { history } }: Pick<LoadedLedger, 'state'>): string[] {
  const slots = [...history.slotsFrom(0n)];
  const withoutBlock = slots.filter((slot) => history.block(slot) === undefined);
  const withoutTransactions = [...history.blocks()].filter(({ transactions }) => transactions === undefined);
  return [
    ...(withoutBlock.length === slots.length
      ? ['not recorded: any block, so getLatestBlockhash and getBlockHeight fail: add --slot N']
      : []),
    ...gapLines(withoutBlock, 'the blocks of some transactions', 'getBlock and getBlocks do not show them'),
    ...gapLines(
      withoutTransactions.map(({ slot }) => slot),
      'the transactions of some blocks',
      'getBlock shows only transactionDetails none, and getRecentPrioritizationFees fails',
    ),
  ];
}

function gapLines(slots: readonly bigint[], problem: string, consequence: string): string[] {
  if (slots.length === 0) return [];
  const flags = slots.slice(0, MAX_LISTED_SLOTS).map((slot) => ` --slot ${slot}`);
  const more = slots.length > MAX_LISTED_SLOTS ? ` and ${slots.length - MAX_LISTED_SLOTS} more` : '';
  return [`not recorded: ${problem}, so ${consequence}: add${flags.join('')}${more}`];
}

/**
 * `stillnode record`: exit code 0 with a summary on stdout, or 1 if the node failed or lacks something; what was recorded is kept. With
 * `--while` the exit code is that of the command, and stdout is the command's.
 */
export async function runRecord(flags: readonly GivenFlag[], output: Output): Promise<number> {
  const { messages } = output;
  const options = readRecordOptions(flags, messages);
  const bar = new RecordBar(new ProgressLine(messages));
  const node = openRealNode(options.url, bar.onWait, '--from: ');
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    node.close();
  };
  let stopListening = onSignals(stop);
  let commandCode = 0;
  const runApp = async (command: string, upstream: Upstream): Promise<void> => {
    bar.clear();
    // while the command runs, it gets the signals
    stopListening();
    commandCode = await runWhile(command, upstream, messages);
    stopListening = onSignals(stop);
  };
  try {
    const recorded = await recordInto(options, { node, bar, messages, runApp });
    print(options, { ...recorded, commandCode, isStopped }, output);
    return commandCode || (recorded.failure === undefined && recorded.lacks.length === 0 ? 0 : 1);
  } finally {
    stopListening();
    node.close();
  }
}

/** @throws CliError of usage, without the URL */
export function openRealNode(url: string, onWait: RealNodeOptions['onWait'] & {}, prefix = ''): RealNode {
  try {
    return new RealNode(url, { onWait });
  } catch (error) {
    if (error instanceof TypeError) throw usageError(prefix + error.message);
    throw error;
  }
}

interface RecordTools {
  readonly node: RealNode;
  readonly bar: RecordBar;
  readonly messages: Messages;
  readonly runApp: (command: string, upstream: Upstream) => Promise<void>;
}

async function recordInto(
  { command, out, subjects }: RecordOptions,
  { bar, messages, node, runApp }: RecordTools,
): Promise<RecordResult> {
  const { onProgress } = bar;
  try {
    return await record(subjects, node, new ExchangeFolder(out), {
      onProgress,
      runApp: command === undefined ? undefined : (upstream) => runApp(command, upstream),
    });
  } catch (error) {
    bar.clear();
    if (error instanceof FixtureError) throw new CliError(`${printErrors(error, messages)}: ${out} does not load`);
    if (error instanceof LedgerFileError) throw new CliError(`${out}: ${error.message}`);
    if (error instanceof Error && 'syscall' in error)
      throw new CliError(`cannot write to ${out}: ${fileErrorReason(error)}`);
    throw error;
  } finally {
    bar.clear();
  }
}

/** A recording that has ended. */
interface EndedRecording extends RecordResult {
  readonly commandCode: number;
  readonly isStopped: boolean;
}

function print(
  { command, out }: RecordOptions,
  { commandCode, failure, fileCount, isStopped, lacks, loaded }: EndedRecording,
  { messages, write }: Output,
): void {
  if (loaded !== undefined) {
    printSomeWarnings(loaded, messages);
    const lines = [
      `recorded ${counted(fileCount, 'new file')} in ${out}: ${countsText(loaded.counts)}`,
      slotsText(summaryOf(loaded)),
      ...recordGaps(loaded),
      `serve it: stillnode ${shellWord(out)} --dialect agave`,
    ];
    const text = `${lines.map(onOneLine).join('\n')}\n`;
    if (command === undefined) write(text);
    else messages.write(text);
  }
  if (commandCode !== 0)
    messages.write(`stillnode: the command ended with exit code ${commandCode}; what it asked is recorded\n`);
  for (const lack of lacks) messages.write(`stillnode: ${onOneLine(lack)}\n`);
  if (isStopped) messages.write('stillnode: stopped: the same command continues from here\n');
  else if (failure !== undefined) messages.write(`stillnode: ${onOneLine(failure.message)}\n`);
}

function shellWord(text: string): string {
  return /^[\w./@%+:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
