const FIRST_ROWS = 64;

/** Rows of numbers by ids that count up, of which the newest are kept. They are no objects, so that collecting garbage costs nothing for them. */
class RowRing {
  readonly #width: number;
  #rows = 0;
  #numbers = new Float64Array(0);

  /** @param width numbers of a row */
  constructor(width: number) {
    this.#width = width;
  }

  /** Where the row of an id is in `numbers`. */
  at(id: number): number {
    return (id % this.#rows) * this.#width;
  }

  /** Valid until there is room for more. */
  get numbers(): Float64Array {
    return this.#numbers;
  }

  /** Has to be called before a row is written: makes room for it behind the rows from `oldest` on. */
  makeRoom(oldest: number, id: number): void {
    const needed = id - oldest + 1;
    if (needed <= this.#rows) return;
    const grown = Math.max(needed, FIRST_ROWS, this.#rows * 2);
    const numbers = new Float64Array(grown * this.#width);
    for (let i = oldest; i < id; i++) {
      const start = this.at(i);
      numbers.set(this.#numbers.subarray(start, start + this.#width), (i % grown) * this.#width);
    }
    this.#rows = grown;
    this.#numbers = numbers;
  }
}

/** Some of the bytes: those from `start` on. */
interface Slab {
  readonly start: number;
  readonly bytes: Buffer;
}

/** Most forks are called a few times only. */
const FIRST_BYTES = 1 << 12;
const SLAB_BYTES = 1 << 18;

/** of UTF-8, for one unit of UTF-16 */
const MAX_BYTES_PER_UNIT = 3;

/**
 * Texts as bytes outside the heap, found by where they begin and end among all bytes that there ever were; the oldest are forgotten
 * first. A string that is kept for long is copied and marked by every collection of garbage, and keeps all of the text alive that it
 * is a part of. A lone surrogate becomes U+FFFD, as in an answer.
 */
class TextBytes {
  /** oldest first; the last one is written into */
  #slabs: Slab[] = [];
  /** is not needed any more, and can be written into again */
  #spare: Buffer | undefined;
  #end = 0;

  /** Where the newest text ends. */
  get end(): number {
    return this.#end;
  }

  /** @returns where it begins */
  add(text: string): number {
    const { bytes, start } = this.#slabFor(text);
    const at = this.#end;
    this.#end += bytes.write(text, at - start);
    return at;
  }

  textBetween(start: number, end: number): string {
    const slab = this.#slabs.findLast((one) => one.start <= start);
    return slab === undefined ? '' : slab.bytes.toString('utf8', start - slab.start, end - slab.start);
  }

  forgetBefore(position: number): void {
    for (let next = this.#slabs[1]; next !== undefined && next.start <= position; next = this.#slabs[1]) {
      const { bytes } = this.#slabs.shift()!;
      if (bytes.length === SLAB_BYTES) this.#spare = bytes;
    }
  }

  clear(): void {
    this.#slabs = [];
    this.#spare = undefined;
  }

  #slabFor(text: string): Slab {
    const last = this.#slabs.at(-1);
    const free = last === undefined ? -1 : last.start + last.bytes.length - this.#end;
    // counting the bytes takes as long as writing them
    if (last !== undefined && (text.length * MAX_BYTES_PER_UNIT <= free || Buffer.byteLength(text) <= free))
      return last;
    const slab = { start: this.#end, bytes: this.#bytesFor(text, last) };
    this.#slabs.push(slab);
    return slab;
  }

  #bytesFor(text: string, last: Slab | undefined): Buffer {
    const needed = Buffer.byteLength(text);
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare !== undefined && spare.length >= needed) return spare;
    const usual = last === undefined ? FIRST_BYTES : Math.min(last.bytes.length * 2, SLAB_BYTES);
    return Buffer.allocUnsafeSlow(Math.max(needed, usual));
  }
}

/** A call that was answered. */
export interface LoggedCall {
  /** counts from 1; no other call of this ledger has it, also after a reset */
  readonly id: number;
  readonly method: string;
  /** JSON text; undefined: there were none */
  readonly params: string | undefined;
  /** undefined: all answers of its node come from the ledger, or it was no read */
  readonly from?: 'ledger' | 'record' | 'upstream' | undefined;
  /** `fault`: something that a test has added decided */
  readonly outcome: 'result' | 'error' | 'fault';
  /** of an error, or the status of a reply that is a fault */
  readonly code: number | undefined;
  readonly durationMs: number;
  /** programs whose effect an accepted transaction assumes; undefined: there are none */
  readonly assumed?: readonly string[] | undefined;
  readonly client: string | undefined;
  readonly transport: 'http' | 'socket' | 'process';
}

const SOURCES: readonly LoggedCall['from'][] = ['ledger', 'record', 'upstream'];
const OUTCOMES: readonly LoggedCall['outcome'][] = ['result', 'error', 'fault'];
const TRANSPORTS: readonly LoggedCall['transport'][] = ['http', 'socket', 'process'];

/** What the row of a call has: all of its text is in one, the method, the client and the parameters, one behind the other. */
const ROW = {
  start: 0,
  end: 1,
  methodLength: 2,
  /** -1: there is none */
  clientLength: 3,
  hasParams: 4,
  outcome: 5,
  /** NaN: there is none */
  code: 6,
  durationMs: 7,
  transport: 8,
  /** -1: undefined */
  from: 9,
} as const;

export const DEFAULT_JOURNAL_SIZE = 10_000;

export const MAX_JOURNAL_SIZE = 2 ** 24;

/** More than ten thousand calls with parameters of usual length. */
const MAX_BYTES = 1 << 24;

type OutcomeOfCall = Pick<LoggedCall, 'method' | 'from' | 'outcome' | 'code' | 'durationMs' | 'assumed'>;

/** Where the text of a call begins. */
interface KeptText extends Pick<LoggedCall, 'method' | 'client' | 'params'> {
  readonly start: number;
}

/** The calls to a ledger, oldest first. The oldest are forgotten where there are too many, or their texts are too long together. */
export class CallLog {
  /** calls that are kept at most; 0: none is */
  readonly size: number;
  readonly #maxBytes: number;
  readonly #rows = new RowRing(Object.keys(ROW).length);
  readonly #texts = new TextBytes();
  /** by id, of the few calls that have it */
  readonly #assumed = new Map<number, readonly string[]>();
  /** of the newest call */
  #latest: KeptText | undefined;
  /** id of the oldest that is kept; beyond the last: none is */
  #oldest = 1;
  #last = 0;
  #forgotten = 0;

  /** @param maxBytes of UTF-8, of methods, clients and parameters together */
  constructor(size: number, maxBytes = MAX_BYTES) {
    this.size = size;
    this.#maxBytes = maxBytes;
  }

  get calls(): readonly LoggedCall[] {
    return Array.from({ length: this.#count }, (_, i) => this.#read(this.#oldest + i));
  }

  /** The id of the newest, also where it is no longer kept; 0: there was none. */
  get last(): number {
    return this.#last;
  }

  /** How many there was no room for, since all were cleared. */
  get forgotten(): number {
    return this.#forgotten;
  }

  get #count(): number {
    return this.#last - this.#oldest + 1;
  }

  add(
    { assumed, code = Number.NaN, durationMs, from, method, outcome }: OutcomeOfCall,
    params: string | undefined,
    { client, transport }: Pick<LoggedCall, 'client' | 'transport'>,
  ): void {
    if (this.size === 0) return;
    const start = this.#startOfText(method, client, params);
    const id = ++this.#last;
    this.#rows.makeRoom(this.#oldest, id);
    const { numbers } = this.#rows;
    const at = this.#rows.at(id);
    numbers[at + ROW.start] = start;
    numbers[at + ROW.end] = this.#texts.end;
    numbers[at + ROW.methodLength] = method.length;
    numbers[at + ROW.clientLength] = client?.length ?? -1;
    numbers[at + ROW.hasParams] = params === undefined ? 0 : 1;
    numbers[at + ROW.outcome] = OUTCOMES.indexOf(outcome);
    numbers[at + ROW.code] = code;
    numbers[at + ROW.durationMs] = durationMs;
    numbers[at + ROW.transport] = TRANSPORTS.indexOf(transport);
    numbers[at + ROW.from] = SOURCES.indexOf(from);
    if (assumed !== undefined) this.#assumed.set(id, assumed);
    while (this.#isTooMuch()) this.#forgetOldest();
  }

  /** @returns how many there were */
  clear(): number {
    const count = this.#count;
    this.#oldest = this.#last + 1;
    this.#texts.clear();
    this.#assumed.clear();
    this.#latest = undefined;
    this.#forgotten = 0;
    return count;
  }

  /** A client that polls asks the same again and again: its text is kept once, as long as no other call comes in between. */
  #startOfText(method: string, client: string | undefined, params: string | undefined): number {
    const latest = this.#latest;
    if (latest?.method === method && latest.client === client && latest.params === params) return latest.start;
    const start = this.#texts.add(method + (client ?? '') + (params ?? ''));
    this.#latest = { method, client, params, start };
    return start;
  }

  #read(id: number): LoggedCall {
    const field = (name: keyof typeof ROW) => this.#rows.numbers[this.#rows.at(id) + ROW[name]]!;
    const text = this.#texts.textBetween(field('start'), field('end'));
    const [methodLength, clientLength, code] = [field('methodLength'), field('clientLength'), field('code')];
    const paramsStart = methodLength + Math.max(0, clientLength);
    return {
      id,
      method: text.slice(0, methodLength),
      params: field('hasParams') === 0 ? undefined : text.slice(paramsStart),
      from: SOURCES[field('from')],
      outcome: OUTCOMES[field('outcome')]!,
      code: Number.isNaN(code) ? undefined : code,
      durationMs: field('durationMs'),
      assumed: this.#assumed.get(id),
      client: clientLength < 0 ? undefined : text.slice(methodLength, paramsStart),
      transport: TRANSPORTS[field('transport')]!,
    };
  }

  #startOf(id: number): number {
    return this.#rows.numbers[this.#rows.at(id) + ROW.start]!;
  }

  /** The newest is kept, however long it is. */
  #isTooMuch(): boolean {
    const count = this.#count;
    return count > this.size || (this.#texts.end - this.#startOf(this.#oldest) > this.#maxBytes && count > 1);
  }

  #forgetOldest(): void {
    this.#assumed.delete(this.#oldest++);
    this.#forgotten++;
    this.#texts.forgetBefore(this.#startOf(this.#oldest));
  }
}
