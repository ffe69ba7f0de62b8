import { counted, onOneLine } from '../../codec/text.ts';
import { type DumpResult, ForeignFileError, SpecialFileError, writeDump } from '../../fixtures/dump/dumpFolder.ts';
import { dumpLedger } from '../../fixtures/dump/dumpLedger.ts';
import { fileErrorReason } from '../../fixtures/input/fileErrors.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { command, pathsOf } from '../command.ts';
import { LOAD_FLAGS } from '../flags.ts';
import { countsText } from '../ledgerSummary.ts';
import { type LoadingOptions, loadOrFail } from '../loadFixtures.ts';
import { CliError, type Output, onSignals, usageError } from '../output.ts';
import { readLoading } from '../serveOptions.ts';

export interface DumpOptions extends LoadingOptions {
  readonly out: string;
  /** write even among files that no dump wrote */
  readonly force: boolean;
}

export const dump = command({
  usage: 'dump [PATH…] --out FOLDER',
  summary: 'load fixtures and write them to a folder in one format',
  details: 'Nothing is written if a fixture is invalid.',
  flags: [
    { name: 'out', value: 'FOLDER', help: 'folder to write to' },
    { name: 'force', help: 'write even if the folder has files that no dump wrote' },
    ...LOAD_FLAGS,
  ],
  read(line): DumpOptions {
    const { force, out } = line.values;
    if (typeof out !== 'string' || out === '')
      throw usageError('dump needs a folder to write to: stillnode dump PATH… --out FOLDER');
    return { paths: pathsOf(line.positionals, line.env), out, force: force === true, ...readLoading(line) };
  },
  run: runDump,
});

/** `stillnode dump`: exit code 0 with a summary on stdout, or 1 if nothing was written. */
async function runDump({ force, out, ...loading }: DumpOptions, output: Output): Promise<number> {
  const { counts, state } = await loadOrFail(loading, 'nothing was dumped', output.messages);
  const { fileCount, foreignFiles } = await write(state, out, force);
  if (foreignFiles.length > 0)
    output.messages.write(
      `warning: ${onOneLine(out)} also holds ${counted(foreignFiles.length, 'fixture')} that the dump did not write, such as ${onOneLine(foreignFiles[0]!)}: loading the folder loads them too\n`,
    );
  output.write(`wrote ${counted(fileCount, 'file')} to ${onOneLine(out)}: ${countsText(counts)}\n`);
  return 0;
}

async function write(state: LedgerState, out: string, force: boolean): Promise<DumpResult> {
  const stop = new AbortController();
  const stopListening = onSignals(() => stop.abort());
  try {
    return await writeDump(dumpLedger(state), out, force, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) throw new CliError(`stopped: nothing was written to ${out}`);
    if (error instanceof ForeignFileError)
      throw new CliError(`${out} ${error.message}: choose an empty folder, or use --force to write there anyway`);
    if (isSystemError(error) || error instanceof SpecialFileError)
      throw new CliError(`cannot write to ${out}: ${fileErrorReason(error)}`);
    throw error;
  } finally {
    stopListening();
  }
}

function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
