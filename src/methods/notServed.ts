import { type RpcError, rpcErrors } from '../errors.ts';

/** What a node can do that needs a chain that goes on, and where to go for it instead. */
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

/** Why a method that is not in the table of methods is not there. */
export function refusalOf(name: string): RpcError {
  const advice = NOT_SERVED.get(name);
  return advice === undefined ? rpcErrors.methodNotFound() : rpcErrors.methodNotServed(advice);
}
