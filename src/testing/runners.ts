import { callsReport } from './callsReport.ts';
import type { TestFork } from './sharedNode.ts';

/**
 * The common part of `stillnode/vitest` and `stillnode/jest`.
 * @module
 */

export type { NewSendMatch } from '../control/newSendRule.ts';
export { type ReceivedTimes, toHaveReceivedCall, toHaveReceivedTransaction } from './matchers.ts';
export { openShared, type SharedNode, type SharedNodeOptions, type TestFork } from './sharedNode.ts';
export type { TestNode } from './testNode.ts';

/** Drops the fork of a test that has ended. If the test failed, its calls are shown first. */
export async function endTest({ drop, node, warnings }: TestFork, hasFailed: boolean): Promise<void> {
  if (hasFailed) {
    const report = await callsReport(node, warnings).catch((error: Error) => `stillnode: ${error.message}`);
    // biome-ignore lint/suspicious/noConsole: runners show it with the test that it belongs to
    console.error(report);
  }
  await drop();
}
