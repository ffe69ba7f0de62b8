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
  type TestFork,
  type TestNode,
  toHaveReceivedCall,
  toHaveReceivedTransaction,
} from './testing/runners.ts';

/**
 * Jest 29 and later: a fork of one node for each test, and matchers for the calls and the transactions that it received.
 *
 * ```js
 * const { useStillnode } = require('stillnode/jest');
 * const stillnode = useStillnode();
 *
 * test('asks for its balance', async () => {
 *   await showWallet(stillnode.node.url);
 *   await expect(stillnode.node).toHaveReceivedCall('getBalance');
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

declare global {
  namespace jest {
    interface Matchers<R, T> {
      /**
       * Checks that a node or a fork received such a call. Without `await` it checks nothing.
       *
       * @param params values that the parameters must contain: lists may be longer, objects may have more members; default: any
       */
      toHaveReceivedCall(method: string, params?: unknown, options?: ReceivedTimes): Promise<R>;
      /**
       * Checks that such a transaction was sent to a node or a fork, refused ones included. Without `await` it checks nothing.
       *
       * @param match as in send rules, `{ instruction: 'market.placeOrder', args: { price: 10 } }`; default: any
       */
      toHaveReceivedTransaction(match?: NewSendMatch, options?: ReceivedTimes): Promise<R>;
    }
  }
}

type Hook = (run: () => Promise<void>, timeout?: number) => void;

/** Time for the end of a test: writing a trace takes longer than hooks may take by default. */
const TRACE_MS = 60_000;

const MATCHERS = { toHaveReceivedCall, toHaveReceivedTransaction };

/** The globals of Jest that are used here. */
interface JestGlobals {
  readonly beforeAll: Hook;
  readonly beforeEach: Hook;
  readonly afterEach: Hook;
  readonly afterAll: Hook;
  readonly expect: {
    extend(matchers: typeof MATCHERS): void;
    getState(): { readonly currentTestName?: string; readonly testPath?: string };
  };
}

/** The ledger of the current test. */
export interface CurrentTest {
  /** A fork for this test alone. @throws TypeError outside of a test */
  readonly node: TestNode;
}

/**
 * Shares one node among the tests of a file, or of a `describe`, and makes a fork of it for each.
 *
 * @example
 * const stillnode = useStillnode({ ledger: 'fixtures', strict: true });
 * test('asks once', async () => { await show(stillnode.node.url); });
 * @throws TypeError if the hooks of Jest are not among the globals
 */
export function useStillnode(options?: SharedNodeOptions): CurrentTest {
  const { afterAll, afterEach, beforeAll, beforeEach, expect } = jestGlobals();
  let shared: SharedNode | undefined;
  let fork: TestFork | undefined;
  expect.extend(MATCHERS);
  beforeAll(async () => {
    shared = await openShared(options);
  });
  beforeEach(async () => {
    fork = await shared!.fork();
  });
  afterEach(async () => {
    const ended = fork;
    fork = undefined;
    if (ended === undefined) return;
    const errors = errorsOfTest();
    const { currentTestName: name = '', testPath: file } = expect.getState();
    await endTest(ended, { name, file, hasFailed: errors.length > 0, errors });
  }, TRACE_MS);
  afterAll(async () => shared?.close());
  return {
    get node() {
      if (fork === undefined) throw new TypeError('`node` is there while a test runs: read it in the test');
      return fork.node;
    },
  };
}

function jestGlobals(): JestGlobals {
  const globals = globalThis as Partial<JestGlobals>;
  const missing = (['beforeAll', 'beforeEach', 'afterEach', 'afterAll', 'expect'] as const).filter(
    (name) => globals[name] === undefined,
  );
  if (missing.length > 0)
    throw new TypeError(
      `useStillnode needs ${missing.join(', ')} among the globals: call it in a test file of Jest; where injectGlobals is false, put those of @jest/globals there first`,
    );
  return globals as JestGlobals;
}

/** The texts of the errors of the current test. Jest has no API for them: its runner keeps the state of the test among the globals. */
function errorsOfTest(): readonly string[] {
  const key = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL');
  const state = key === undefined ? undefined : (globalThis as Readonly<Record<symbol, unknown>>)[key];
  const { currentlyRunningTest } = (state ?? {}) as {
    readonly currentlyRunningTest?: { readonly errors?: readonly unknown[] } | null;
  };
  return (currentlyRunningTest?.errors ?? []).map(errorText);
}

/** @param thrown a value, or a list of it and of an error with its place */
function errorText(thrown: unknown): string {
  const value: unknown = Array.isArray(thrown) ? thrown[0] : thrown;
  return value instanceof Error ? value.message : String((value as { message?: unknown } | null)?.message ?? value);
}
