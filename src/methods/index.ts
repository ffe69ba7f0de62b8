import { DIALECTS } from '../dialect.ts';
import { getBlock } from './getBlock.ts';
import { getMultipleAccounts } from './getMultipleAccounts.ts';
import { getProgramAccounts } from './getProgramAccounts.ts';
import { getSignatureStatuses } from './getSignatureStatuses.ts';
import { getSignaturesForAddress } from './getSignaturesForAddress.ts';
import { getSlot } from './getSlot.ts';
import { getTransaction } from './getTransaction.ts';
import type { Method } from './method.ts';

/** The six of the interface contract: answered in the dialect of the request. */
const CONTRACT_METHODS = [
  getBlock,
  getTransaction,
  getSignatureStatuses,
  getSignaturesForAddress,
  getProgramAccounts,
  getMultipleAccounts,
] as readonly Method[];

/** The contract is silent on these: the node's rules hold in either dialect. */
const NODE_METHODS = [getSlot] as readonly Method[];

/** Every method that is served, by its wire name. */
export const METHODS: ReadonlyMap<string, Method> = new Map(
  [...CONTRACT_METHODS, ...NODE_METHODS.map(inNodeRules)].map((method) => [method.name, method]),
);

function inNodeRules(method: Method): Method {
  const dialect = DIALECTS.agave;
  return {
    name: method.name,
    readParams: (params) => method.readParams(params, dialect),
    answer: (params, context) => method.answer(params, { ...context, dialect }),
  };
}
