import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FixtureError, type FixtureProblem } from '../../fixtures/document/problems.ts';
import { type LoadedLedger, loadLedger } from '../../fixtures/loadLedger.ts';
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

function removeCause(recording: Recording, problem: FixtureProblem): boolean {
  const { file, other, pointer } = problem;
  if (basename(file) === LEDGER_FILE) return removeMember(recording, problem, pointer?.split('/')[1] ?? '');
  const name = [file, other?.file ?? ''].map((path) => basename(path)).find((each) => recording.written.has(each));
  if (name === undefined) return false;
  recording.written.delete(name);
  rmSync(join(recording.folder.path, name), { force: true });
  recording.lack(`answered with what does not load, which was not kept: ${withoutFolder(recording, problem)}`);
  return true;
}

function removeMember(recording: Recording, problem: FixtureProblem, member: string): boolean {
  const { [member]: value, ...rest } = readLedgerJson(recording.folder);
  if (value === undefined) return false;
  writeLedgerJson(recording.folder, rest);
  recording.lack(`answered with what does not load, which was not kept: ${withoutFolder(recording, problem)}`);
  return true;
}

function withoutFolder({ folder }: Recording, problem: FixtureProblem): string {
  return String(problem).replaceAll(join(folder.path, '/'), '');
}
