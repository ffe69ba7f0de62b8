import { expect, type TestAPI, test as vitestTest } from 'vitest';
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
 * Vitest 2 and later: a fork of one node for each test, and matchers for the calls and the transactions that it received.
 *
 * ```ts
 * import { expect, test } from 'stillnode/vitest';
 *
 * test('asks for its balance', async ({ node }) => {
 *   await showWallet(node.url);
 *   await expect(node).toHaveReceivedCall('getBalance');
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
export { expect };

declare module 'vitest' {
  interface Assertion<T> {
    /**
     * Checks that a node or a fork received such a call. Without `await` it checks nothing.
     *
     * @param params values that the parameters must contain: lists may be longer, objects may have more members; default: any
     */
    toHaveReceivedCall(method: string, params?: unknown, options?: ReceivedTimes): Promise<void>;
    /**
     * Checks that such a transaction was sent to a node or a fork, refused ones included. Without `await` it checks nothing.
     *
     * @param match as in send rules, `{ instruction: 'market.placeOrder', args: { price: 10 } }`; default: any
     */
    toHaveReceivedTransaction(match?: NewSendMatch, options?: ReceivedTimes): Promise<void>;
  }
}

/** The fixtures that `test` adds to those of Vitest. */
export interface StillnodeFixtures {
  /** a fork for this test alone */
  readonly node: TestNode;
}

/**
 * `test` with a node of these options, which the tests of a file share: each gets a fork of it, made when it asks for `node`.
 *
 * ```ts
 * const test = stillnodeTest({ ledger: 'fixtures' });
 * ```
 */
export function stillnodeTest(options?: SharedNodeOptions): TestAPI<StillnodeFixtures> {
  return vitestTest.extend<StillnodeFixtures & { readonly sharedNode: SharedNode }>({
    sharedNode: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which fixtures are needed
      async ({}, use) => {
        const shared = await openShared(options);
        await use(shared);
        await shared.close();
      },
      // Vitest before 3.2 does not know `scope`; with `auto` it reads this as options too, and each test gets its own node
      { auto: false, scope: 'file' },
    ],
    node: async ({ onTestFinished, sharedNode, task }, use) => {
      const fork = await sharedNode.fork();
      let mistakes: unknown;
      // Vitest reports twice what the end of a fixture throws
      onTestFinished(() => {
        if (mistakes !== undefined) throw mistakes;
      });
      await use(fork.node);
      const { errors = [], state } = task.result ?? {};
      await endTest(fork, {
        name: nameOf(task),
        file: task.file?.filepath,
        hasFailed: state === 'fail',
        errors: errors.map(({ message }) => message),
      }).catch((error: unknown) => {
        mistakes = error;
      });
    },
  });
}

/** The name of a test with those of its describes. */
function nameOf({ name, suite }: Named): string {
  return suite === undefined || suite.name === '' ? name : `${nameOf(suite)} ${name}`;
}

interface Named {
  readonly name: string;
  readonly suite?: Named | undefined;
}

/**
 * `test` with the node that the variable STILLNODE_URL names, as in `stillnode exec`, or else with the sample ledger:
 * `test('has a slot', async ({ node }) => { await node.advance(); })`.
 */
export const test: TestAPI<StillnodeFixtures> = stillnodeTest();

expect.extend({ toHaveReceivedCall, toHaveReceivedTransaction });
