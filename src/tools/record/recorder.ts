import type { JsonOutcome } from '../../rpc/protocol/call.ts';
import { ResultCache } from '../../rpc/protocol/resultCache.ts';
import { type ExchangeFolder, exchangeName, type Question, questionKey } from './exchange.ts';
import { answerOfOutcome, type NodeAnswer } from './nodeRequest.ts';
import type { RealNode } from './realNode.ts';
import { RecordFolderError } from './upstreamOptions.ts';

/** Bytes of answers in memory; older ones are read from the folder again, or asked for again. */
const MAX_KEPT_BYTES = 256 * 2 ** 20;

export interface RecorderParts {
  /** undefined: only recorded calls are answered */
  readonly node: Pick<RealNode, 'ask'> | undefined;
  /** undefined: answers are only in memory */
  readonly folder: ExchangeFolder | undefined;
  readonly maxKeptBytes?: number;
  /** gets the names of the files that it writes */
  readonly fileNames?: Set<string>;
}

/** Errors of the node itself, not of what it was asked about: internal errors, long-term storage that is not reached, a node that is behind. */
const TRANSIENT_CODES: ReadonlySet<number> = new Set([-32000, -32603, -32016, -32019]);

/** Whether the same call may get another answer soon: such an error is neither kept nor remembered. */
function isTransient(answer: NodeAnswer): boolean {
  return answer.kind === 'error' && TRANSIENT_CODES.has(answer.code);
}

/** The steps before and after one call to the node. */
export interface AskSteps {
  /** whether an answer of the folder is used, so that no call is sent; default: each one is */
  readonly isUsable?: (recorded: NodeAnswer) => boolean;
  /** called before the call is sent */
  readonly before?: () => Promise<unknown>;
  /** whether the folder gets the answer; default: it gets each one. Throws for an answer that has another form than it must have */
  readonly isKept?: (answer: NodeAnswer) => boolean;
}

/** Asks a node, keeps its answers, and writes them to a folder. The questions come from a list of subjects, or from the calls of an app. */
export class Recorder {
  readonly #node: Pick<RealNode, 'ask'> | undefined;
  readonly #folder: ExchangeFolder | undefined;
  readonly #fileNames: Set<string>;
  /** outcomes by their kind and the key of their question */
  readonly #memory: ResultCache;
  /** answers of calls to the node that are under way, by the key of their question */
  readonly #pending = new Map<string, Promise<NodeAnswer>>();

  constructor({ fileNames = new Set(), folder, maxKeptBytes = MAX_KEPT_BYTES, node }: RecorderParts) {
    this.#fileNames = fileNames;
    this.#node = node;
    this.#folder = folder;
    this.#memory = new ResultCache(maxKeptBytes);
  }

  /** An answer that is available, or else that of the node. @throws RealNodeError if the node does not answer */
  answer(question: Question, steps: AskSteps): NodeAnswer | Promise<NodeAnswer> {
    return this.availableAnswer(question, steps.isUsable) ?? this.ask(question, steps);
  }

  /** An answer without a new call to the node: it is recorded, or a call for it is pending. */
  availableAnswer(
    question: Question,
    isUsable?: (recorded: NodeAnswer) => boolean,
  ): NodeAnswer | Promise<NodeAnswer> | undefined {
    return this.recordedAnswer(question, isUsable) ?? this.#pending.get(questionKey(question));
  }

  /**
   * An earlier answer of the node, or one of the folder.
   *
   * @param isUsable whether an answer of the folder is used; default: each one is
   */
  recordedAnswer(question: Question, isUsable: (recorded: NodeAnswer) => boolean = () => true): NodeAnswer | undefined {
    const key = questionKey(question);
    const remembered = this.#remembered(key);
    if (remembered !== undefined) return remembered;
    const outcome = this.#folder?.read(question);
    const answer = outcome && answerOfOutcome(outcome);
    if (answer === undefined || !isUsable(answer)) return undefined;
    this.#remember(key, answer);
    return answer;
  }

  /** Asks the node, also for a recorded call. A failure is not kept: the next call asks again. @throws RealNodeError if the node does not answer */
  ask(question: Question, steps: AskSteps = {}): Promise<NodeAnswer> {
    const key = questionKey(question);
    const answer = this.#ask(key, question, steps).finally(() => this.#pending.delete(key));
    this.#pending.set(key, answer);
    return answer;
  }

  /** @throws RecordFolderError */
  write(question: Question, outcome: JsonOutcome): void {
    if (this.#folder === undefined) return;
    try {
      this.#folder.write(question, outcome);
    } catch (error) {
      throw new RecordFolderError(this.#folder.path, error);
    }
    this.#fileNames.add(exchangeName(question));
  }

  async #ask(key: string, question: Question, { before, isKept = () => true }: AskSteps): Promise<NodeAnswer> {
    await before?.();
    const answer = await this.#node!.ask(question.method, question.params);
    if (isTransient(answer)) return answer;
    if (isKept(answer)) this.write(question, answer);
    this.#remember(key, answer);
    return answer;
  }

  #remember(key: string, { kind, text }: JsonOutcome): void {
    this.#memory.set(`${kind} ${key}`, text);
  }

  #remembered(key: string): NodeAnswer | undefined {
    for (const kind of ['result', 'error'] as const) {
      const text = this.#memory.get(`${kind} ${key}`)?.toString();
      if (text !== undefined) return answerOfOutcome({ kind, text });
    }
    return undefined;
  }
}
