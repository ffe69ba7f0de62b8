import { METHODS } from '../methods/index.ts';
import type { Method } from '../methods/method.ts';
import { createRpcDiscover } from '../methods/rpcDiscover.ts';
import type { DescribedMethod } from '../openrpc/description.ts';

export type Discovery = Method;

/** Every method that a node answers to anybody, in the order of its document. */
export async function listMethods(): Promise<readonly DescribedMethod[]> {
  // loaded when they are listed: most nodes take no transactions
  const { SEND_METHODS } = await import('../sending/index.ts');
  return [...METHODS.values(), ...SEND_METHODS.values(), DISCOVERY.plain];
}

async function listAll(): Promise<readonly DescribedMethod[]> {
  const { VERBS } = await import('./index.ts');
  return [...(await listMethods()), ...VERBS.values()];
}

/** What lists the methods: with those that control the ledger, or without. */
export const DISCOVERY: { readonly plain: Discovery; readonly underControl: Discovery } = {
  plain: createRpcDiscover(listMethods),
  underControl: createRpcDiscover(listAll),
};
