import { callsReport } from './callsReport.ts';
import type { TestFork } from './sharedNode.ts';
import { judge } from './strict/judge.ts';

/**
 * The common part of `stillnode/vitest` and `stillnode/jest`.
 * @module
 */

export type { NewSendMatch } from '../control/newSendRule.ts';
export { type ReceivedTimes, toHaveReceivedCall, toHaveReceivedTransaction } from './matchers.ts';
export { openShared, type SharedNode, type SharedNodeOptions, type TestFork } from './sharedNode.ts';
export type { Strictness, StrictParts } from './strict/strictness.ts';
export type { TestNode } from './testNode.ts';

/**
 * Drops the fork of a test that has ended. If the test failed, shows the calls first; if it passed, makes the checks of strict tests.
 *
 * @throws Error with one sentence for each mistake that makes a strict test fail
 */
export async function endTest(fork: TestFork, hasFailed: boolean): Promise<void> {
  const { drop, node, warnings } = fork;
  const sentences = hasFailed ? [] : await judgeTest(fork);
  if (hasFailed || sentences.length > 0) {
    const report = await callsReport(node, warnings).catch((error: Error) => `stillnode: ${error.message}`);
    show(report);
  }
  await drop();
  if (sentences.length > 0) throw new Error(sentences.join('\n'));
}

async function judgeTest({ asks, checks, observed }: TestFork): Promise<readonly string[]> {
  const { note, sentences } = await judge(observed, asks, checks()).catch((error: Error) => ({
    note: error.message,
    sentences: [],
  }));
  if (note !== undefined) show(`stillnode: this test cannot be checked strictly: ${note.trim()}`);
  return sentences;
}

function show(text: string): void {
  // biome-ignore lint/suspicious/noConsole: runners show it with the test that it belongs to
  console.error(text);
}
