import { type RpcError, rpcErrors } from '../errors.ts';

/** Methods of the node that need a live chain, and what to use instead. */
const NOT_SERVED: ReadonlyMap<string, string> = new Map([
  [
    'sendTransaction',
    'This node serves a recorded ledger and takes no transactions: send them to a test validator or to LiteSVM, or add what became of them to the fixtures',
  ],
  [
    'simulateTransaction',
    'This node serves a recorded ledger and executes nothing: simulate with a test validator or with LiteSVM',
  ],
  [
    'requestAirdrop',
    'This node serves a recorded ledger and gives out no lamports: add an account that has them to the fixtures',
  ],
]);

/** The error for a method that is not served. */
export function refusalOf(name: string): RpcError {
  const advice = NOT_SERVED.get(name);
  return advice === undefined ? rpcErrors.methodNotFound() : rpcErrors.methodNotServed(advice);
}
