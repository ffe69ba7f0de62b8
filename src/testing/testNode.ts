import type { AsyncClosable } from '../control/asyncClosable.ts';
import { controlsOf } from '../control/index.ts';
import type { LedgerControls } from '../control/ledgerControls.ts';
import type { LocalFaults } from '../control/nodeHandles.ts';
import { callsOfFork, forkUrl, httpCalls, socketUrlOf } from '../node/connection/httpCalls.ts';
import type { LedgerNode } from '../node/ledgerNode.ts';
import type { Strictness, StrictOptions } from './strict/strictness.ts';
import { TestCalls } from './strict/testCalls.ts';

/** The ledger fork of one test, in this process or in another. */
export interface TestNode
  extends LedgerControls,
    AsyncClosable,
    Pick<LedgerNode, 'address' | 'request' | 'requestText' | 'signature'> {
  /** name of the fork */
  readonly name: string;
  /** URL for the tested code, e.g. `http://127.0.0.1:40123/fork/fork-1` */
  readonly url: string;
  /** URL of its WebSockets */
  readonly wsUrl: string;
  /**
   * Sets which checks of a strict test are made when this test ends, in place of the option `strict`; without `allow`, the methods of the
   * option `allow` stay.
   * @example
   * node.strict(['unused', 'sends']);
   * @throws TypeError for a value that is not a setting
   */
  strict(strictness: Strictness, options?: StrictOptions): void;
  /** Drops the fork, as the end of the test does. After that, everything that answers rejects with a ClosedError. */
  close(): Promise<void>;
}

export type ForkClient = Pick<TestNode, 'name' | 'url' | 'wsUrl' | 'request' | 'requestText'>;

/** The fork of a test, before its calls are recorded. */
export interface BareTestNode extends ForkClient, Pick<TestNode, 'address' | 'signature'> {
  /** adds a fault whose answers a function makes; undefined: the node is in another process */
  readonly addFault?: LocalFaults['add'];
  /** drops the fork, which may be gone already */
  close(): Promise<void>;
}

/**
 * The node of a test, which records the control calls of the test.
 *
 * @param strict sets the checks of the test
 */
export function testNodeOf(
  fork: BareTestNode,
  testCalls: TestCalls = new TestCalls(),
  strict: TestNode['strict'] = () => undefined,
): TestNode {
  const { addFault, address, close, name, requestText, signature, url, wsUrl } = fork;
  const request: TestNode['request'] = async (method: string, params: readonly unknown[] = []) => {
    const caller = new Error();
    const result = await fork.request(method, params);
    testCalls.record(method, params, result, caller);
    // the type is that of the method
    return result as never;
  };
  const add: LocalFaults['add'] | undefined =
    addFault &&
    ((fault) => {
      const id = addFault(fault);
      testCalls.rules.set(id, new Error());
      return id;
    });
  const controls = controlsOf(request, add && { add, request });
  return {
    ...{ name, url, wsUrl, request, requestText, signature, address, strict, close },
    [Symbol.asyncDispose]: close,
    ...controls,
  };
}

/** A client of a fork of the node at a URL, with the keys of the node. */
export function createForkClient(url: string, name: string): ForkClient {
  const fork = forkUrl(url, name);
  return { name, url: fork, wsUrl: socketUrlOf(fork), ...callsOfFork(httpCalls(fork), name) };
}
