import { access, constants, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stringifyJson } from '../codec/jsonText.ts';
import { DIALECTS } from '../dialect.ts';
import { fileErrorReason } from '../fixtures/input/fileErrors.ts';
import type { LedgerCounts, LoadedLedger } from '../fixtures/loadLedger.ts';
import type { LedgerState } from '../ledger/state.ts';
import { Node } from '../node/node.ts';
import { NODE_VERSION_NAMES, NODE_VERSIONS, type NodeVersion } from '../nodeVersion.ts';
import { packageVersion } from '../packageFiles.ts';
import { idlProgramsOf } from '../rpc/encoding/describedTransaction.ts';
import type { IdlProgram } from '../solana/idl/idl.ts';
import { type Ask, answerOf, bodyOf } from '../tools/diff/ask.ts';
import { type AnswerComparison, compareAll } from '../tools/diff/compare.ts';
import { differentConsensus, nodeVersion, UNKNOWN_VERSION } from '../tools/diff/nodeFacts.ts';
import {
  comparisonJson,
  comparisonText,
  methodLines,
  type ReportSubject,
  reportText,
  summaryJson,
  summaryText,
} from '../tools/diff/outputs.ts';
import { type Question, questionsOf } from '../tools/diff/questions.ts';
import { Tally } from '../tools/diff/tally.ts';
import { RealNodeError } from '../tools/record/nodeFailures.ts';
import type { RealNode } from '../tools/record/realNode.ts';
import { countsText } from './ledgerSummary.ts';
import { loadOrFail } from './loadFixtures.ts';
import { CliError, type Output } from './output.ts';
import type { Command, DiffOptions } from './parseCommand.ts';
import { ProgressLine } from './progressLine.ts';
import { openRealNode } from './record.ts';
import { readRequestsFile } from './recordOptions.ts';

type NodeFacts = Pick<ReportSubject, 'consensus' | 'nodeVersion'>;

/** The texts that are printed while answers are compared, so that no answer is kept in memory. */
interface DiffTexts {
  /** the text of a comparison; empty: it is not printed */
  readonly textOf: (compared: AnswerComparison) => string;
  /** @param failure the reason why not all calls were sent */
  readonly endText: (tally: Tally, node: NodeFacts, failure?: string) => string;
}

/** @param node protocol and host of the real node */
function plainTexts(node: string): DiffTexts {
  return {
    textOf: comparisonText,
    endText: (tally, { consensus, nodeVersion }) => summaryText(tally, `${node} (${nodeVersion})`, consensus),
  };
}

function createTexts(kind: 'diff' | 'conform', { json }: DiffOptions, node: string, ledger: LedgerCounts): DiffTexts {
  if (kind === 'conform') return methodTexts(node);
  return json ? jsonTexts(node, ledger) : plainTexts(node);
}

/** The most answers whose differences are printed, after the methods. */
const MAX_ANSWERS = 100;

/** Texts that begin with the methods: those about answers are kept until the end. */
function methodTexts(node: string): DiffTexts {
  const texts: string[] = [];
  let omitted = 0;
  return {
    textOf: (compared) => {
      const text = comparisonText(compared);
      if (text === '') return '';
      if (texts.length < MAX_ANSWERS) texts.push(text);
      else omitted++;
      return '';
    },
    endText: (tally, subject) => {
      const more = omitted > 0 ? `and ${omitted} more answers\n` : '';
      return methodLines(tally) + texts.join('') + more + plainTexts(node).endText(tally, subject);
    },
  };
}

/** One JSON document, in parts: the answers while they come, then the summary. */
function jsonTexts(node: string, ledger: LedgerCounts): DiffTexts {
  let start = '{"answers":[';
  return {
    textOf: (compared) => {
      const json = comparisonJson(compared);
      if (json === undefined) return '';
      const text = start + json;
      start = ',';
      return text;
    },
    endText: (tally, { consensus, nodeVersion }, failure) => {
      const summary = stringifyJson({
        ...summaryJson(tally),
        ...(consensus && { consensus: { ...consensus } }),
        failure: failure ?? null,
        ledger: { ...ledger },
        node: { url: node, version: nodeVersion },
        ok: failure === undefined && tally.counts.unexplained === 0,
      });
      return `${start === ',' ? '' : start}],${summary.slice(1)}\n`;
    },
  };
}

/**
 * `stillnode diff` and `stillnode conform`: exit code 0 if every difference is explained, else 1.
 *
 * @throws CliError if the node fails, or nothing was compared
 */
export async function runDiff(
  { kind, options }: Extract<Command, { readonly kind: 'diff' | 'conform' }>,
  output: Output,
): Promise<number> {
  const { messages } = output;
  const progress = new ProgressLine(messages);
  const node = openRealNode(options.url, (milliseconds, why) => progress.showWait(milliseconds, why));
  if (options.report !== undefined) await assertWritable(options.report);
  const listedCalls = options.requests === undefined ? undefined : readRequestsFile(options.requests, messages);
  const loaded = await loadOrFail(options, 'nothing was asked', messages, progress);
  let subject: ReportSubject = {
    nodeVersion: UNKNOWN_VERSION,
    ledger: countsText(loaded.counts),
    version: packageVersion(),
    dialect: options.dialect,
  };
  const texts = createTexts(kind, options, node.name, loaded.counts);
  const tally = new Tally();
  try {
    const ask: Ask = (method, params) => node.ask(method, params);
    subject = { ...subject, nodeVersion: await nodeVersion(ask) };
    const version = knownVersion(subject.nodeVersion);
    const consensus = await differentConsensus(loaded.state, ask, version);
    subject = { ...subject, consensus };
    const comparedLedger = { ...loaded, state: inVersion(version, loaded.state) };
    await compare(listedCalls ?? questionsOf(loaded.state, DIALECTS[options.dialect]), {
      ledger: askLedger(comparedLedger, options),
      node,
      tally,
      texts,
      output,
      progress,
      programs: idlProgramsOf(loaded.state),
      differsInConsensus: consensus !== undefined,
    });
  } catch (error) {
    if (!(error instanceof RealNodeError)) throw error;
    progress.clear();
    output.write(texts.endText(tally, subject, error.message));
    throw new CliError(`${error.message}: the comparison is not complete`);
  } finally {
    node.close();
    progress.clear();
  }
  const emptyReason = tally.counts.asked === 0 ? nothingAsked(options) : undefined;
  output.write(texts.endText(tally, subject, emptyReason));
  if (emptyReason !== undefined) throw new CliError(emptyReason);
  if (options.report !== undefined) await writeReport(options.report, reportText(tally, subject));
  return tally.counts.unexplained === 0 ? 0 : 1;
}

/** A comparison of nothing would always succeed, also with a misspelled path. */
function nothingAsked({ requests }: DiffOptions): string {
  const reason = requests === undefined ? 'the ledger has nothing that is asked for' : `${requests} has no calls`;
  return `${reason}: nothing was compared`;
}

interface Comparison {
  readonly ledger: Ask;
  readonly node: RealNode;
  readonly tally: Tally;
  readonly texts: DiffTexts;
  readonly output: Output;
  readonly progress: ProgressLine;
  readonly programs: readonly IdlProgram[];
  readonly differsInConsensus: boolean;
}

async function compare(
  questions: Iterable<Question>,
  { differsInConsensus, ledger, node, output, programs, progress, tally, texts }: Comparison,
): Promise<void> {
  const sides = {
    ledger,
    node: (method: string, params: string) => node.ask(method, params),
    withoutSecrets: (text: string) => node.withoutSecrets(text),
    programs,
    differsInConsensus,
  };
  for await (const compared of compareAll(questions, sides)) {
    tally.add(compared);
    const text = texts.textOf(compared);
    if (text !== '') {
      progress.clear();
      output.write(text);
    }
    const { asked, unexplained } = tally.counts;
    progress.show(() => `asked ${asked} questions, ${unexplained} unexplained`);
  }
}

/** The version of the other node, if this program knows it. */
function knownVersion(nodeVersion: string): NodeVersion | undefined {
  const name = NODE_VERSION_NAMES.find((release) => nodeVersion.startsWith(`solana-core ${release}.`));
  return name && NODE_VERSIONS[name];
}

/** The ledger in the version of the other node, if that is known. */
function inVersion(version: NodeVersion | undefined, state: LedgerState): LedgerState {
  return version === undefined ? state : { ...state, protocol: { ...state.protocol, version } };
}

/** Asks the ledger as a node of this process. Each call comes once, so nothing is cached. */
function askLedger(loaded: LoadedLedger, { dialect }: DiffOptions): Ask {
  const { ledger: node } = new Node(loaded, { dialect, cacheMb: 0, control: false, journalSize: 0 });
  return async (method, params) => answerOf(await node.dispatch(bodyOf(method, params)));
}

/** Checks the place of the report before anything is asked, because asking may take hours. */
async function assertWritable(file: string): Promise<void> {
  await access(dirname(file), constants.W_OK).catch((error: unknown) => {
    throw new CliError(`cannot write to ${file}: ${fileErrorReason(error)}`, true);
  });
}

async function writeReport(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: unknown) => {
    throw new CliError(`cannot write to ${file}: ${fileErrorReason(error)}`);
  });
}
