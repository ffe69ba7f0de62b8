import type { JsonText } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method, MethodContext } from './method.ts';

/**
 * Answers `getHealth`: whether the node keeps up with its cluster.
 *
 * Params   none
 * Result   "ok"
 * Errors   nodeUnhealthy -32005
 * Source   agave 4.1 rpc.rs get_health, rpc_health.rs
 */
export const getHealth: Method = {
  name: 'getHealth',

  readParams: assertNoParams,

  answer(_params: unknown, { ledger }: MethodContext): JsonText {
    const { slotsBehind } = ledger.cluster;
    if (slotsBehind !== undefined) throw rpcErrors.nodeUnhealthy(slotsBehind);
    return '"ok"';
  },
};
