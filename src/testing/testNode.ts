import { controlsOf } from '../control/controls.ts';
import type { LedgerControls } from '../control/controlTypes.ts';
import type { Key } from '../script/building/keys.ts';

/** The ledger that a test has for itself, whether its node is in the same process or in another. */
export interface TestNode extends LedgerControls {
  /** of the fork */
  readonly name: string;
  /** what is tested gets it, e.g. `http://127.0.0.1:40123/fork/fork-1` */
  readonly url: string;
  /** of its WebSockets */
  readonly wsUrl: string;
  /**
   * Calls a method; floats come back as numbers, integers beyond 2^53 as bigints.
   *
   * @throws RpcError with the code, message and data that a client would get
   */
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
  /**
   * Calls a method and returns the exact JSON text of its result.
   *
   * @throws RpcError as `request`
   */
  requestText(method: string, params?: readonly unknown[]): Promise<string>;
  /**
   * The signature of a transaction that has a name in a script, also of one that was added. `copy` counts from 0; default is the
   * first copy.
   *
   * @throws RpcError if there is no such transaction
   */
  signature(name: string, copy?: number): Promise<string>;
  /**
   * The address that a name or a derivation stands for: `address('shop')`, `address('$ata(alice,usdc)')`.
   *
   * @throws RpcError where there is none
   */
  address(words: Key): Promise<string>;
}

/** A fork as it can be asked, here or elsewhere. */
export type AskedFork = Pick<TestNode, 'name' | 'url' | 'wsUrl' | 'request' | 'requestText'>;

export function testNodeOf({ name, request, requestText, url, wsUrl }: AskedFork): TestNode {
  const textOf = async (method: string, params: readonly unknown[]) => String(await request(method, params));
  return {
    name,
    url,
    wsUrl,
    request,
    requestText,
    signature: (transaction, copy) => textOf('stillnode_signature', [transaction, copy]),
    async address(words) {
      // loaded only when needed: many tests name no account
      const { addressText } = await import('../script/building/keys.ts');
      return textOf('stillnode_address', [addressText(words)]);
    },
    ...controlsOf(request),
  };
}
