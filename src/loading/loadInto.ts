/**
 * Fixtures for a ledger that is there already.
 * @module
 */
import type { Reading } from '../document/cursor.ts';
import { addFixtures, type Fixtures } from '../ledger/moves/addFixtures.ts';
import { addNames } from '../ledger/moves/addNames.ts';
import { type LedgerNames, type LedgerState, NO_NAMES } from '../ledger/state.ts';
import { LEDGER_FILE_MEMBERS } from '../ledgerFile/members.ts';
import type { ScriptFile } from '../script/reading/script.ts';
import { reportConflicts } from './conflicts.ts';
import type { FixtureInput } from './input/input.ts';
import type { LedgerCounts } from './loadLedger.ts';
import { assemble } from './merging/assemble.ts';
import { Contents, type Recorded } from './merging/contents.ts';
import { checkLedger } from './merging/ledgerRules.ts';
import { placeTransactions } from './merging/placeTransactions.ts';
import { addParsedAccounts } from './parsedAccounts/addParsedAccounts.ts';
import { readInput } from './readInput.ts';
import type { LoadExecutor } from './scripts/executor.ts';
import type { Pace } from './scripts/pace.ts';

export interface LoadedInto {
  readonly state: LedgerState;
  /** what was added */
  readonly counts: Omit<LedgerCounts, 'files'>;
}

/**
 * Adds a fixture to a ledger. Undefined: there are mistakes, which were reported.
 *
 * @param load of what executes transactions that ask for it
 * @throws MoveError where the ledger has a part of it already
 */
export async function loadInto(
  state: LedgerState,
  input: FixtureInput,
  reading: Reading,
  load?: LoadExecutor,
  pace?: Pace,
): Promise<LoadedInto | undefined> {
  const { errors } = reading;
  const contents = new Contents();
  await readInput(input, reading, contents);
  const scripts = await readScripts(contents);
  refuseFacts(contents);
  await addParsedAccounts(contents);
  const slot = state.chains.finalized.tip;
  const placed = placeTransactions(contents, { slot, reason: 'the finalized tip of the ledger' });
  if (!errors.isEmpty) return undefined;
  const { names, recorded } = await compile(scripts, state, contents, { load, pace });
  const { blocks, conflicts, looseTransactions } = assemble(contents);
  const sources = { inputs: [input], recorded, placed };
  await reportConflicts([...contents.conflicts, ...conflicts], sources, reading);
  if (!errors.isEmpty) return undefined;

  const fixtures = {
    blocks,
    emptyRuns: contents.emptyRuns,
    looseTransactions,
    accounts: contents.accounts(),
    absent: contents.absent(),
  };
  const longer = addFixtures(state, fixtures);
  await reportConflicts(checkLedger(longer, contents), sources, reading);
  if (!errors.isEmpty) return undefined;
  if (isEmpty(fixtures, names) && reading.warnings.isEmpty)
    reading.warnings.addToFile(input.name, 'no blocks, transactions or accounts in it: nothing to load');
  const transactions = longer.history.transactionCount - state.history.transactionCount;
  const counts = { accounts: fixtures.accounts.count, blocks: contents.blockCount, transactions };
  return { state: addNames(longer, names), counts };
}

function isEmpty(
  { absent, accounts, blocks, emptyRuns, looseTransactions }: Fixtures,
  { addresses, keys }: LedgerNames,
): boolean {
  const sizes = [
    blocks.length,
    emptyRuns.length,
    looseTransactions.length,
    accounts.count,
    absent.size,
    addresses.size,
    keys.size,
  ];
  return sizes.every((size) => size === 0);
}

async function readScripts(contents: Contents): Promise<readonly ScriptFile[]> {
  if (contents.scripts.length === 0) return [];
  // loaded only when needed: few ledgers are scripted
  const { readScript } = await import('../script/reading/script.ts');
  const scripts = contents.scripts.map((at) => readScript(at, contents));
  for (const { at } of scripts.flatMap(({ includes }) => includes))
    at.refuse('a ledger that is served includes no files', 'load what they hold before this');
  return scripts;
}

function refuseFacts({ settings }: Contents): void {
  for (const name of LEDGER_FILE_MEMBERS) {
    const member = settings?.at.member(name);
    if (member?.value !== undefined)
      member.refuse(
        'members of ledger.json are refused: loading changes neither the tips nor the facts of a ledger',
        'the control method setTips moves tips',
      );
  }
}

interface Compiled {
  readonly names: LedgerNames;
  readonly recorded: Recorded;
}

async function compile(
  scripts: readonly ScriptFile[],
  state: LedgerState,
  contents: Contents,
  { load, pace }: { readonly load: LoadExecutor | undefined; readonly pace: Pace | undefined },
): Promise<Compiled> {
  if (scripts.length === 0) return { names: NO_NAMES, recorded: contents.recorded() };
  const { withKeysOf, recordedIn } = await import('./scripts/ontoLedger.ts');
  const { compileScripts } = await import('./scripts/compileScripts.ts');
  const recorded = recordedIn(state);
  return { names: await compileScripts(withKeysOf(state, scripts), recorded, contents, load, pace), recorded };
}
