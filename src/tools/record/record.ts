import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { JsonObject, JsonText, JsonValue } from '../../codec/jsonText.ts';
import { FixtureError, type FixtureProblem } from '../../fixtures/document/problems.ts';
import { type LoadedLedger, loadLedger } from '../../fixtures/loadLedger.ts';
import { slotOf } from '../jsonValues.ts';
import type { ExchangeFolder } from './exchange.ts';
import { RealNodeError } from './nodeAddress.ts';
import { RecordedLists, type RecordedParts, recordCall } from './nodeCalls.ts';
import type { RealNode } from './realNode.ts';
import { RecordedAccounts } from './recordAccounts.ts';
import {
  askFacts,
  isSkippedIn,
  LEDGER_FILE,
  readLedgerJson,
  tipsWith,
  withRecorded,
  writeLedgerJson,
} from './recordedLedgerJson.ts';
import { RecordedHistory } from './recordHistory.ts';
import { Recording, type RecordProgress } from './recording.ts';

export interface Recorded {
  /** files that this run wrote, besides `ledger.json` */
  readonly written: number;
  /** what the node does not have or refuses, one line each */
  readonly lacks: readonly string[];
  /** why the run ended early */
  readonly failure: RealNodeError | undefined;
  /** the whole folder; undefined: there is nothing in it */
  readonly loaded: LoadedLedger | undefined;
}

/**
 * Records what is missing in a folder, and loads the folder. However it ends, by a node that fails or by `node.close()`, what was recorded so far is a ledger.
 *
 * @throws LedgerFileError, FixtureError if the folder holds other files that do not load; errors of the file system
 */
export async function record(
  subjects: readonly Subject[],
  node: RealNode,
  folder: ExchangeFolder,
  onProgress: (progress: RecordProgress) => void = () => {},
): Promise<Recorded> {
  const ledger = readLedgerJson(folder);
  const methods = new Set(subjects.flatMap((subject) => (subject.kind === 'call' ? [subject.method] : [])));
  const recording = new Recording({
    node,
    folder,
    onProgress,
    askFacts: (asking) => askFacts(asking, ledger, methods),
  });
  const accounts = new RecordedAccounts(recording);
  const history = new RecordedHistory(recording, accounts, isSkippedIn(ledger));
  const parts = { recording, accounts, history, lists: new RecordedLists(recording, accounts) };
  const failure = await recordAll(subjects, parts, ledger);

  const source = await recording.sourceIfAsked?.catch(() => undefined);
  const { facts = {}, tips } = source ?? {};
  const { highestSlot } = recording;
  const skipped = skippedIn(recording);
  if (source !== undefined || skipped.length > 0)
    writeLedgerJson(folder, withRecorded(ledger, { facts, highestSlot, skipped, tips }));
  const loaded = folder.isEmpty ? undefined : await checkFolder(recording);
  return { written: recording.written.size, lacks: recording.lacks, failure, loaded };
}

/** A node that has lost a block says that its slot was skipped; a block above it knows better. */
function skippedIn(recording: Recording): bigint[] {
  const { parents, skipped } = recording;
  for (const slot of skipped)
    if (parents.has(slot)) recording.lack(`has lost the block of slot ${slot}, which is the parent of another`);
  return [...skipped].filter((slot) => !parents.has(slot));
}

/** Returns why it ended early. */
async function recordAll(
  subjects: readonly Subject[],
  parts: RecordedParts,
  ledger: JsonObject,
): Promise<RealNodeError | undefined> {
  const { accounts, recording } = parts;
  try {
    await recording.each(subjects, async (subject) => recordSubject(subject, parts));
    const missing = await accounts.record();
    for (const subject of subjects) {
      if (subject.kind === 'account' && missing.has(subject.address))
        recording.lack(`has no account ${subject.address}`);
    }
    await recordNewestBlock(parts, ledger);
    return undefined;
  } catch (error) {
    if (error instanceof RealNodeError) return error;
    throw error;
  }
}

/**
 * The block of the confirmed tip, or of the finalized one: a ledger without a block has no blockhash and no height. It was not asked
 * for, so a node that refuses it has not failed.
 */
async function recordNewestBlock({ history, recording }: RecordedParts, ledger: JsonObject): Promise<void> {
  const recorded = slotOf(ledger.confirmed);
  if (recording.sourceIfAsked === undefined && recorded !== undefined && history.hasBlock(recorded)) return;
  const { tips } = await recording.source();
  if (tips === undefined) return;
  const { confirmed, finalized } = tipsWith(ledger, tips, recording.highestSlot);
  await history.newestBlock([confirmed, finalized]).catch((error: unknown) => {
    if (!(error instanceof RealNodeError && error.isRefusal)) throw error;
  });
}

function recordSubject(subject: Subject, parts: RecordedParts): Promise<void> | void {
  const { accounts, history, lists, recording } = parts;
  switch (subject.kind) {
    case 'slots':
      return recording.each(slotsFrom(subject), (slot) => history.slot(slot));
    case 'signature':
      return history.transaction(subject.signature);
    case 'address':
      accounts.want([subject.address]);
      return history.address(subject.address, subject.limit);
    case 'account':
      return accounts.want([subject.address]);
    case 'program':
      return lists.program(subject.program, subject.filters);
    case 'tokenOwner':
      return lists.tokenOwner(subject.owner);
    case 'call':
      return recordCall(parts, subject.method, subject.params);
  }
}

function* slotsFrom({ first, last }: { readonly first: bigint; readonly last: bigint }): Iterable<bigint> {
  for (let slot = first; slot <= last; slot++) yield slot;
}

/** What is to be recorded, as the command line names it. */
export type Subject =
  /** both ends inclusive */
  | { readonly kind: 'slots'; readonly first: bigint; readonly last: bigint }
  | { readonly kind: 'signature'; readonly signature: string }
  /** at most `limit` of its newest transactions */
  | { readonly kind: 'address'; readonly address: string; readonly limit: number }
  | { readonly kind: 'account'; readonly address: string }
  /** `filters` as getProgramAccounts has them */
  | { readonly kind: 'program'; readonly program: string; readonly filters: readonly JsonValue[] }
  | { readonly kind: 'tokenOwner'; readonly owner: string }
  /** `params` is the text of a list */
  | { readonly kind: 'call'; readonly method: string; readonly params: JsonText };

/** Times that a folder is loaded again without what did not load. */
const MAX_ROUNDS = 20;

/**
 * Loads what was recorded. Files of this run that do not load, because a node sent nonsense or two nodes behind one URL contradict each other, are taken
 * away, each with a line among the lacks.
 *
 * @throws FixtureError if the rest does not load either
 */
async function checkFolder(recording: Recording): Promise<LoadedLedger> {
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

/** Whether there was something to remove. */
function removeCause(recording: Recording, problem: FixtureProblem): boolean {
  const { file, pointer } = problem;
  const { folder } = recording;
  const isRemoved =
    basename(file) === LEDGER_FILE
      ? removeMember(folder, pointer?.split('/')[1] ?? '')
      : removeFile(recording, problem);
  const text = String(problem).replaceAll(join(folder.path, '/'), '');
  if (isRemoved) recording.lack(`answered with what does not load, which was not kept: ${text}`);
  return isRemoved;
}

function removeFile({ folder, written }: Recording, { file, other }: FixtureProblem): boolean {
  const name = [file, other?.file ?? ''].map((path) => basename(path)).find((each) => written.has(each));
  if (name === undefined) return false;
  written.delete(name);
  rmSync(join(folder.path, name), { force: true });
  return true;
}

function removeMember(folder: ExchangeFolder, member: string): boolean {
  const { [member]: value, ...rest } = readLedgerJson(folder);
  if (value !== undefined) writeLedgerJson(folder, rest);
  return value !== undefined;
}
