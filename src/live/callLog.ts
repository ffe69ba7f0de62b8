import { type SlabText, TextSlabs } from './textSlabs.ts';

/** A call that was answered. */
export interface LoggedCall {
  /** counts from 1; no other call of this ledger has it, also after a reset */
  readonly id: number;
  readonly method: string;
  /** JSON text; undefined: there were none */
  readonly params: string | undefined;
  /** `fault`: something that a test has added decided */
  readonly outcome: 'result' | 'error' | 'fault';
  /** of an error, or the status of a reply that is a fault */
  readonly code: number | undefined;
  readonly durationMs: number;
  readonly client: string | undefined;
  readonly transport: 'http' | 'socket' | 'process';
}

/** A call as it is kept: all of its text in one. */
interface KeptCall extends Pick<LoggedCall, 'id' | 'outcome' | 'code' | 'durationMs' | 'transport'> {
  /** the method, the client and the parameters, one behind the other */
  readonly text: SlabText;
  readonly methodLength: number;
  /** undefined: there is none */
  readonly clientLength: number | undefined;
  readonly hasParams: boolean;
}

export const DEFAULT_JOURNAL_SIZE = 10_000;

export const MAX_JOURNAL_SIZE = 2 ** 24;

/** More than ten thousand calls with parameters of usual length. */
const MAX_BYTES = 1 << 24;

/** The calls to a ledger, oldest first. The oldest are forgotten where there are too many, or their texts are too long together. */
export class CallLog {
  /** calls that are kept at most; 0: none is */
  readonly size: number;
  readonly #maxBytes: number;
  /** by id; there are no gaps */
  readonly #calls = new Map<number, KeptCall>();
  readonly #texts = new TextSlabs();
  #bytes = 0;
  #last = 0;
  #forgotten = 0;

  /** @param maxBytes of UTF-8, of methods, clients and parameters together */
  constructor(size: number, maxBytes = MAX_BYTES) {
    this.size = size;
    this.#maxBytes = maxBytes;
  }

  get calls(): readonly LoggedCall[] {
    return Array.from(this.#calls.values(), (call) => this.#read(call));
  }

  /** The id of the newest, also where it is no longer kept; 0: there was none. */
  get last(): number {
    return this.#last;
  }

  /** How many there was no room for, since all were cleared. */
  get forgotten(): number {
    return this.#forgotten;
  }

  add({ client, code, durationMs, method, outcome, params, transport }: Omit<LoggedCall, 'id'>): void {
    if (this.size === 0) return;
    const text = this.#texts.add(method + (client ?? '') + (params ?? ''));
    const id = ++this.#last;
    const lengths = { methodLength: method.length, clientLength: client?.length, hasParams: params !== undefined };
    this.#calls.set(id, { id, outcome, code, durationMs, transport, text, ...lengths });
    this.#bytes += text.end - text.start;
    while (this.#isTooMuch()) this.#forgetOldest();
  }

  /** @returns how many there were */
  clear(): number {
    const count = this.#calls.size;
    this.#calls.clear();
    this.#texts.clear();
    this.#bytes = 0;
    this.#forgotten = 0;
    return count;
  }

  #read({ clientLength, hasParams, methodLength, text, ...call }: KeptCall): LoggedCall {
    const all = this.#texts.textOf(text);
    const paramsStart = methodLength + (clientLength ?? 0);
    return {
      ...call,
      method: all.slice(0, methodLength),
      client: clientLength === undefined ? undefined : all.slice(methodLength, paramsStart),
      params: hasParams ? all.slice(paramsStart) : undefined,
    };
  }

  /** The newest is kept, however long it is. */
  #isTooMuch(): boolean {
    const { size } = this.#calls;
    return size > this.size || (this.#bytes > this.#maxBytes && size > 1);
  }

  #forgetOldest(): void {
    const oldest = this.#last - this.#calls.size + 1;
    const { text } = this.#calls.get(oldest)!;
    this.#bytes -= text.end - text.start;
    this.#texts.forget(text);
    this.#calls.delete(oldest);
    this.#forgotten++;
  }
}
