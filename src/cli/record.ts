import { counted } from '../codec/text.ts';
import { FixtureError } from '../fixtures/document/problems.ts';
import { reasonOf } from '../fixtures/input/input.ts';
import type { LoadedLedger } from '../fixtures/loadLedger.ts';
import { ExchangeFolder } from '../tools/record/exchange.ts';
import { RealNode } from '../tools/record/realNode.ts';
import { type Recorded, record } from '../tools/record/record.ts';
import { LedgerFileError } from '../tools/record/recordedLedgerJson.ts';
import type { RecordProgress } from '../tools/record/recording.ts';
import { countsText, ProgressLine, slotsText, summaryOf } from './loadFixtures.ts';
import { CliError, onSignals, printErrors, printSomeWarnings, writeOutput } from './output.ts';
import type { GivenFlag } from './parseCommand.ts';
import { type RecordOptions, readRecordOptions } from './recordOptions.ts';

const WIDTH = 20;

/** How far a recording is, and what it waits for: `recording [#####---------------] 12 of 48`. */
export class RecordBar {
  readonly #line: ProgressLine;
  #progress: RecordProgress = { wanted: 0, done: 0 };

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
    const { done, wanted } = this.#progress;
    const full = wanted === 0 ? 0 : Math.floor((WIDTH * done) / wanted);
    return `recording [${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] ${done} of ${wanted}`;
  }
}

const SHOWN = 3;

/** Lines that say which answers lack blocks that were not recorded, and which flag records them. */
export function recordGaps({ state: { history } }: Pick<LoadedLedger, 'state'>): string[] {
  const slots = [...history.slotsFrom(0n)];
  const withoutBlock = slots.filter((slot) => history.block(slot) === undefined);
  const withoutTransactions = [...history.blocks()].filter(({ transactions }) => transactions === undefined);
  return [
    ...(withoutBlock.length === slots.length
      ? ['not recorded: any block, so getLatestBlockhash and getBlockHeight fail: add --slot N']
      : []),
    ...gapLine(withoutBlock, 'the blocks of some transactions', 'getBlock and getBlocks do not show them'),
    ...gapLine(
      withoutTransactions.map(({ slot }) => slot),
      'the transactions of some blocks',
      'getBlock shows only transactionDetails none, and getRecentPrioritizationFees fails',
    ),
  ];
}

function gapLine(slots: readonly bigint[], what: string, consequence: string): string[] {
  if (slots.length === 0) return [];
  const flags = slots.slice(0, SHOWN).map((slot) => ` --slot ${slot}`);
  const more = slots.length > SHOWN ? ` and ${slots.length - SHOWN} more` : '';
  return [`not recorded: ${what}, so ${consequence}: add${flags.join('')}${more}`];
}

/** `stillnode record`: exit code 0 with a summary on stdout, or 1 if the node failed or lacks something; what was recorded is kept. */
export async function runRecord(flags: readonly GivenFlag[]): Promise<number> {
  const options = readRecordOptions(flags);
  const bar = new RecordBar(new ProgressLine(process.stderr));
  const node = connect(options, bar);
  let isStopped = false;
  const ignoreSignals = onSignals(() => {
    isStopped = true;
    node.close();
  });
  try {
    const recorded = await recordInto(options, node, bar);
    print(options, recorded, isStopped);
    return recorded.failure === undefined && recorded.lacks.length === 0 ? 0 : 1;
  } finally {
    ignoreSignals();
    node.close();
  }
}

function connect({ url }: RecordOptions, bar: RecordBar): RealNode {
  try {
    return new RealNode(url, { onWait: bar.onWait });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CliError(`--from: ${error.message}`, true);
  }
}

async function recordInto({ out, subjects }: RecordOptions, node: RealNode, bar: RecordBar): Promise<Recorded> {
  try {
    return await record(subjects, node, new ExchangeFolder(out), bar.onProgress);
  } catch (error) {
    bar.clear();
    if (error instanceof FixtureError) throw new CliError(`${printErrors(error)}: ${out} does not load`);
    if (error instanceof LedgerFileError) throw new CliError(`${out}: ${error.message}`);
    if (error instanceof Error && 'syscall' in error) throw new CliError(`cannot write to ${out}: ${reasonOf(error)}`);
    throw error;
  } finally {
    bar.clear();
  }
}

function print({ out }: RecordOptions, { failure, lacks, loaded, written }: Recorded, isStopped: boolean): void {
  if (loaded !== undefined) {
    printSomeWarnings(loaded);
    const lines = [
      `recorded ${counted(written, 'new file')} in ${out}: ${countsText(loaded.counts)}`,
      slotsText(summaryOf(loaded)),
      ...recordGaps(loaded),
      `serve it: stillnode ${shellWord(out)} --dialect agave`,
    ];
    writeOutput(`${lines.join('\n')}\n`);
  }
  for (const lack of lacks) process.stderr.write(`stillnode: ${lack}\n`);
  if (isStopped) process.stderr.write('stillnode: stopped: the same command continues from here\n');
  else if (failure !== undefined) process.stderr.write(`stillnode: ${failure.message}\n`);
}

function shellWord(text: string): string {
  return /^[\w./@%+:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
