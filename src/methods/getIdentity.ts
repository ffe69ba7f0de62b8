import { type JsonText, stringifyJson } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method, MethodContext } from './method.ts';

/**
 * Answers `getIdentity`: the address of the node.
 *
 * Params   none
 * Result   { identity }
 * Errors   notInLedger -32603
 * Source   agave 4.1 rpc.rs get_identity
 */
export const getIdentity: Method = {
  name: 'getIdentity',

  readParams: assertNoParams,

  answer(_params: unknown, { ledger }: MethodContext): JsonText {
    const { identity } = ledger.node;
    if (identity === undefined) throw rpcErrors.notInLedger('its identity', 'identity');
    return stringifyJson({ identity });
  },
};
