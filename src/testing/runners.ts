import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { onOneLine } from '../codec/text.ts';
import { withoutKeys } from '../node/connection/httpCalls.ts';
import { callsReport } from './callsReport.ts';
import type { TestFork } from './sharedNode.ts';
import { checkTest, type StrictResult } from './strict/checkTest.ts';
import { makeTrace } from './trace/makeTrace.ts';
import { removeTrace, writeTrace } from './trace/traceFile.ts';

/**
 * The common part of `stillnode/vitest` and `stillnode/jest`.
 * @module
 */

export type { NewSendMatch } from '../control/newSendRule.ts';
export type { NodeHandle } from '../control/nodeHandle.ts';
export { type ReceivedTimes, toHaveReceivedCall, toHaveReceivedTransaction } from './matchers.ts';
export { openShared, type SharedNode, type SharedNodeOptions, type TestFork } from './sharedNode.ts';
export type { StrictCheck, Strictness, StrictOptions } from './strict/strictness.ts';
export type { TestNode } from './testNode.ts';

/** A test that has ended. */
export interface EndedTest {
  /** the names of the describes around it, then its own */
  readonly name: string;
  /** path of its file; undefined: it is not known */
  readonly file?: string | undefined;
  readonly hasFailed: boolean;
  /** the texts of its errors */
  readonly errors: readonly string[];
  /** called with the path of its trace, if one is written */
  readonly onTrace?: (path: string) => Promise<void>;
}

/**
 * Drops the fork of a test that has ended. If it passed, makes the checks of strict tests first; if it failed, shows its calls, and the
 * command that opens it.
 *
 * @throws Error with one sentence for each mistake that makes a strict test fail; if a rule is unused, its stack is that of the call that
 *   added the first such rule
 */
export async function endTest(fork: TestFork, test: EndedTest): Promise<void> {
  const { caller, sentences } = test.hasFailed ? NO_MISTAKES : await mistakesOf(fork);
  const hasFailed = test.hasFailed || sentences.length > 0;
  const lines = hasFailed ? [await reportOf(fork)] : [];
  lines.push(...(await traceTest(fork, { ...test, hasFailed, errors: [...test.errors, ...sentences] })));
  if (hasFailed) show(lines.join('\n'));
  await fork.drop();
  if (sentences.length > 0) throw errorAt(caller, sentences.join('\n'));
}

/** An error with the stack of another one, which has no message: its frames begin in the second line. */
function errorAt(caller: Error | undefined, message: string): Error {
  const error = new Error(message);
  if (caller?.stack?.includes('\n')) error.stack = `${error}${caller.stack.slice(caller.stack.indexOf('\n'))}`;
  return error;
}

function reportOf({ node, warnings }: TestFork): Promise<string> {
  return callsReport(node, warnings).catch((error: Error) => `stillnode: ${error.message}`);
}

/** Writes the trace of a test if it is wanted, or else removes that of its last run. @returns lines for the report */
async function traceTest(
  { node, testCalls, tracing, urlWithKeys, warnings }: TestFork,
  { errors, file: testPath, hasFailed, name, onTrace }: EndedTest,
): Promise<readonly string[]> {
  if (tracing.trace === 'off') return [];
  const test = { test: name, testFile: testPath === undefined ? '' : path.relative('', testPath) };
  try {
    if (tracing.trace === 'on-failure' && !hasFailed) {
      removeTrace(tracing.traceFolder, test);
      return [];
    }
    const { cut, text } = await makeTrace(urlWithKeys, {
      ...test,
      errors: errors.map(stripVTControlCharacters),
      url: withoutKeys(node.url),
      moves: testCalls.moves,
      warnings: warnings.map(String),
    });
    const file = writeTrace(tracing.traceFolder, test, text);
    await onTrace?.(file);
    return [
      `  open it: npx stillnode inspect ${onOneLine(file)}`,
      ...(cut.length > 0 ? [`  not in this file: ${cut.join(', ')}`] : []),
    ];
  } catch (error) {
    return [`  it has no trace: ${(error as Error).message}`];
  }
}

type Mistakes = Pick<StrictResult, 'caller' | 'sentences'>;

const NO_MISTAKES: Mistakes = { caller: undefined, sentences: [] };

/** The mistakes that make a strict test fail. */
async function mistakesOf({ checks, observed, testCalls }: TestFork): Promise<Mistakes> {
  const { caller, note, sentences } = await checkTest(observed, testCalls, checks()).catch((error: Error) => ({
    ...NO_MISTAKES,
    note: error.message,
  }));
  if (note !== undefined) show(`stillnode: this test cannot be checked strictly: ${note.trim()}`);
  return { caller, sentences };
}

function show(text: string): void {
  // biome-ignore lint/suspicious/noConsole: runners show it with the test that it belongs to
  console.error(text);
}
