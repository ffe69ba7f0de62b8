import type { AsyncClosable } from './asyncClosable.ts';
import { isGone, unlessGone } from './errorReason.ts';

/**
 * A fault or a send rule that the code of a test has added to a node. `await using` removes it at the end of a block.
 * @example
 * await using busy = await node.fail('getBlock', { http: 429 });
 * await busy.hits(); // 0
 */
export interface NodeHandle extends AsyncClosable {
  /** its id in `listFaults` or `listSendRules` */
  readonly id: string;
  /**
   * The number of times that it was applied. When it is gone, by `remove`, by `reset`, or with its ledger: the last number that this handle has read.
   */
  hits(): Promise<number>;
  /** Removes it; does nothing if it is gone already. */
  remove(): Promise<void>;
}

/** A fault or a send rule in its list. */
interface Listed {
  readonly hits: number;
  readonly id: string;
}

/** The list that has a fault or a send rule. */
export interface RuleList {
  list(): Promise<readonly Listed[]>;
  /** @throws RpcError whose reason is `unknown` if it is gone */
  remove(id: string): Promise<unknown>;
}

export function handleOf(id: string, rules: RuleList): NodeHandle {
  let lastHits = 0;
  const hits = async () => {
    const listed = await rules.list().catch((error: unknown) => {
      if (!isGone(error)) throw error;
      return [];
    });
    lastHits = listed.find((rule) => rule.id === id)?.hits ?? lastHits;
    return lastHits;
  };
  const remove = async () => {
    // the number is read while the list has it
    await hits();
    await unlessGone(rules.remove(id));
  };
  return { id, hits, remove, [Symbol.asyncDispose]: remove };
}
