import { stringifyJson } from '../codec/jsonText.ts';
import { DIALECTS, type DialectName } from '../dialect.ts';
import { isReadMethod } from '../files/callList.ts';
import type { LedgerCounts, LoadedLedger } from '../fixtures/loadLedger.ts';
import type { LedgerState } from '../ledger/state.ts';
import { Node } from '../node/node.ts';
import type { NodeVersion } from '../nodeVersion.ts';
import { idlProgramsOf } from '../rpc/encoding/describedTransaction.ts';
import { type Ask, answerInReply, callBody } from '../tools/diff/ask.ts';
import { type AnswerComparison, compareAll } from '../tools/diff/compare.ts';
import { askVersion, UNKNOWN_VERSION } from '../tools/diff/nodeVersion.ts';
import {
  addToCounts,
  type Counts,
  comparisonJson,
  comparisonText,
  NO_COUNTS,
  summaryText,
} from '../tools/diff/outputs.ts';
import { type Question, questionsOf } from '../tools/diff/questions.ts';
import { ExchangeFolder, questionKey } from '../tools/record/exchange.ts';
import { RealNodeError } from '../tools/record/nodeFailures.ts';
import { openReplay } from '../tools/record/upstream.ts';
import { type LoadingOptions, loadOrFail } from './loadFixtures.ts';
import { CliError, type Output } from './output.ts';
import { ProgressLine } from './progressLine.ts';
import { openRealNode } from './record.ts';
import { readRequestsFile } from './recordOptions.ts';

export interface DiffOptions extends LoadingOptions {
  /** URL of the real node; may contain a key */
  readonly url: string;
  readonly dialect: DialectName;
  /** file with the calls; undefined: all that the ledger can answer */
  readonly requests: string | undefined;
  readonly json: boolean;
}

/** The texts that are printed while answers are compared, so that no answer is kept in memory. */
interface DiffTexts {
  /** the text of a comparison; empty: it is not printed */
  readonly textOf: (compared: AnswerComparison) => string;
  /** @param failure the reason why not all calls were sent */
  readonly endText: (counts: Counts, version: string, failure?: string) => string;
}

/** @param node protocol and host of the real node */
function plainTexts(node: string): DiffTexts {
  return {
    textOf: comparisonText,
    endText: (counts, version) => summaryText(counts, `${node} (${version})`),
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
    endText: (counts, version, failure) => {
      const summary = stringifyJson({
        counts: { ...counts },
        failure: failure ?? null,
        ledger: { ...ledger },
        node: { url: node, version },
        ok: failure === undefined && counts.different === 0,
      });
      return `${start === ',' ? '' : start}],${summary.slice(1)}\n`;
    },
  };
}

/**
 * `stillnode diff`: exit code 0 if no answer is different, else 1.
 *
 * @throws CliError if the node fails, or nothing was compared
 */
export async function runDiff(options: DiffOptions, { messages, write }: Output): Promise<number> {
  const progress = new ProgressLine(messages);
  const node = openRealNode(options.url, (milliseconds, why) => progress.showWait(milliseconds, why));
  const listedCalls = options.requests === undefined ? undefined : readRequestsFile(options.requests, messages);
  const loaded = await loadOrFail(options, 'nothing was asked', messages, progress);
  const texts = options.json ? jsonTexts(node.name, loaded.counts) : plainTexts(node.name);
  const ask: Ask = (method, params) => node.ask(method, params);
  let counts = NO_COUNTS;
  let version = UNKNOWN_VERSION;
  try {
    version = await askVersion(ask);
    const sides = {
      ledger: askLedger({ ...loaded, state: inVersion(version.nodeVersion, loaded.state) }, options),
      node: ask,
      withoutSecrets: (text: string) => node.withoutSecrets(text),
      programs: idlProgramsOf(loaded.state),
    };
    for await (const compared of compareAll(listedCalls ?? callsOf(loaded, options), sides)) {
      counts = addToCounts(counts, compared.verdict);
      const text = texts.textOf(compared);
      if (text !== '') {
        progress.clear();
        write(text);
      }
      const { asked, different } = counts;
      progress.show(() => `asked ${asked} calls, ${different} different`);
    }
  } catch (error) {
    if (!(error instanceof RealNodeError)) throw error;
    progress.clear();
    write(texts.endText(counts, version.text, error.message));
    throw new CliError(`${error.message}: the comparison is not complete`);
  } finally {
    node.close();
    progress.clear();
  }
  const emptyReason = counts.asked === 0 ? nothingAskedText(options) : undefined;
  write(texts.endText(counts, version.text, emptyReason));
  if (emptyReason !== undefined) throw new CliError(emptyReason);
  return counts.different === 0 ? 0 : 1;
}

/** A comparison of nothing would always succeed, also with a misspelled path. */
function nothingAskedText({ requests }: DiffOptions): string {
  const reason = requests === undefined ? 'the ledger has nothing that is asked for' : `${requests} has no calls`;
  return `${reason}: nothing was compared`;
}

/** The calls that a folder has recorded for an app, and all others that the ledger can answer. */
function* callsOf({ replayed, state }: LoadedLedger, { dialect }: DiffOptions): Iterable<Question> {
  const recordedCalls = replayed === undefined ? [] : [...new ExchangeFolder(replayed).questions()];
  const readCalls = recordedCalls.filter(({ method }) => isReadMethod(method));
  yield* readCalls;
  const keys = new Set(readCalls.map(questionKey));
  for (const question of questionsOf(state, DIALECTS[dialect])) if (!keys.has(questionKey(question))) yield question;
}

/** The ledger in the version of the other node, if that is known. */
function inVersion(version: NodeVersion | undefined, state: LedgerState): LedgerState {
  return version === undefined ? state : { ...state, protocol: { ...state.protocol, version } };
}

/** Asks the ledger as a node of this process, which answers recorded calls first. Each call comes once, so nothing is cached. */
function askLedger(loaded: LoadedLedger, { dialect }: DiffOptions): Ask {
  const upstream = loaded.replayed === undefined ? undefined : openReplay(loaded.replayed);
  const options = { dialect, cacheMb: 0, control: false, journalSize: 0 };
  const { ledger: node } = new Node(loaded, options, { upstream });
  return async (method, params) => answerInReply(await node.dispatch(callBody(method, params)));
}
