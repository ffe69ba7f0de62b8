import { listOf } from '../../codec/foreignJson.ts';
import { isJsonObject, type JsonObject, type JsonText, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { counted } from '../../codec/text.ts';
import { packageVersion } from '../../packageFiles.ts';
import { FORMAT } from '../../script/ledgerJson/formatMember.ts';
import { TRACE_VERSION } from '../../server/tracePage.ts';
import { askAsPage, type PageAnswer } from './askAsPage.ts';
import {
  CALLS,
  COMMON,
  LEDGER,
  type PageItem,
  type PageItems,
  type PageQuestion,
  pageItems,
  SENT,
  TIMELINE,
  VERSION,
} from './pageQuestions.ts';
import type { TracedTest } from './traceFile.ts';

/**
 * The trace of a test: a head for readers, and the answers to what the page of the inspector asks.
 * @module
 */

/** The most UTF-8 bytes of a trace. */
const MAX_TRACE_BYTES = 5 * 2 ** 20;

/** The most questions about items: more take too long at the end of a test. */
const MAX_QUESTIONS = 300;

/** The most questions when others are asked than about what the test asked about. These take about 200 ms. */
const MAX_OTHER_QUESTIONS = 120;

export interface Trace {
  readonly text: JsonText;
  /** items that are not in it: `12 of 40 slots` */
  readonly cut: readonly string[];
}

/** The part of the head that the caller knows. */
export interface TraceHead extends TracedTest {
  /** the texts of the errors */
  readonly errors: readonly string[];
  /** the address of the fork, without keys */
  readonly url: string;
  /** the control calls of the test that change something */
  readonly moves: readonly { readonly method: string; readonly params: JsonValue }[];
  /** warnings of the fixtures */
  readonly warnings: readonly string[];
}

/** @param url of the fork, with the keys of its node */
export async function makeTrace(
  url: string,
  { errors, moves, test, testFile, url: shownUrl, warnings }: TraceHead,
  maxBytes = MAX_TRACE_BYTES,
): Promise<Trace> {
  const ask = (questions: readonly PageQuestion[]) => askAsPage(url, questions);
  const first = [...COMMON, VERSION, TIMELINE, LEDGER, CALLS, SENT];
  const firstAnswers = await ask(first);
  const [names] = firstAnswers.map(resultOf);
  const [version, timeline, ledger, calls, sent] = firstAnswers.slice(-5).map(resultOf);
  const head = {
    test,
    testFile,
    errors,
    versions: { stillnode: packageVersion(), agave: memberOf(version!, 'solana-core'), node: process.version },
    url: shownUrl,
    tips: memberOf(timeline!, 'tips'),
    moves,
    warnings,
  };
  const answers = new Answers(maxBytes - bytesOf(stringifyJson(head)) - MARGIN);
  const cut = first.flatMap((question, i) => (answers.add([question], [firstAnswers[i]!]) ? [] : [question.method]));
  const items = pageItems({ ledger: ledger!, calls: calls!, sent: sent!, names: names!, moves });
  cut.push(...(await addItems(items, ledger!, answers, ask)));
  return { text: traceText({ format: FORMAT, stillnodeTrace: TRACE_VERSION, ...head, cut }, answers), cut };
}

function memberOf(value: JsonValue, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

/** Items whose questions are sent together. */
const ITEMS_AT_ONCE = 10;

/** The most bytes of one item, which leaves room for others: the sysvar with the history of slots has a state for each block. */
const MAX_ITEM_BYTES = MAX_TRACE_BYTES / 10;

/** Room for what is cut, and for brackets. */
const MARGIN = 4096;

/** Asks about items up to the limits of a trace. @returns what is left out */
async function addItems(
  { askedItems, otherItems }: PageItems,
  ledger: JsonValue,
  answers: Answers,
  ask: (questions: readonly PageQuestion[]) => Promise<readonly PageAnswer[]>,
): Promise<readonly string[]> {
  const added: PageItem[] = [];
  let count = 0;
  for (const [items, maxQuestions] of [
    [askedItems, MAX_QUESTIONS],
    [otherItems, MAX_OTHER_QUESTIONS],
  ] as const)
    for (let start = 0; start < items.length && count < maxQuestions && !answers.isFull; start += ITEMS_AT_ONCE) {
      const batch = items.slice(start, start + ITEMS_AT_ONCE);
      const questions = batch.flatMap((item) => item.questions);
      const received = [...(await ask(questions))];
      count += questions.length;
      for (const item of batch) {
        const own = received.splice(0, item.questions.length);
        // the test may have asked about what the ledger does not have
        if (answers.add(item.questions, own, MAX_ITEM_BYTES) && 'result' in own[0]!) added.push(item);
      }
    }
  return KINDS.flatMap((kind) => {
    const total =
      kind === 'call' ? askedItems.filter((item) => item.kind === kind).length : countIn(ledger, `${kind}s`);
    const missing = total - added.filter((item) => item.kind === kind).length;
    return missing <= 0 ? [] : [`${missing} of ${counted(total, kind)}`];
  });
}

/** The items of a list of the ledger, with those that are left out. */
function countIn(ledger: JsonValue, list: string): number {
  const lists = list === 'transactions' ? [list, 'unlanded'] : [list];
  const listed = lists.flatMap((name) => listOf(memberOf(ledger, name)));
  return listed.length + Number(memberOf(memberOf(ledger, 'leftOut') ?? null, list) ?? 0);
}

const KINDS: readonly PageItem['kind'][] = ['call', 'transaction', 'slot', 'account'];

function resultOf(answer: PageAnswer): JsonValue {
  return 'result' in answer ? answer.result : null;
}

/** Answers by method and parameters, up to a number of bytes. */
class Answers {
  readonly #byMethod = new Map<string, Map<JsonText, JsonText>>();
  #room: number;

  constructor(maxBytes: number) {
    this.#room = maxBytes;
  }

  get isFull(): boolean {
    return this.#room <= 0;
  }

  /** Adds these answers together. @returns false: there is too little room, and nothing is added */
  add(questions: readonly PageQuestion[], answers: readonly PageAnswer[], maxBytes = this.#room): boolean {
    const rows = questions.map(
      ({ method, params }, i) => [method, stringifyJson(params), stringifyJson(answers[i]!)] as const,
    );
    const bytes = rows.reduce(
      (sum, [, params, answer]) => sum + bytesOf(params) + bytesOf(answer) + BYTES_AROUND_ROW,
      0,
    );
    if (bytes > Math.min(this.#room, maxBytes)) return false;
    this.#room -= bytes;
    for (const [method, params, answer] of rows) {
      const byParams = this.#byMethod.get(method) ?? new Map<JsonText, JsonText>();
      this.#byMethod.set(method, byParams.set(params, answer));
    }
    return true;
  }

  toText(): JsonText {
    const methods = Array.from(this.#byMethod, ([method, byParams]) => {
      const rows = Array.from(byParams, ([params, answer]) => `    ${JSON.stringify(params)}: ${answer}`);
      return `  ${JSON.stringify(method)}: {\n${rows.join(',\n')}\n  }`;
    });
    return `{\n${methods.join(',\n')}\n }`;
  }
}

/** Room for what stands around a row: indentation, punctuation, and the escapes of its parameters. */
const BYTES_AROUND_ROW = 64;

function traceText(head: JsonObject, answers: Answers): JsonText {
  const members = Object.entries(head).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${JSON.stringify(name)}: ${stringifyJson(value)},\n`],
  );
  return `{\n${members.join('')} "answers": ${answers.toText()}\n}\n`;
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
