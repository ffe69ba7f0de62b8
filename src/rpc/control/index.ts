import { METHODS } from '../methods/index.ts';
import type { Method } from '../methods/method.ts';
import { createRpcDiscover } from '../methods/rpcDiscover.ts';
import type { DescribedMethod } from '../openrpc/description.ts';
import { SEND_METHODS } from '../sending/index.ts';
import { calls, clearCalls } from './callMethods.ts';
import type { ControlMethod } from './controlMethod.ts';
import { explain } from './explain.ts';
import { addFault, clearFaults, listFaults, removeFault } from './faultMethods.ts';
import { fields } from './fields.ts';
import { dropFork, fork, listForks, reset, revert, snapshot } from './isolation.ts';
import { address, names, signature } from './nameMethods.ts';
import { clearSendRules, listSendRules, onSend, removeSendRule, sent } from './sends.ts';
import { show } from './showMethod.ts';
import { timeline } from './slotTimeline.ts';
import {
  advance,
  autoAdvance,
  expireStatuses,
  getTips,
  migrate,
  prune,
  reorg,
  setSlotTime,
  setTips,
  warp,
} from './time.ts';
import { verify } from './verify.ts';
import { waitForCall, waitForSend } from './waiting.ts';
import { addBlock, addTransaction, dump, load, setAccount } from './writing.ts';

/** Every control method, in the order of the OpenRPC document. */
const TABLE: readonly ControlMethod[] = [
  // time
  getTips,
  advance,
  setTips,
  reorg,
  migrate,
  warp,
  setSlotTime,
  autoAdvance,
  prune,
  expireStatuses,
  // writing
  setAccount,
  addBlock,
  addTransaction,
  load,
  dump,
  names,
  signature,
  address,
  // isolation
  snapshot,
  revert,
  reset,
  fork,
  dropFork,
  listForks,
  // faults
  addFault,
  listFaults,
  removeFault,
  clearFaults,
  // sending
  onSend,
  listSendRules,
  removeSendRule,
  clearSendRules,
  sent,
  // asking afterwards
  calls,
  verify,
  clearCalls,
  waitForCall,
  waitForSend,
  explain,
  timeline,
  show,
  fields,
];

/** By the name, with its prefix. */
export const VERBS: ReadonlyMap<string, ControlMethod> = new Map(TABLE.map((method) => [method.name, method]));

/** Every method besides control methods, in the order of the document. */
export function listMethods(): readonly DescribedMethod[] {
  return [...METHODS.values(), ...SEND_METHODS.values(), DISCOVERY.plain];
}

/** `rpc.discover`: with control methods, or without. */
export const DISCOVERY: { readonly plain: Method; readonly underControl: Method } = {
  plain: createRpcDiscover(listMethods),
  underControl: createRpcDiscover(() => [...listMethods(), ...TABLE]),
};
