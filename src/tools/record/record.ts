import { contextSlotOf, integerOf, listOf, memberAt, objectOf } from '../../codec/foreignJson.ts';
import { isJsonArray, type JsonObject } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { type LoadedLedger, loadLedger } from '../../fixtures/loadLedger.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../solana/address.ts';
import { checkFolder } from './checkFolder.ts';
import type { ExchangeFolder, Question } from './exchange.ts';
import { RealNodeError } from './nodeFailures.ts';
import { errorNote } from './nodeRequest.ts';
import type { RealNode } from './realNode.ts';
import { type RunApp, recordApp } from './recordApp.ts';
import { RecordedAccounts } from './recordedAccounts.ts';
import { askFacts, isFactMethod } from './recordedFacts.ts';
import { RecordedHistory } from './recordedHistory.ts';
import { isSkippedIn, readLedgerJson, tipsWith, withRecorded, writeLedgerJson } from './recordedLedgerJson.ts';
import { type Form, Recording, type RecordProgress } from './recording.ts';
import { questions } from './recordQuestions.ts';
import { type Subject, subjectsOfCall } from './subjects.ts';

export interface RecordResult {
  /** files that this run wrote, besides `ledger.json` */
  readonly fileCount: number;
  /** things that the node lacks or refuses, one line each */
  readonly lacks: readonly string[];
  /** the error that ended the run early */
  readonly failure: RealNodeError | undefined;
  /** the whole folder; undefined: it is empty */
  readonly loaded: LoadedLedger | undefined;
}

export interface RecordOptions {
  readonly onProgress?: (progress: RecordProgress) => void;
  /** runs an app when the subjects are recorded: its calls are recorded too */
  readonly runApp?: RunApp | undefined;
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
  { onProgress = () => {}, runApp }: RecordOptions = {},
): Promise<RecordResult> {
  const ledger = readLedgerJson(folder);
  // an app runs only for a folder that can be served in the end
  if (runApp !== undefined && !folder.isEmpty) await loadLedger([folder.path]);
  const methods = new Set(subjects.flatMap((subject) => (subject.kind === 'call' ? [subject.method] : [])));
  const recording = new Recording(node, folder, (asking) => askFacts(asking, ledger, methods), onProgress);
  const accounts = new RecordedAccounts(recording);
  const history = new RecordedHistory(recording, accounts, isSkippedIn(ledger));
  const parts = { recording, accounts, history, runApp };
  const failure = await recordAll(subjects, parts, ledger);

  const nodeState = await recording.nodeStateIfAsked?.catch(() => undefined);
  const { facts = {}, tips } = nodeState ?? {};
  const { highestProcessed, highestSlot, isReplayed } = recording;
  const skipped = skippedIn(recording);
  if (nodeState !== undefined || skipped.length > 0 || isReplayed)
    writeLedgerJson(folder, withRecorded(ledger, { facts, highestProcessed, highestSlot, isReplayed, skipped, tips }));
  const loaded = folder.isEmpty ? undefined : await checkFolder(recording);
  return { fileCount: recording.fileNames.size, lacks: recording.lacks, failure, loaded };
}

/**
 * The skipped slots. A node that has lost a block says that its slot was skipped: if a block above names it as parent, it is a lack.
 */
function skippedIn(recording: Recording): bigint[] {
  const { parents, skipped } = recording;
  for (const slot of skipped)
    if (parents.has(slot))
      recording.addLackOfNode(`has lost the block of slot ${slot}, which is the parent of another`);
  return [...skipped].filter((slot) => !parents.has(slot));
}

interface RecordedParts {
  readonly recording: Recording;
  readonly accounts: RecordedAccounts;
  readonly history: RecordedHistory;
  readonly runApp: RunApp | undefined;
}

/** The kinds of subjects that have transactions. */
const HISTORY_KINDS: ReadonlySet<Subject['kind']> = new Set(['slots', 'signature', 'address']);

/** Replaces a call by what it is about, if that can be recorded. */
function subjectsNamedBy(subject: Subject): readonly Subject[] {
  const named = subject.kind === 'call' ? subjectsOfCall(subject.method, subject.params) : undefined;
  return named ?? [subject];
}

/** Records all subjects. @returns the error that ended it early */
async function recordAll(
  subjects: readonly Subject[],
  parts: RecordedParts,
  ledger: JsonObject,
): Promise<RealNodeError | undefined> {
  const { accounts, recording, runApp } = parts;
  const calledSubjects = subjects.flatMap(subjectsNamedBy);
  try {
    // accounts and lists have to be at least as new as the transactions
    for (const hasTransactions of [true, false])
      await recording.forEach(
        calledSubjects.filter(({ kind }) => HISTORY_KINDS.has(kind) === hasTransactions),
        (subject) => recordSubject(subject, parts),
      );
    const missing = await accounts.record();
    for (const subject of subjects) {
      if (subject.kind === 'account' && missing.has(subject.address))
        recording.addLackOfNode(`has no account ${subject.address}`);
    }
    if (runApp !== undefined) await recordApp(recording, runApp, integerOf(ledger.confirmed) === undefined);
    await recordNewestBlock(parts, ledger);
    return undefined;
  } catch (error) {
    if (error instanceof RealNodeError) return error;
    throw error;
  }
}

/**
 * Records the block of the confirmed tip, or of the finalized one: a ledger without a block has no blockhash and no height. The user did not ask
 * for it, so it does not matter if the node refuses it.
 */
async function recordNewestBlock({ history, recording }: RecordedParts, ledger: JsonObject): Promise<void> {
  const recorded = integerOf(ledger.confirmed);
  if (recording.nodeStateIfAsked === undefined && recorded !== undefined && history.hasBlock(recorded)) return;
  const { facts, tips } = await recording.nodeState();
  if (tips === undefined) return;
  const { confirmed, finalized } = tipsWith({ ...facts, ...ledger }, tips, recording.highestSlot);
  await history.recordNewestBlock([confirmed, finalized]).catch((error: unknown) => {
    if (!(error instanceof RealNodeError && error.isRefusal)) throw error;
  });
}

async function recordSubject(subject: Subject, parts: RecordedParts): Promise<void> {
  const { accounts, history, recording } = parts;
  switch (subject.kind) {
    case 'slots':
      return recording.forEach(slotsFrom(subject), (slot) => history.recordSlot(slot, subject.isOptional));
    case 'signature':
      return history.recordTransaction(subject.signature, subject.isOptional);
    case 'address':
      accounts.addNamed([subject.address]);
      return history.recordAddress(subject.address, subject.limit);
    case 'account':
      return accounts.addNamed([subject.address]);
    case 'program': {
      const { filters, program } = subject;
      accounts.addNamed([program]);
      return recordList(questions.program(program, filters), `the accounts of ${program}`, parts);
    }
    case 'tokenOwner':
      accounts.addNamed([subject.owner]);
      return recording.forEach([TOKEN_PROGRAM, TOKEN_2022_PROGRAM], (programId) =>
        recordSubject({ kind: 'tokenAccounts', scope: 'Owner', address: subject.owner, filter: { programId } }, parts),
      );
    case 'tokenAccounts': {
      const { address, filter, scope } = subject;
      return recordList(questions.tokenAccounts(scope, address, filter), `the token accounts of ${address}`, parts);
    }
    case 'largestAccounts':
      accounts.addNamed([subject.mint]);
      return recordLargestAccounts(subject.mint, parts);
    case 'call':
      return recordCall(subject, parts);
  }
}

/** Methods whose answers follow from the tips and the facts of `ledger.json`. */
const DERIVED_METHODS: ReadonlySet<string> = new Set([
  'getBlockHeight',
  'getEpochInfo',
  'getFirstAvailableBlock',
  'getHealth',
  'getInflationRate',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getSlot',
]);

/**
 * Records a call. An answer that cannot be made from others is kept whole, and `--upstream` can answer from it; a call
 * whose parameters name no subject is sent too, so that the node reports its mistake.
 */
async function recordCall({ method, params }: Question, parts: RecordedParts): Promise<void> {
  const { recording } = parts;
  if (isFactMethod(method) || DERIVED_METHODS.has(method)) return;
  const answer = await recording.exchange({ method, params }, { name: 'a result', matches: () => true });
  if (answer.kind === 'error') recording.addLackOfNode(`refuses ${method}${errorNote(answer)}`);
}

async function recordLargestAccounts(mint: string, { accounts, recording }: RecordedParts): Promise<void> {
  const answer = await recording.ask({ method: 'getTokenLargestAccounts', params: JSON.stringify([mint]) });
  if (answer.kind === 'error') return;
  const rows = listOf(memberAt(parseJson(answer.text), 'value'));
  accounts.addNamed(rows.map((row) => memberAt(row, 'address')).filter((address) => typeof address === 'string'));
}

const LIST: Form = {
  name: 'a list of accounts with its context',
  matches: (result) => contextSlotOf(result) !== undefined && isJsonArray(memberAt(result, 'value')),
};

/** Records a list of accounts: `{context, value: [{pubkey, account}]}`. @param subject for the line that is written if the node refuses */
async function recordList(question: Question, subject: string, { accounts, recording }: RecordedParts): Promise<void> {
  const answer = await recording.exchange(question, LIST, recording.newestTransaction);
  if (answer.kind === 'error') return recording.addLackOfNode(`refuses ${subject}${errorNote(answer)}`);
  const result = parseJson(answer.text);
  recording.noteSlot(contextSlotOf(result) ?? 0n);
  for (const row of listOf(memberAt(result, 'value'))) {
    const { account, pubkey } = objectOf(row) ?? {};
    if (typeof pubkey === 'string') accounts.addContained(pubkey, account);
  }
}

function* slotsFrom({ first, last }: { readonly first: bigint; readonly last: bigint }): Iterable<bigint> {
  for (let slot = first; slot <= last; slot++) yield slot;
}
