import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FixtureError, type FixtureProblem } from '../../files/fixtureError.ts';
import { type LoadedLedger, loadLedger } from '../../fixtures/loadLedger.ts';
import type { ExchangeFolder } from './exchange.ts';
import { LEDGER_FILE, readLedgerJson, writeLedgerJson } from './recordedLedgerJson.ts';
import type { Recording } from './recording.ts';

/** Times that a folder is loaded again without what did not load. */
const MAX_ROUNDS = 20;

/**
 * Loads what was recorded. Files of this run that do not load, because a node sent nonsense or two nodes behind one URL contradict each other, are taken
 * away, each with a line among the lacks.
 *
 * @throws FixtureError if the rest does not load either
 */
export async function checkFolder(recording: Recording): Promise<LoadedLedger> {
  const { folder } = recording;
  for (let round = 1; ; round++) {
    try {
      return await loadLedger([folder.path]);
    } catch (error) {
      if (!(error instanceof FixtureError) || round === MAX_ROUNDS) throw error;
      const removed = error.problems.filter((problem) => removeCause(recording, problem));
      if (removed.length === 0) throw error;
    }
  }
}

/** Removes the cause of a problem, with a line among the lacks. @returns whether there was something to remove */
function removeCause(recording: Recording, problem: FixtureProblem): boolean {
  const { file, pointer } = problem;
  const { folder } = recording;
  const isRemoved =
    basename(file) === LEDGER_FILE
      ? removeMember(folder, pointer?.split('/')[1] ?? '')
      : removeFile(recording, problem);
  const text = String(problem).replaceAll(join(folder.path, '/'), '');
  if (isRemoved) recording.addLackOfNode(`answered with what does not load, which was not kept: ${text}`);
  return isRemoved;
}

function removeFile({ folder, fileNames }: Recording, { file, other }: FixtureProblem): boolean {
  const name = [file, other?.file ?? ''].map((path) => basename(path)).find((fileName) => fileNames.has(fileName));
  if (name === undefined) return false;
  fileNames.delete(name);
  rmSync(join(folder.path, name), { force: true });
  return true;
}

function removeMember(folder: ExchangeFolder, member: string): boolean {
  const { [member]: value, ...rest } = readLedgerJson(folder);
  if (value !== undefined) writeLedgerJson(folder, rest);
  return value !== undefined;
}
