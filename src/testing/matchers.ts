import { assertOptions } from '../control/assertArguments.ts';
import { reasonOf } from '../control/errorReason.ts';
import type { LedgerControls } from '../control/ledgerControls.ts';
import type { NewSendMatch } from '../control/newSendRule.ts';
import type { MismatchData } from '../errors.ts';

/** The data of the error of a check, and its message; undefined: it is another error. */
export function mismatchIn(error: unknown): (MismatchData & { readonly message: string }) | undefined {
  if (reasonOf(error) !== 'verification') return undefined;
  const { data, message } = error as { readonly data: MismatchData; readonly message: string };
  return { ...data, message };
}

/** The number of calls or transactions that a matcher expects. */
export interface ReceivedTimes {
  /** default: at least once */
  readonly times?: number;
}

/** The result of a matcher, in the form that both runners take. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** `this` of a matcher. */
interface MatcherThis {
  readonly isNot?: boolean;
}

/**
 * Checks that a node received a call. It fails for a node without a journal, also with `.not`.
 *
 * @param params values that the parameters must contain: lists may be longer, objects may have more members; undefined: any
 * @throws TypeError for a value that is not a node, and for `times` with `.not`
 */
export function toHaveReceivedCall(
  this: MatcherThis | undefined,
  node: unknown,
  method: string,
  params?: unknown,
  options?: ReceivedTimes,
): Promise<MatcherResult> {
  const expected = { method, ...(params !== undefined && { params }) };
  return runMatcher(
    { node, name: 'toHaveReceivedCall', noun: 'calls', isNot: this?.isNot === true },
    expected,
    options,
  );
}

/**
 * Checks that a transaction was sent to a node. Refused transactions count too.
 *
 * @param match as in send rules; default: any transaction
 * @throws TypeError for a value that is not a node, and for `times` with `.not`
 */
export function toHaveReceivedTransaction(
  this: MatcherThis | undefined,
  node: unknown,
  match: NewSendMatch = {},
  options?: ReceivedTimes,
): Promise<MatcherResult> {
  const matcher = { node, name: 'toHaveReceivedTransaction', noun: 'transactions', isNot: this?.isNot === true };
  return runMatcher(matcher, { sent: match }, options);
}

interface Matcher {
  readonly node: unknown;
  readonly name: string;
  /** the plural noun for messages: `calls`, `transactions` */
  readonly noun: string;
  readonly isNot: boolean;
}

type Expected = Parameters<LedgerControls['verify']>[0];

async function runMatcher(
  { isNot, name, node, noun }: Matcher,
  expectation: Expected,
  options: ReceivedTimes = {},
): Promise<MatcherResult> {
  if (!isNode(node)) throw new TypeError(`${name} takes a node or a fork: await expect(node).${name}(…)`);
  assertOptions(options, ['times'], name);
  const { times } = options;
  if (isNot && times !== undefined)
    throw new TypeError(`\`times\` cannot be combined with \`.not\`: expect the number of ${noun} instead`);
  const expected = { ...expectation, ...(isNot ? { times: 0 } : times !== undefined && { times }) };
  const mismatch = await mismatchOf(node, expected);
  const isAsExpected = mismatch === undefined;
  return { pass: isAsExpected !== isNot, message: () => mismatch ?? '' };
}

async function mismatchOf(node: Pick<LedgerControls, 'verify'>, expected: Expected): Promise<string | undefined> {
  try {
    await node.verify(expected);
    return undefined;
  } catch (error) {
    const mismatch = mismatchIn(error);
    if (mismatch === undefined) throw error;
    return mismatch.message;
  }
}

function isNode(node: unknown): node is Pick<LedgerControls, 'verify'> {
  return typeof node === 'object' && node !== null && 'verify' in node && typeof node.verify === 'function';
}
