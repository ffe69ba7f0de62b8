import { counted } from '../codec/counted.ts';
import { FixtureError } from '../document/problem.ts';
import { reasonOf } from '../loading/input/reason.ts';
import { ExchangeFolder } from '../record/exchangeFolder.ts';
import { LedgerFileError } from '../record/ledgerJson.ts';
import { RealNode } from '../record/realNode.ts';
import { type Recorded, record } from '../record/record.ts';
import { CliError } from './cliError.ts';
import { writeOutput } from './output.ts';
import { printErrors, printSomeWarnings } from './problems.ts';
import { ProgressLine } from './progress.ts';
import { RecordBar } from './recordBar.ts';
import { recordHelpText } from './recordFlags.ts';
import { recordGaps } from './recordGaps.ts';
import { parseRecordOptions, type RecordOptions } from './recordOptions.ts';
import { countsText, slotsText, summaryOf } from './summary.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** `stillnode record`: exit code 0 with a summary on stdout, or 1 if the node failed or lacks something; what was recorded is kept. */
export async function runRecord(args: readonly string[]): Promise<number> {
  const options = parseRecordOptions(args);
  if (options === undefined) {
    writeOutput(recordHelpText());
    return 0;
  }
  const bar = new RecordBar(new ProgressLine(process.stderr));
  const node = connect(options, bar);
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    node.close();
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    const recorded = await recordInto(options, node, bar);
    print(options, recorded, isStopped);
    return recorded.failure === undefined && recorded.lacks.length === 0 ? 0 : 1;
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
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
  if (isStopped) process.stderr.write('stillnode: stopped: the same command goes on from here\n');
  else if (failure !== undefined) process.stderr.write(`stillnode: ${failure.message}\n`);
}

function shellWord(text: string): string {
  return /^[\w./@%+:,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
