import { newReading, type Reading } from '../document/cursor.ts';
import { FixtureError, type FixtureProblem } from '../document/problem.ts';
import { accountsAt } from '../ledger/accountsAt.ts';
import { buildLedger, DEFAULT_SETTINGS, type LedgerSettings } from '../ledger/builder.ts';
import { type LedgerNames, type LedgerState, NO_NAMES, type Sysvars } from '../ledger/state.ts';
import type { ScriptFile } from '../script/reading/script.ts';
import { reportConflicts } from './conflicts.ts';
import { fileInput } from './input/fileInput.ts';
import { findFixtureFiles } from './input/findFiles.ts';
import { type FixtureInput, type FixtureSource, scriptInput, sourceInput } from './input/input.ts';
import { assemble } from './merging/assemble.ts';
import { Contents, type OnProgress, type Recorded } from './merging/contents.ts';
import { checkLedger } from './merging/ledgerRules.ts';
import { assumedSlot, placeTransactions } from './merging/placeTransactions.ts';
import { addParsedAccounts } from './parsedAccounts/addParsedAccounts.ts';
import type { Program } from './programFiles.ts';
import { readInputs } from './readInputs.ts';

/** The counts that the command line prints. */
export interface LedgerCounts {
  readonly files: number;
  readonly blocks: number;
  readonly transactions: number;
  readonly accounts: number;
}

export interface LoadedLedger {
  readonly state: LedgerState;
  /** problems that do not prevent serving */
  readonly warnings: readonly FixtureProblem[];
  /** number of warnings that are not in `warnings` */
  readonly omittedWarnings?: number;
  readonly counts: LedgerCounts;
  /** paths that scripts among the fixtures include */
  readonly included?: readonly string[];
}

export interface LoadOptions {
  readonly onProgress?: OnProgress | undefined;
  /** what cannot be read is left out, with warnings */
  readonly skipUnreadable?: boolean | undefined;
  /** put in place of accounts of the fixtures, and there for scripts */
  readonly programs?: readonly Program[] | undefined;
}

/** A path of files and folders of fixtures, or a scripted ledger as a value. */
export type LedgerPart = string | object;

/**
 * Loads fixtures into a ledger: all of them, or none; if unreadable ones are skipped, all that can be read.
 *
 * @throws FixtureError with every problem of every file
 */
export async function loadLedger(
  parts: readonly LedgerPart[],
  { onProgress, programs, skipUnreadable }: LoadOptions = {},
): Promise<LoadedLedger> {
  const reading = newReading(skipUnreadable);
  const inputs: FixtureInput[] = [];
  let scripts = 0;
  for (const part of parts) {
    if (typeof part !== 'string') inputs.push(scriptInput(part, ++scripts));
    else for (const file of await findFixtureFiles([part], reading)) inputs.push(fileInput(file));
  }
  return load(inputs, reading, onProgress, programs);
}

/** Loads fixtures in memory, as `loadLedger` loads files with these names. */
export function loadSources(
  sources: readonly FixtureSource[],
  { skipUnreadable }: Pick<LoadOptions, 'skipUnreadable'> = {},
): Promise<LoadedLedger> {
  return load(sources.map(sourceInput), newReading(skipUnreadable));
}

async function load(
  named: readonly FixtureInput[],
  reading: Reading,
  onProgress?: OnProgress,
  programs: readonly Program[] = [],
): Promise<LoadedLedger> {
  const { warnings } = reading;
  const contents = new Contents(onProgress);
  const { inputs, scripts } = await readInputs(named, reading, contents);
  await addParsedAccounts(contents);
  const placed = placeTransactions(contents, assumedSlot(contents));
  const sysvars = await addCluster(contents);
  const recordedSlots = [...contents.blocks.keys()];
  const programFiles = programs.length === 0 ? undefined : await import('./programFiles.ts');
  const recorded = programFiles?.withProgramsBelow(contents.recorded(), programs) ?? contents.recorded();
  const names = await compile(scripts, recorded, contents);
  const sources = { inputs, recorded, placed };
  const { blocks, looseTransactions, conflicts } = assemble(contents);
  await reportConflicts([...contents.conflicts, ...conflicts], sources, reading);
  throwIfAny(reading);

  const settings = settingsOf(contents);
  const accounts = contents.accounts();
  const state = buildLedger({
    blocks,
    emptyRuns: contents.emptyRuns,
    looseTransactions,
    accounts,
    settings,
    names,
    sysvars,
  });
  await reportConflicts(checkLedger(state, contents, recordedSlots), sources, reading);
  throwIfAny(reading);
  const counts = countsOf(state, inputs.length);
  const { included } = reading;
  const served = programFiles?.withPrograms(state, programs) ?? state;
  return { state: served, warnings: warnings.settle(), omittedWarnings: warnings.omitted, counts, included };
}

/** Loads the accounts of a cluster only when needed: few ledgers name one. */
async function addCluster(contents: Contents): Promise<Sysvars | undefined> {
  const name = contents.settings?.clusterName;
  if (name === undefined) return undefined;
  const { clusterPrograms } = await import('../script/compiling/cluster/programs.ts');
  const { accountsBefore, clusterSysvars } = await import('../script/compiling/cluster/clusterAccounts.ts');
  contents.setCluster(clusterPrograms(name), accountsBefore(name));
  return clusterSysvars(name);
}

/** Scripts change the recorded state, so they come last. */
async function compile(scripts: readonly ScriptFile[], recorded: Recorded, contents: Contents): Promise<LedgerNames> {
  if (scripts.length === 0) return NO_NAMES;
  const { compileScripts } = await import('./scripts/compileScripts.ts');
  return compileScripts(scripts, recorded, contents);
}

function throwIfAny({ errors, included, warnings }: Reading): void {
  const details = { omitted: errors.omitted, warnings: warnings.settle(), included };
  if (!errors.isEmpty) throw new FixtureError(errors.settle(), details);
}

/** If no tips are given, the highest slot is the processed tip, including slots of recorded answers. */
function settingsOf({ settings, highestSlot }: Contents): LedgerSettings {
  const given = settings?.settings ?? DEFAULT_SETTINGS;
  if (Object.keys(given.tips).length > 0) return given;
  return { ...given, tips: { processed: highestSlot } };
}

function countsOf(state: LedgerState, files: number): LedgerCounts {
  const { chains, history } = state;
  const accounts = accountsAt(state, chains.processed).count;
  return { files, blocks: history.blockCount, transactions: history.transactionCount, accounts };
}
