import type { JsonValue } from '../../codec/jsonText.ts';
import { contextSlotOf, slotOf } from '../../codec/jsonValues.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { onOneLine } from '../../codec/text.ts';
import type { LedgerFileMember } from '../../script/ledgerJson/ledgerMembers.ts';
import { type ExchangeFolder, exchangeName, type Question, questionKey, questions } from './exchange.ts';
import { RealNodeError } from './nodeAddress.ts';
import type { Answer } from './nodeRequest.ts';
import type { RealNode } from './realNode.ts';

export interface RecordProgress {
  /** calls that are known to be needed */
  readonly total: number;
  /** calls that are answered, by the node or by the folder */
  readonly finished: number;
}

/** The tips of a recording. It has no processed tip, because nodes do not return blocks that are only processed. */
export interface SourceTips {
  readonly confirmed: bigint;
  readonly finalized: bigint;
}

/** The node at its first answer. */
export interface Source {
  /** lower bounds of those that later answers had; undefined: the node does not tell */
  readonly tips: SourceTips | undefined;
  readonly facts: Members;
}

export interface Form {
  readonly name: string;
  readonly matches: (result: JsonValue) => boolean;
}

/** characters */
const MAX_REMEMBERED_LENGTH = 1000;
/** calls that wait for the client at a time */
const WORKERS = 16;

/** One run that records: what is in the folder is read from there, everything else is asked once and kept. */
export class Recording {
  readonly node: RealNode;
  readonly folder: ExchangeFolder;
  /** things that the node lacks or refuses, one line each */
  readonly lacks: string[] = [];
  /** names of the files that this run wrote */
  readonly fileNames = new Set<string>();
  /** slots without a block, as the node says */
  readonly skipped = new Set<bigint>();
  /** slots that have a block, as the blocks above them say */
  readonly parents = new Set<bigint>();
  /** the highest slot that an answer of this run names */
  highestSlot = 0n;
  /** the highest slot of a transaction that this run has read, from the node or the folder */
  newestTransaction = 0n;
  /** the promise of `source`, once it was asked for */
  sourceIfAsked: Promise<Source> | undefined;
  readonly #onProgress: (progress: RecordProgress) => void;
  /** answers of this run, by their questions; long ones that are in the folder are read from there again */
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #askFacts: (recording: Recording) => Promise<Members>;
  /** the first error */
  #failure: unknown;
  #wanted = 0;
  #done = 0;

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
  }

  saw(slot: bigint): void {
    if (slot > this.highestSlot) this.highestSlot = slot;
  }

  /** @param slot of transactions */
  sawTransactions(slot: bigint): void {
    this.saw(slot);
    if (slot > this.newestTransaction) this.newestTransaction = slot;
  }

  /**
   * A result is kept in the folder; an error and `null` are not.
   *
   * @param form what a result has to be
   * @param since a recorded answer with a context of an older slot is asked for again
   * @throws RealNodeError for a result that is something else
   */
  exchange(question: Question, form: Form, since = 0n): Promise<Answer> {
    return this.#once(
      question,
      async () => {
        const recorded = this.recorded(question, since);
        if (recorded !== undefined) return recorded;
        await this.source();
        const answer = await this.#askNode(question);
        if (answer.kind === 'error' || answer.text === 'null') return answer;
        if (!form.matches(parseJson(answer.text))) throw this.wrongForm(question, form.name);
        this.keep(question, answer.text);
        return answer;
      },
      true,
    );
  }

  /** A result of the folder; undefined: none is new enough. */
  recorded(question: Question, since: bigint): (Answer & { kind: 'result' }) | undefined {
    const recorded = this.folder.read(question);
    if (recorded?.kind !== 'result') return undefined;
    const isNewEnough = since === 0n || (contextSlotOf(parseJson(recorded.text)) ?? 0n) >= since;
    return isNewEnough ? { kind: 'result', text: recorded.text } : undefined;
  }

  /** Asks like `exchange`, for an answer that is not kept whole. It is not remembered either if it is kept in parts. */
  ask(question: Question, isKeptInParts = false): Promise<Answer> {
    return this.#once(question, () => this.#askNode(question), isKeptInParts);
  }

  /** A node that has failed, after all tries, is not asked again. */
  async #askNode({ method, params }: Question): Promise<Answer> {
    try {
      return await this.node.ask(method, params);
    } catch (error) {
      this.#failure ??= error;
      this.node.close();
      throw error;
    }
  }

  /** @param text of the result */
  keep(question: Question, text: string): void {
    this.folder.write(question, { kind: 'result', text });
    this.fileNames.add(exchangeName(question));
  }

  /** Adds a line about something that is missing; the text follows the name of the node. */
  lack(text: string): void {
    const line = onOneLine(`${this.node.name} ${this.node.withoutSecrets(text)}`);
    if (!this.lacks.includes(line)) this.lacks.push(line);
  }

  /** Asks for tips and facts once, before anything else is asked for. */
  source(): Promise<Source> {
    this.sourceIfAsked ??= this.#askSource();
    return this.sourceIfAsked;
  }

  async #askSource(): Promise<Source> {
    return { tips: await this.#askTips(), facts: await this.#askFacts(this) };
  }

  async #askTips(): Promise<SourceTips | undefined> {
    const [confirmed, finalized] = await Promise.all(
      ['confirmed', 'finalized'].map(async (commitment) => {
        const answer = await this.ask(questions.tip(commitment));
        return answer.kind === 'result' ? slotOf(parseJson(answer.text)) : undefined;
      }),
    );
    if (confirmed === undefined || finalized === undefined) return undefined;
    return { confirmed, finalized };
  }

  #once(question: Question, answer: () => Promise<Answer>, isKept: boolean): Promise<Answer> {
    const key = questionKey(question);
    const earlier = this.#answers.get(key);
    if (earlier !== undefined) return earlier;
    this.#wanted++;
    const promise = answer().then((result) => {
      this.#done++;
      if (isKept && result.kind === 'result' && result.text.length > MAX_REMEMBERED_LENGTH) this.#answers.delete(key);
      this.#report();
      return result;
    });
    this.#answers.set(key, promise);
    this.#report();
    return promise;
  }

  #report(): void {
    this.#onProgress({ total: this.#wanted, finished: this.#done });
  }

  /** Ends after all that has begun has ended; an error ends the other lists of this recording too. @throws the first error */
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

export type Members = Readonly<Partial<Record<LedgerFileMember, JsonValue | undefined>>>;
