import {
  type Expect,
  type MatcherReturnType,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  expect as playwrightExpect,
  test as playwrightTest,
  type TestType,
} from '@playwright/test';
import {
  endTest,
  type NewSendMatch,
  type NodeHandle,
  openShared,
  type ReceivedTimes,
  type SharedNode,
  type SharedNodeOptions,
  type StrictCheck,
  type Strictness,
  type StrictOptions,
  type TestNode,
  toHaveReceivedCall,
  toHaveReceivedTransaction,
} from './testing/runners.ts';

/**
 * Playwright 1.40 and later: a fork of one node for each test, its URLs, and its trace in the report of a test that failed.
 *
 * ```ts
 * import { expect, test } from 'stillnode/playwright';
 *
 * test('shows the balance', async ({ node, page }) => {
 *   await node.setAccount('alice', sol(3));
 *   await page.goto(`http://127.0.0.1:3000/?rpc=${encodeURIComponent(node.url)}`);
 *   await expect(page.getByText('3 SOL')).toBeVisible();
 * });
 * ```
 * @module
 */

export type {
  NewSendMatch,
  NodeHandle,
  ReceivedTimes,
  SharedNodeOptions,
  StrictCheck,
  Strictness,
  StrictOptions,
  TestNode,
};

/** The matchers that `expect` adds to those of Playwright. Without `await` they check nothing. */
type StillnodeMatchers = {
  /**
   * Checks that a node or a fork received such a call.
   *
   * @param params values that the parameters must contain: lists may be longer, objects may have more members; default: any
   */
  toHaveReceivedCall(
    node: unknown,
    method: string,
    params?: unknown,
    options?: ReceivedTimes,
  ): Promise<MatcherReturnType>;
  /**
   * Checks that such a transaction was sent to a node or a fork, refused ones included.
   *
   * @param match as in send rules, `{ instruction: 'market.placeOrder', args: { price: 10 } }`; default: any
   */
  toHaveReceivedTransaction(node: unknown, match?: NewSendMatch, options?: ReceivedTimes): Promise<MatcherReturnType>;
};

/** `expect` of Playwright with matchers for the calls and the transactions that a node received. */
export const expect: Expect<StillnodeMatchers> = playwrightExpect.extend<StillnodeMatchers>({
  toHaveReceivedCall,
  toHaveReceivedTransaction,
});

/** The fixtures that `test` adds to those of Playwright. */
export interface StillnodeFixtures {
  /** a fork for this test alone */
  readonly node: TestNode;
}

/** `test` of Playwright with the fixture `node`. */
export type StillnodeTest = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & StillnodeFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

/**
 * `test` with a node of these options, or the node at `url`, which the tests of a worker share: each gets a fork of it.
 *
 * ```ts
 * const test = stillnodeTest({ url: 'http://127.0.0.1:8899' });
 * ```
 */
export function stillnodeTest(options?: SharedNodeOptions): StillnodeTest {
  return playwrightTest.extend<StillnodeFixtures, { readonly sharedNode: SharedNode }>({
    sharedNode: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed
      async ({}, use) => {
        const shared = await openShared(options);
        await use(shared);
        await shared.close();
      },
      { scope: 'worker' },
    ],
    node: async ({ sharedNode }, use, testInfo) => {
      const fork = await sharedNode.fork();
      await use(fork.node);
      await endTest(fork, {
        // the first title is the path of the file
        name: testInfo.titlePath.slice(1).join(' '),
        file: testInfo.file,
        hasFailed: testInfo.status !== testInfo.expectedStatus,
        errors: testInfo.errors.map(({ message = '' }) => message),
        onTrace: (path) => testInfo.attach('stillnode trace', { path, contentType: 'application/json' }),
      });
    },
  });
}

/**
 * `test` with the node that the variable STILLNODE_URL names, as in `stillnode exec`, or else with the sample ledger:
 * `test('has a slot', async ({ node }) => { await node.advance(); })`.
 */
export const test: StillnodeTest = stillnodeTest();
