import { contextSlotOf, integerOf } from '../../codec/foreignJson.ts';
import type { JsonText, JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { onOneLine } from '../../codec/text.ts';
import type { LedgerFileMember } from '../../script/ledgerJson/ledgerMembers.ts';
import type { ExchangeFolder, Question } from './exchange.ts';
import { RealNodeError } from './nodeFailures.ts';
import type { NodeAnswer } from './nodeRequest.ts';
import type { RealNode } from './realNode.ts';
import { Recorder } from './recorder.ts';
import { questions } from './recordQuestions.ts';

export interface RecordProgress {
  /** calls that are known to be needed */
  readonly total: number;
  /** calls that are answered, by the node or by the folder */
  readonly finished: number;
}

/** The tips of a recording. It has no processed tip, because nodes do not return blocks that are only processed. */
export interface NodeTips {
  readonly confirmed: bigint;
  readonly finalized: bigint;
}

/** The tips and facts of the node, asked for before everything else. */
export interface NodeState {
  /** later answers may come from higher tips; undefined: the node does not say */
  readonly tips: NodeTips | undefined;
  readonly facts: Members;
}

/** The form that a result must have, with its name for errors. */
export interface Form {
  readonly name: string;
  readonly matches: (result: JsonValue) => boolean;
}

/** items of a list that are recorded at a time; the client sends fewer calls at a time */
const WORKERS = 16;

/** One run that records a list of subjects: what the run knows about the node, and which answers the recorder keeps. */
export class Recording {
  readonly node: RealNode;
  readonly folder: ExchangeFolder;
  /** names of the files that this run wrote */
  readonly fileNames = new Set<string>();
  /** things that the node lacks or refuses, one line each */
  readonly lacks: string[] = [];
  /** slots without a block, as the node says */
  readonly skipped = new Set<bigint>();
  /** slots that have a block, as the blocks above them say */
  readonly parents = new Set<bigint>();
  /** the highest slot that an answer of this run names as confirmed */
  highestSlot = 0n;
  /** the highest slot that an answer of this run names: an answer at `processed` may be above the confirmed tip */
  highestProcessed = 0n;
  /** the highest slot of a transaction that this run has read, from the node or the folder */
  newestTransaction = 0n;
  /** whether calls of an app are recorded, to be answered as they were */
  isReplayed = false;
  /** the promise of `nodeState`, once it was asked for */
  nodeStateIfAsked: Promise<NodeState> | undefined;
  readonly #onProgress: (progress: RecordProgress) => void;
  readonly #recorder: Recorder;
  readonly #askFacts: (recording: Recording) => Promise<Members>;
  /** the first error */
  #failure: unknown;
  #wanted = 0;
  #finished = 0;

  /** @param askFacts called before the first call whose answer is kept */
  constructor(
    node: RealNode,
    folder: ExchangeFolder,
    askFacts: (recording: Recording) => Promise<Members>,
    onProgress: (progress: RecordProgress) => void,
  ) {
    this.node = node;
    this.folder = folder;
    this.#askFacts = askFacts;
    this.#onProgress = onProgress;
    const ask = (method: string, params: JsonText) => this.#askNode(method, params);
    this.#recorder = new Recorder({ folder, node: { ask }, fileNames: this.fileNames });
  }

  noteSlot(slot: bigint): void {
    if (slot > this.highestSlot) this.highestSlot = slot;
    this.noteProcessedSlot(slot);
  }

  noteProcessedSlot(slot: bigint): void {
    if (slot > this.highestProcessed) this.highestProcessed = slot;
  }

  /** @param slot of transactions */
  noteTransactionSlot(slot: bigint): void {
    this.noteSlot(slot);
    if (slot > this.newestTransaction) this.newestTransaction = slot;
  }

  /**
   * Reads an answer from the folder, or asks the node. A result is kept in the folder; an error and `null` are not.
   *
   * @param form the form that a result must have
   * @param since a recorded answer with a context of an older slot is asked for again
   * @throws RealNodeError for a result that is something else
   */
  exchange(question: Question, form: Form, since = 0n): Promise<NodeAnswer> {
    return this.#count(
      this.#recorder.answer(question, {
        isUsable: (answer) => isResult(answer) && isNewEnough(answer, since),
        before: () => this.nodeState(),
        isKept: (answer) => this.#isKept(answer, question, form),
      }),
    );
  }

  /** An answer of this run, or else a result in the folder that is new enough; undefined: there is neither. */
  recorded(question: Question, since = 0n): NodeAnswer | undefined {
    return this.#recorder.recordedAnswer(question, (answer) => isResult(answer) && isNewEnough(answer, since));
  }

  #isKept(answer: NodeAnswer, question: Question, form: Form): boolean {
    if (!isResult(answer)) return false;
    if (!form.matches(parseJson(answer.text))) throw this.wrongForm(question, form.name);
    return true;
  }

  /** Asks for an answer that is not written to the folder. */
  ask(question: Question): Promise<NodeAnswer> {
    return this.#count(this.#recorder.answer(question, { isUsable: () => false, isKept: () => false }));
  }

  /** Asks the node. A node that has failed after all its tries is closed, so that it is not asked again. */
  async #askNode(method: string, params: JsonText): Promise<NodeAnswer> {
    try {
      return await this.node.ask(method, params);
    } catch (error) {
      this.#failure ??= error;
      this.node.close();
      throw error;
    }
  }

  /** Writes the result of a question that was not asked itself, such as that for an account of a batch. */
  keep(question: Question, text: string): void {
    this.#recorder.write(question, { kind: 'result', text });
  }

  /** Adds a line about something that is missing; the text follows the name of the node. */
  addLackOfNode(text: string): void {
    this.addLack(`${this.node.name} ${this.node.withoutSecrets(text)}`);
  }

  /** @param text without keys of the URL */
  addLack(text: string): void {
    const line = onOneLine(text);
    if (!this.lacks.includes(line)) this.lacks.push(line);
  }

  /** Asks for tips and facts once, before anything else is asked for. */
  nodeState(): Promise<NodeState> {
    this.nodeStateIfAsked ??= this.#askNodeState();
    return this.nodeStateIfAsked;
  }

  async #askNodeState(): Promise<NodeState> {
    return { tips: await this.#askTips(), facts: await this.#askFacts(this) };
  }

  /** Asks for the tips again, because an app may have seen later ones. @throws RealNodeError */
  async renewTips(): Promise<void> {
    const before = await this.nodeState();
    const tips = (await this.#askTips()) ?? before.tips;
    this.nodeStateIfAsked = Promise.resolve({ ...before, tips });
  }

  async #askTips(): Promise<NodeTips | undefined> {
    const [confirmed, finalized] = await Promise.all(
      ['confirmed', 'finalized'].map(async (commitment) => {
        const { method, params } = questions.tip(commitment);
        const answer = await this.#askNode(method, params);
        return answer.kind === 'result' ? integerOf(parseJson(answer.text)) : undefined;
      }),
    );
    if (confirmed === undefined || finalized === undefined) return undefined;
    return { confirmed, finalized };
  }

  async #count(answer: NodeAnswer | Promise<NodeAnswer>): Promise<NodeAnswer> {
    this.#wanted++;
    this.#report();
    const answered = await answer;
    this.#finished++;
    this.#report();
    return answered;
  }

  #report(): void {
    this.#onProgress({ total: this.#wanted, finished: this.#finished });
  }

  /**
   * Records items, several at a time. After an error no further item of any list of this recording begins; items that have begun are finished.
   *
   * @throws the first error
   */
  async forEach<T>(items: Iterable<T>, record: (item: T) => Promise<void>): Promise<void> {
    const iterator = items[Symbol.iterator]();
    const work = async (): Promise<void> => {
      for (let next = iterator.next(); !next.done && this.#failure === undefined; next = iterator.next())
        await record(next.value).catch((error: unknown) => {
          this.#failure ??= error;
        });
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    if (this.#failure !== undefined) throw this.#failure;
  }

  wrongForm({ method }: Question, expected: string): RealNodeError {
    return new RealNodeError(`${this.node.name} answered ${method} with something other than ${expected}`);
  }
}

/** Whether an answer is kept: an error or `null` may be a result in a later run. */
function isResult({ kind, text }: NodeAnswer): boolean {
  return kind === 'result' && text !== 'null';
}

function isNewEnough({ text }: NodeAnswer, since: bigint): boolean {
  return since === 0n || (contextSlotOf(parseJson(text)) ?? 0n) >= since;
}

export type Members = Readonly<Partial<Record<LedgerFileMember, JsonValue | undefined>>>;
