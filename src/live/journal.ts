import type { Dialect } from '../dialect.ts';
import type { OtherNode } from '../ledger/otherNode.ts';
import type { Transport } from './faults/fault.ts';
import { type KeptMoment, KeptMoments } from './keptMoments.ts';
import type { Moment } from './move.ts';
import type { SentRecord } from './sentLog.ts';

/** The origin of the answer to a read, on a node with an upstream: its ledger, what is recorded of upstream, or upstream itself. */
export type AnswerSource = 'ledger' | 'record' | 'upstream';

/** The end of a call; `fault`: a fault replaced the answer. */
export type CallEnd = 'result' | 'error' | 'fault';

/** The facts that an answer depends on, besides the ledger. */
interface AnswerBasis {
  readonly dialect: Dialect;
  /** the node that a fault put in place of the node of the ledger; undefined: none */
  readonly otherNode: OtherNode | undefined;
  /** record of a `sendTransaction` the ledger decided */
  readonly sent: SentRecord | undefined;
}

/** A call that was answered, or whose answer a fault holds back. */
export interface JournaledCall {
  /** counts from 1; no other call of this ledger has it, also after a reset */
  readonly id: number;
  readonly method: string;
  /** JSON text; undefined: there were none */
  readonly params: string | undefined;
  /** undefined: all answers of the node come from the ledger, or it was not a read */
  readonly from?: AnswerSource | undefined;
  readonly outcome: CallEnd;
  /** true: the result is null, or its `value` is, or each item of its `value` is */
  readonly isNull?: true | undefined;
  /** code of an error, or status of a reply that is a fault */
  readonly code: number | undefined;
  /** time so far, while the answer is held back */
  readonly durationMs: number;
  /** programs whose effect an accepted transaction assumes; undefined: there are none */
  readonly assumed?: readonly string[] | undefined;
  /** signers of an accepted transaction that the ledger impersonates; undefined: there are none */
  readonly impersonated?: readonly string[] | undefined;
  /** the name that the client gives itself; undefined: it gives none */
  readonly client: string | undefined;
  readonly transport: Transport;
  /** Unix milliseconds at which the call came; undefined: it is not known */
  readonly timeMs?: number | undefined;
  /** true: its client sends the same call again and again while nothing moves the ledger */
  readonly isPoll?: true | undefined;
  /** the reply, cut off; undefined: it was not kept */
  readonly answer?: string | undefined;
  /** undefined: it is not known */
  readonly basis?: (AnswerBasis & { readonly keptMoment: KeptMoment }) | undefined;
}

/** Details of an answer besides its outcome. */
export interface AnswerDetails {
  /** the text of the reply */
  readonly text?: (() => string) | undefined;
  readonly basis?: (AnswerBasis & { readonly moment: Moment }) | undefined;
  /** Unix milliseconds at which the call came */
  readonly timeMs?: number | undefined;
  /** total time of the call; undefined: its answer is not held back */
  readonly totalMs?: Promise<number> | undefined;
  /** whether the client of a subscription has the reply and listens for notifications; false: it went away before */
  readonly isListening?: Promise<boolean> | undefined;
}

/** Whether the answers to calls are kept too. A node and its forks share it. */
export interface JournalSettings {
  answers: boolean;
}

/** Characters that are kept of an answer. */
const MAX_ANSWER = 1 << 16;

export const DEFAULT_JOURNAL_SIZE = 10_000;

export const MAX_JOURNAL_SIZE = 2 ** 24;

/** Enough for ten thousand calls with parameters of usual length. */
const MAX_BYTES = 1 << 24;

/** The outcome of a call. */
export interface CallOutcome
  extends Pick<
    JournaledCall,
    'method' | 'from' | 'outcome' | 'isNull' | 'code' | 'durationMs' | 'assumed' | 'impersonated'
  > {
  /** id of the bundle that it sent; undefined: it sent none */
  readonly bundle?: string | undefined;
}

interface Entry {
  readonly call: JournaledCall;
  /** bytes of the texts that were added before it; `#textEnd` minus this is what is kept from it on */
  readonly textStart: number;
}

/** The calls to a ledger, oldest first. The oldest are forgotten when there are too many, or when their texts are too long together. */
export class Journal {
  /** largest number of calls that are kept */
  readonly capacity: number;
  /** called with each call that is added */
  onAdded: ((call: JournaledCall) => void) | undefined;
  /** listener for each call once `isHeard` is true of it */
  onHeard: ((call: JournaledCall) => void) | undefined;
  readonly #maxBytes: number;
  /** a ring: the call with id `i` is at `(i - #first) % capacity` */
  #ring: (Entry | undefined)[] = [];
  /** id of the first call since all were cleared */
  #first = 1;
  /** id of the oldest call in the journal; one above the last id if it is empty */
  #oldest = 1;
  #last = 0;
  /** UTF-8 bytes of all texts that were ever added */
  #textEnd = 0;
  readonly #moments = new KeptMoments();
  /** ids of subscriptions whose clients do not hear them yet */
  readonly #unheard = new Set<number>();

  readonly settings: JournalSettings;

  /** @param maxBytes limit of the UTF-8 bytes of methods, clients, parameters and answers together */
  constructor(capacity: number, maxBytes = MAX_BYTES, settings: JournalSettings = { answers: false }) {
    this.capacity = capacity;
    this.settings = settings;
    this.#maxBytes = maxBytes;
  }

  get calls(): readonly JournaledCall[] {
    return Array.from({ length: this.#count }, (_, i) => this.#entry(this.#oldest + i)!.call);
  }

  /** The id of the newest call, even after `clear`; 0: none. */
  get lastId(): number {
    return this.#last;
  }

  /** The number of dropped calls since the journal was cleared. */
  get forgotten(): number {
    return this.#oldest - this.#first;
  }

  get #count(): number {
    return this.#last - this.#oldest + 1;
  }

  add(
    { assumed, code, durationMs, from, impersonated, isNull, method, outcome }: CallOutcome,
    params: string | undefined,
    { client, transport }: Pick<JournaledCall, 'client' | 'transport'>,
    { basis, totalMs, isListening, text, timeMs }: AnswerDetails = {},
  ): void {
    if (this.capacity === 0) return;
    const answer = this.settings.answers && text ? copyOf(text().slice(0, MAX_ANSWER)) : undefined;
    const latest = this.#entry(this.#last);
    if (this.#count === this.capacity) this.#forgetOldest();
    const id = ++this.#last;
    // a client that polls sends the same text again and again: it is kept and counted once while no other call comes in between
    const isRepeated =
      latest !== undefined &&
      latest.call.params === params &&
      latest.call.method === method &&
      latest.call.client === client &&
      latest.call.answer === answer;
    const texts = isRepeated
      ? latest.call
      : { method: copyOf(method), params: params === undefined ? undefined : copyOf(params), client, answer };
    const textStart = isRepeated ? latest.textStart : this.#textEnd;
    if (!isRepeated) this.#textEnd += bytesOf(method) + bytesOf(params) + bytesOf(client) + bytesOf(answer);
    const call: JournaledCall = {
      id,
      method: texts.method,
      params: texts.params,
      from,
      outcome,
      isNull,
      code,
      durationMs,
      assumed,
      impersonated,
      client: texts.client,
      transport,
      timeMs,
      answer: texts.answer,
      basis: basis && this.#basisOf(basis, id),
    };
    this.#ring[this.#indexOf(id)] = { call, textStart };
    // the newest is kept, however long it is
    while (this.#count > 1 && this.#textEnd - this.#entry(this.#oldest)!.textStart > this.#maxBytes)
      this.#forgetOldest();
    void totalMs?.then((ms) => this.#replace(id, { durationMs: ms }));
    if (isListening !== undefined) this.#waitUntilHeard(id, isListening);
    this.onAdded?.(call);
    if (this.isHeard(call)) this.onHeard?.(call);
  }

  /** Marks a call of a client that waits for time while nothing moves the ledger. */
  markPoll({ id }: JournaledCall): void {
    this.#replace(id, { isPoll: true });
  }

  /** False for a subscription whose client does not have the reply yet, or may lose what comes next. */
  isHeard({ id }: JournaledCall): boolean {
    return !this.#unheard.has(id);
  }

  /** @returns how many there were */
  clear(): number {
    const count = this.#count;
    this.#ring = [];
    this.#first = this.#last + 1;
    this.#oldest = this.#first;
    this.#moments.clear();
    this.#unheard.clear();
    return count;
  }

  #basisOf(
    { dialect, moment, sent, otherNode }: NonNullable<AnswerDetails['basis']>,
    id: number,
  ): JournaledCall['basis'] {
    return { dialect, sent, otherNode, keptMoment: this.#moments.keep(moment, id) };
  }

  #waitUntilHeard(id: number, isListening: Promise<boolean>): void {
    this.#unheard.add(id);
    void isListening.then((isHeard) => {
      if (isHeard && this.#unheard.delete(id)) this.onHeard?.(this.#entry(id)!.call);
    });
  }

  #replace(id: number, changed: Partial<JournaledCall>): void {
    const entry = id < this.#oldest ? undefined : this.#entry(id);
    if (entry !== undefined) this.#ring[this.#indexOf(id)] = { ...entry, call: { ...entry.call, ...changed } };
  }

  #indexOf(id: number): number {
    return (id - this.#first) % this.capacity;
  }

  #entry(id: number): Entry | undefined {
    return this.#ring[this.#indexOf(id)];
  }

  #forgetOldest(): void {
    this.#unheard.delete(this.#oldest);
    this.#moments.forgetUpTo(this.#oldest);
    this.#ring[this.#indexOf(this.#oldest++)] = undefined;
  }
}

function bytesOf(text: string | undefined): number {
  return text === undefined ? 0 : Buffer.byteLength(text);
}

/** Copies a text: in V8 a part of a string keeps the whole string in memory. */
function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
