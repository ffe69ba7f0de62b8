/**
 * `toHaveReceivedCall`: what a node was called with, as a matcher of Vitest and Jest.
 * @module
 */
import type { LedgerControls } from '../control/controlTypes.ts';
import { reasonOf } from './errorReason.ts';

/** How often there should have been a call. */
export interface ReceivedTimes {
  /** default: at least once */
  readonly times?: number;
}

/** What both runners take from a matcher. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** What a matcher is told besides its arguments. */
interface Matching {
  readonly isNot?: boolean;
}

/**
 * Asks the node itself: `.not` means no call at all, so it asks for none, and a node that keeps no journal fails either way.
 *
 * @param params what the parameters of the call contain: members of objects, beginnings of lists; undefined: any
 * @throws TypeError for what is no node, or for `times` behind `.not`
 */
export async function toHaveReceivedCall(
  this: Matching | undefined,
  node: unknown,
  method: string,
  params?: unknown,
  { times }: ReceivedTimes = {},
): Promise<MatcherResult> {
  const isNot = this?.isNot === true;
  if (!isAsked(node))
    throw new TypeError('toHaveReceivedCall takes a node or a fork: await expect(node).toHaveReceivedCall(…)');
  if (isNot && times !== undefined)
    throw new TypeError('`times` behind `.not` says little: expect the number of calls that there should be');
  const expected = {
    method,
    ...(params !== undefined && { params }),
    ...(isNot ? { times: 0 } : times !== undefined && { times }),
  };
  const mismatch = await mismatchOf(node, expected);
  const isAsExpected = mismatch === undefined;
  return { pass: isAsExpected !== isNot, message: () => mismatch ?? '' };
}

async function mismatchOf(
  node: Pick<LedgerControls, 'verify'>,
  expected: Exclude<Parameters<LedgerControls['verify']>[0], string>,
): Promise<string | undefined> {
  try {
    await node.verify(expected);
    return undefined;
  } catch (error) {
    if (reasonOf(error) === 'verification') return (error as Error).message;
    throw error;
  }
}

function isAsked(node: unknown): node is Pick<LedgerControls, 'verify'> {
  return typeof node === 'object' && node !== null && 'verify' in node && typeof node.verify === 'function';
}
