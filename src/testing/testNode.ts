import { controlsOf } from '../control/index.ts';
import type { LedgerControls } from '../control/ledgerControls.ts';
import { type AnswerMaker, type AnswerMatch, answerFault } from '../control/newAnswer.ts';
import { forkUrl, httpCalls, socketUrlOf } from '../node/connection/httpCalls.ts';
import type { AsyncClosable, LedgerNode } from '../node/ledgerNode.ts';
import { reasonOf } from './matchers.ts';
import type { Strictness } from './strict/strictness.ts';
import { TestCalls } from './strict/testCalls.ts';

/** The ledger fork of one test, in this process or in another. */
export interface TestNode
  extends LedgerControls,
    Pick<LedgerNode, 'address' | 'request' | 'requestText' | 'signature'> {
  /** name of the fork */
  readonly name: string;
  /** URL for the tested code, e.g. `http://127.0.0.1:40123/fork/fork-1` */
  readonly url: string;
  /** URL of its WebSockets */
  readonly wsUrl: string;
  /**
   * Sets which checks of a strict test are made when this test ends, in place of the option `strict`.
   * @example
   * node.strict(false);
   * @throws TypeError for a value that is not a setting
   */
  strict(strictness: Strictness): void;
  /**
   * Answers the calls of a method in place of the ledger, over any transport, until it is removed. It is a fault: the first one that
   * matches a call applies, and `reset` and `clearFaults` remove it. A strict test fails if it is never used and not `optional`.
   * @example
   * await node.answer('getSlot', 5);
   * await node.answer('getBlockHeight', [7, 8, 9]); // one after the other, the last one stays
   * await node.answer('getBlockTime', async (slot: number) => slot * 2, { optional: true });
   * @param method of the node, or one that it does not know
   * @param answer the result, a list of results, or a function of the parameters that returns the result
   * @throws TypeError for a control method, and for a function if the node is in another process
   */
  answer(method: string, answer: AnswerMaker, match?: AnswerMatch): Promise<TestAnswer>;
  answer(method: string, answer: unknown, match?: AnswerMatch): Promise<TestAnswer>;
}

/** An answer that a test gives to its fork. `await using` removes it at the end of a block. */
export interface TestAnswer extends AsyncClosable {
  /** the id of the answer in `listFaults` */
  readonly id: string;
  /** Removes the answer; does nothing if it is gone already. */
  remove(): Promise<void>;
}

export type ForkClient = Pick<TestNode, 'name' | 'url' | 'wsUrl' | 'request' | 'requestText'>;

/**
 * The node of a test, which records the control calls of the test.
 *
 * @param fork has no `answer` if it is in another process
 * @param strict sets the checks of the test
 */
export function testNodeOf(
  fork: ForkClient & Pick<TestNode, 'address' | 'signature'> & Partial<Pick<LedgerNode, 'answer'>>,
  testCalls: TestCalls = new TestCalls(),
  strict: TestNode['strict'] = () => undefined,
): TestNode {
  const { address, name, requestText, signature, url, wsUrl } = fork;
  const request: TestNode['request'] = async (method: string, params: readonly unknown[] = []) => {
    const caller = new Error();
    const result = await fork.request(method, params);
    testCalls.record(method, params, result, caller);
    // the type is that of the method
    return result as never;
  };
  const controls = controlsOf(request);
  const addAnswer = async (method: string, answer: unknown, match: AnswerMatch | undefined) => {
    const { json } = answerFault(method, answer, match);
    if (typeof answer !== 'function') return String(await request('stillnode_addFault', [json]));
    if (fork.answer === undefined)
      throw new TypeError(
        `\`answer\` of ${method} is a function, and functions cannot cross to a node in another process: give values, or let the test start the node, without \`url\` and STILLNODE_URL`,
      );
    const { id } = fork.answer(method, answer, match);
    testCalls.rules.set(id, new Error());
    return id;
  };
  const answer: TestNode['answer'] = async (method: string, value: unknown, match?: AnswerMatch) => {
    const id = await addAnswer(method, value, match);
    const remove = () => unlessUnknown(controls.removeFault(id));
    return { id, remove, [Symbol.asyncDispose]: remove };
  };
  return { name, url, wsUrl, request, requestText, signature, address, strict, answer, ...controls };
}

/** Waits until something is removed, which may be gone already. */
export async function unlessUnknown(removing: Promise<unknown>): Promise<void> {
  await removing.catch((error: unknown) => {
    if (reasonOf(error) !== 'unknown') throw error;
  });
}

/** A client of a fork of the node at a URL, with the keys of the node. */
export function createForkClient(url: string, name: string): ForkClient {
  const fork = forkUrl(url, name);
  return { name, url: fork, wsUrl: socketUrlOf(fork), ...httpCalls(fork) };
}
