import type { ControlMethod } from '../controlMethod.ts';
import { addBlock } from './addBlock.ts';
import { addFault } from './addFault.ts';
import { address } from './address.ts';
import { addTransaction } from './addTransaction.ts';
import { advance } from './advance.ts';
import { autoAdvance } from './autoAdvance.ts';
import { calls } from './calls.ts';
import { clearCalls } from './clearCalls.ts';
import { clearFaults } from './clearFaults.ts';
import { clearSendRules } from './clearSendRules.ts';
import { closeSockets } from './closeSockets.ts';
import { dropFork } from './dropFork.ts';
import { dump } from './dump.ts';
import { expireStatuses } from './expireStatuses.ts';
import { explain } from './explain.ts';
import { fields } from './fields.ts';
import { fork } from './fork.ts';
import { getTips } from './getTips.ts';
import { impersonate } from './impersonate.ts';
import { listFaults } from './listFaults.ts';
import { listForks } from './listForks.ts';
import { listSendRules } from './listSendRules.ts';
import { load } from './load.ts';
import { migrate } from './migrate.ts';
import { moves } from './moves.ts';
import { names } from './names.ts';
import { onSend } from './onSend.ts';
import { prune } from './prune.ts';
import { removeFault } from './removeFault.ts';
import { removeSendRule } from './removeSendRule.ts';
import { reorg } from './reorg.ts';
import { reset } from './reset.ts';
import { revert } from './revert.ts';
import { sent } from './sent.ts';
import { setAccount } from './setAccount.ts';
import { setSlotTime } from './setSlotTime.ts';
import { setTips } from './setTips.ts';
import { show } from './show.ts';
import { signature } from './signature.ts';
import { snapshot } from './snapshot.ts';
import { stopImpersonating } from './stopImpersonating.ts';
import { subscriptions } from './subscriptions.ts';
import { timeline } from './timeline.ts';
import { verify } from './verify.ts';
import { waitForCall } from './waitForCall.ts';
import { waitForSend } from './waitForSend.ts';
import { warp } from './warp.ts';

/** Every control method, in the order of the OpenRPC document and of docs/control.md. */
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
  closeSockets,
  // sending
  onSend,
  listSendRules,
  removeSendRule,
  clearSendRules,
  impersonate,
  stopImpersonating,
  sent,
  // asking afterwards
  calls,
  verify,
  clearCalls,
  moves,
  waitForCall,
  waitForSend,
  explain,
  subscriptions,
  timeline,
  show,
  fields,
];

/** Control methods by their names, with the prefix. */
export const CONTROL_METHODS: ReadonlyMap<string, ControlMethod> = new Map(
  TABLE.map((method) => [method.name, method]),
);
