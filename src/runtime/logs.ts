import { isJsonArray, isJsonObject } from '../codec/jsonText.ts';
import { type Address, isPrecompile } from '../solana/address.ts';
import type { TransactionError } from '../solana/meta.ts';
import { instructionErrorText } from '../solana/transactionErrors.ts';

/** Lines that a program writes itself in one instruction, as a script or a rule decides: before and after the calls that it makes. */
export interface CallLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Lines by the index of the instruction in the message. */
export type ProgramLines = ReadonlyMap<number, CallLines>;

export const NO_LINES: CallLines = { before: [], after: [] };

/** Groups lines by instruction, in their order. */
export function groupLines(all: readonly (readonly [index: number, lines: Partial<CallLines>])[]): ProgramLines {
  const lines = new Map<number, CallLines>();
  for (const [index, { after = [], before = [] }] of all) {
    if (before.length + after.length === 0) continue;
    const callLines = lines.get(index) ?? NO_LINES;
    lines.set(index, { before: [...callLines.before, ...before], after: [...callLines.after, ...after] });
  }
  return lines;
}

/**
 * The lines of a program within an instruction. If another program is the caller, they include the start and the end of the call.
 *
 * @param own lines that the program writes itself
 * @param ending of the call: `success`, or the failure
 */
export function linesWithin(
  program: Address,
  own: readonly string[],
  { caller, ending }: { readonly caller: Address | undefined; readonly ending: string },
): readonly string[] {
  return caller === program ? own : [`Program ${program} invoke [2]`, ...own, `Program ${program} ${ending}`];
}

/** An instruction of the message in the log: its program, the calls that it makes, and the lines that it writes itself. */
export interface LoggedCall {
  readonly program: Address;
  readonly inner: readonly LoggedInnerCall[];
  readonly lines?: CallLines | undefined;
}

/** A call that an instruction makes. */
interface LoggedInnerCall {
  readonly program: Address;
  /** lines that the program writes when it begins */
  readonly lines?: readonly string[];
}

/** Errors that occur only after every instruction has run. */
const LATE_ERRORS: readonly string[] = ['InsufficientFundsForRent', 'UnbalancedTransaction'];

/**
 * The log lines of the runtime itself: calls of programs and their results. Log lines and compute units of the programs are unknown.
 *
 * Source   agave 4.1 stable_log
 */
export function runtimeLogs(calls: readonly LoggedCall[], err: TransactionError | null): readonly string[] {
  const failure = err === null ? undefined : loggedFailure(err);
  if (err !== null && failure === undefined && !isLate(err)) return [];
  const run = failure === undefined ? calls : calls.slice(0, failure.index + 1);
  return run.flatMap((call, i) => logsOf(call, i === failure?.index ? failure : undefined));
}

function isLate(err: TransactionError): boolean {
  const name = typeof err === 'string' ? err : Object.keys(err ?? {})[0];
  return name !== undefined && LATE_ERRORS.includes(name);
}

function logsOf(
  { program, inner, lines = NO_LINES }: LoggedCall,
  failure: LoggedFailure | undefined,
): readonly string[] {
  if (isPrecompile(program)) return [];
  const end = failure === undefined ? 'success' : `failed: ${failure.text}`;
  return [
    `Program ${program} invoke [1]`,
    ...lines.before,
    ...inner.flatMap((called) => [
      `Program ${called.program} invoke [2]`,
      ...(called.lines ?? []),
      `Program ${called.program} success`,
    ]),
    ...lines.after,
    `Program ${program} ${end}`,
  ];
}

export interface LoggedFailure {
  /** index of the instruction that failed, in the message */
  readonly index: number;
  /** text of the log line */
  readonly text: string;
}

/** The failed instruction of an error; undefined: the error is not of an instruction. */
export function loggedFailure(err: TransactionError): LoggedFailure | undefined {
  const content = isJsonObject(err) ? err.InstructionError : undefined;
  if (!isJsonArray(content)) return undefined;
  const [index, reason] = content;
  return typeof index === 'number' && reason !== undefined ? { index, text: instructionErrorText(reason) } : undefined;
}

/** bytes of UTF-8 that the logs of one transaction may have. Source agave 4.1 svm-log-collector LOG_MESSAGES_BYTES_LIMIT */
const MAX_LOG_BYTES = 10_000;

/**
 * The logs of one transaction. Lines beyond the limit are left out, and `Log truncated` is in the place of the first of them.
 */
export class LogLines {
  readonly #lines: string[] = [];
  readonly #maxBytes: number;
  #bytes = 0;
  #isTruncated = false;

  constructor(maxBytes = MAX_LOG_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Adds a line if it fits: a short one may fit after a long one did not. */
  add(line: string): void {
    const bytes = this.#bytes + Buffer.byteLength(line);
    if (bytes < this.#maxBytes) {
      this.#bytes = bytes;
      this.#lines.push(line);
    } else if (!this.#isTruncated) {
      this.#isTruncated = true;
      this.#lines.push('Log truncated');
    }
  }
}
