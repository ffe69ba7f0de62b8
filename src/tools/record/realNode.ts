import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonText } from '../../codec/jsonText.ts';
import { onOneLine } from '../../codec/text.ts';
import { NodeAddress } from './nodeAddress.ts';
import { type Failure, type FailureKind, isFailure, RealNodeError } from './nodeFailures.ts';
import { LONGEST_WANTED_WAIT_MS, type NodeAnswer, type NodeRequest, send, waitAfter } from './nodeRequest.ts';

export interface RealNodeOptions {
  /** requests at a time; default 4 */
  readonly concurrency?: number;
  /** limit for the body of a reply, unpacked; default 67,108,864 (64 MiB) */
  readonly maxReplyBytes?: number;
  /** called before each wait until a request is sent again; `why` follows the host */
  readonly onWait?: (milliseconds: number, why: string) => void;
  /** milliseconds that one try may take; default 60,000 */
  readonly timeoutMs?: number;
  /** default: a timer */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

/** The limits of one question, besides those of the node. */
export interface QuestionLimits {
  readonly maxTries?: number;
  /** ends the question */
  readonly signal?: AbortSignal | undefined;
}

const DEFAULTS: Required<RealNodeOptions> = {
  concurrency: 4,
  maxReplyBytes: 64 * 2 ** 20,
  onWait: () => {},
  timeoutMs: 60_000,
  wait: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};

/** The largest number of tries, by the failure of the last one. */
const TRIES: Readonly<Record<FailureKind, number>> = { busy: 8, broken: 4, refused: 1, final: 1 };

/**
 * A client of one real node. It waits for rate limits, and asks again a bounded number of times when the node is busy or the connection breaks.
 * No text that it gives contains the path, the query or the user info of the URL.
 */
export class RealNode {
  readonly #address: NodeAddress;
  readonly #options: Required<RealNodeOptions>;
  readonly #closing = new AbortController();
  /** tries in flight */
  readonly #inFlight = new Set<AbortController>();
  readonly #waiting: (() => void)[] = [];
  #askingCount = 0;
  #lastId = 0;
  /** ends when the node may be asked again: its rate limit is one for all requests */
  #pause: Promise<unknown> | undefined;

  /** @throws TypeError if it is not an HTTP URL; the message does not contain it */
  constructor(url: string, options: RealNodeOptions = {}) {
    this.#address = new NodeAddress(url);
    this.#options = { ...DEFAULTS, ...options };
  }

  /** Protocol, host and port: all of the URL that may be shown. */
  get name(): string {
    return this.#address.origin;
  }

  /** A text as it may be shown or written: nodes repeat keys in messages of errors. */
  withoutSecrets(text: string): string {
    return this.#address.withoutSecrets(text);
  }

  /**
   * Asks for one answer; an error of the node is an answer too.
   *
   * @param params text of a list
   * @param limits default: those of the node
   * @throws RealNodeError if the node gives none
   */
  async ask(method: string, params: JsonText, limits: QuestionLimits = {}): Promise<NodeAnswer> {
    await this.#waitForTurn();
    try {
      return await this.#askUntilAnswered({ id: ++this.#lastId, method, params }, limits);
    } finally {
      this.#askingCount--;
      this.#waiting.shift()?.();
    }
  }

  /** Ends all requests, which fail; later ones fail too. */
  close(): void {
    this.#closing.abort();
    for (const request of this.#inFlight) request.abort();
  }

  async #waitForTurn(): Promise<void> {
    while (this.#askingCount >= this.#options.concurrency)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#askingCount++;
  }

  async #askUntilAnswered(
    request: NodeRequest,
    { maxTries = Number.POSITIVE_INFINITY, signal }: QuestionLimits,
  ): Promise<NodeAnswer> {
    for (let failures = 1; ; failures++) {
      await this.#waitForPauses();
      const answer = await this.#try(request, signal);
      if (!isFailure(answer)) return answer;
      this.#assertOpen();
      if (failures >= Math.min(TRIES[answer.kind], maxTries) || signal?.aborted)
        throw this.#error(answer, request, failures);
      await this.#pauseFor(answer, request, failures);
    }
  }

  /** Waits for the pause, and for others that begin in the meantime. */
  async #waitForPauses(): Promise<void> {
    for (let pause: Promise<unknown> | undefined; pause !== this.#pause; ) {
      pause = this.#pause;
      await pause;
    }
  }

  async #try(request: NodeRequest, signal: AbortSignal | undefined): Promise<NodeAnswer | Failure> {
    this.#assertOpen();
    if (signal?.aborted) return { kind: 'final', description: 'was not asked in time' };
    const aborting = new AbortController();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      aborting.abort();
    }, this.#options.timeoutMs);
    this.#inFlight.add(aborting);
    try {
      const either = signal === undefined ? aborting.signal : AbortSignal.any([aborting.signal, signal]);
      const answer = await send(this.#address, request, either, this.#options.maxReplyBytes);
      const description = `has not answered within ${this.#options.timeoutMs / 1000} seconds`;
      return isLate && isFailure(answer) ? { kind: 'broken', description } : answer;
    } finally {
      clearTimeout(timer);
      this.#inFlight.delete(aborting);
    }
  }

  async #pauseFor(failure: Failure, request: NodeRequest, failures: number): Promise<void> {
    const { waitMs, description } = failure;
    if (waitMs !== undefined && waitMs > LONGEST_WANTED_WAIT_MS)
      throw this.#error(
        { kind: 'final', description: `${description} and asks to wait ${Math.ceil(waitMs / 1000)} seconds` },
        request,
        1,
      );
    const milliseconds = waitAfter(failures, waitMs, Math.random());
    this.#options.onWait(milliseconds, onOneLine(description));
    const pause = this.#options.wait(milliseconds, this.#closing.signal).catch(() => {});
    this.#pause = pause;
    await pause;
  }

  #assertOpen(): void {
    if (this.#closing.signal.aborted) throw new RealNodeError(`${this.name} is not asked any more`);
  }

  #error({ kind, description }: Failure, { method }: NodeRequest, tries: number): RealNodeError {
    const times = tries === 1 ? '' : `, ${tries} times`;
    return new RealNodeError(onOneLine(`${this.name} ${description} (${method}${times})`), kind === 'refused');
  }
}
