import type { JsonText } from '../codec/json.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method } from './method.ts';

/**
 * Answers `rpc.discover`: what can be asked here, for programs to read.
 *
 * Params   none
 * Result   an OpenRPC document, the same in both dialects
 * Source   OpenRPC 1.3.2, service discovery method; the node has none
 */
export const rpcDiscover: Method = {
  name: 'rpc.discover',

  readParams: assertNoParams,

  async answer(): Promise<JsonText> {
    // few ask for it, and the start is not to wait for it
    const { OPENRPC_DOCUMENT } = await import('../openrpc/document.ts');
    return OPENRPC_DOCUMENT;
  },
};
