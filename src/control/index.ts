import { addBlock } from './addBlock.ts';
import { addFault } from './addFault.ts';
import { address } from './address.ts';
import { addTransaction } from './addTransaction.ts';
import { advance } from './advance.ts';
import { calls } from './calls.ts';
import { clearCalls } from './clearCalls.ts';
import { clearFaults } from './clearFaults.ts';
import { clearSendRules } from './clearSendRules.ts';
import { dropFork } from './dropFork.ts';
import { dump } from './dump.ts';
import { expireStatuses } from './expireStatuses.ts';
import { explain } from './explain.ts';
import { fork } from './fork.ts';
import { getTips } from './getTips.ts';
import { listFaults } from './listFaults.ts';
import { listForks } from './listForks.ts';
import { listSendRules } from './listSendRules.ts';
import { load } from './load.ts';
import { onSend } from './onSend.ts';
import { prune } from './prune.ts';
import { removeFault } from './removeFault.ts';
import { removeSendRule } from './removeSendRule.ts';
import { reorg } from './reorg.ts';
import { reset } from './reset.ts';
import { revert } from './revert.ts';
import { sent } from './sent.ts';
import { setAccount } from './setAccount.ts';
import { setTips } from './setTips.ts';
import { signature } from './signature.ts';
import { snapshot } from './snapshot.ts';
import type { Verb } from './verb.ts';
import { verify } from './verify.ts';

/** Every control method, in the order of the OpenRPC document. */
const TABLE = [
  // time
  getTips,
  advance,
  setTips,
  reorg,
  prune,
  expireStatuses,
  // writing
  setAccount,
  addBlock,
  addTransaction,
  load,
  dump,
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
  explain,
] as readonly Verb[];

/** By the name of the control method, with its prefix. */
export const VERBS: ReadonlyMap<string, Verb> = new Map(
  TABLE.map((verb) => [verb.name, { ...verb, paramErrors: ['invalidArgument'] }]),
);
