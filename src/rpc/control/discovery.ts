import { METHODS } from '../methods/index.ts';
import type { Method } from '../methods/method.ts';
import { createRpcDiscover } from '../methods/rpcDiscover.ts';
import type { DescribedMethod } from '../openrpc/description.ts';
import { SEND_METHODS } from '../sending/index.ts';
import { VERBS } from './index.ts';

export type Discovery = Method;

/** Every method besides control methods, in the order of the document. */
export function listMethods(): readonly DescribedMethod[] {
  return [...METHODS.values(), ...SEND_METHODS.values(), DISCOVERY.plain];
}

function listAll(): readonly DescribedMethod[] {
  return [...listMethods(), ...VERBS.values()];
}

/** What lists the methods: with those that control the ledger, or without. */
export const DISCOVERY: { readonly plain: Discovery; readonly underControl: Discovery } = {
  plain: createRpcDiscover(listMethods),
  underControl: createRpcDiscover(listAll),
};
