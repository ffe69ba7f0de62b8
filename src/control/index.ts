import { rpcErrors } from '../errors.ts';
import type { ControlTable } from '../rpc/tables.ts';
import type { Executor } from '../runtime/loadedTransaction.ts';
import { calls, clearCalls } from './callMethods.ts';
import { type ControlMethod, isControl, runControlMethod, type ShowThing } from './controlMethod.ts';
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
import { WatchControl } from './watchControl.ts';
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
export const CONTROL_METHODS: ReadonlyMap<string, ControlMethod> = new Map(
  TABLE.map((method) => [method.name, method]),
);

/** What control methods share on a node. */
export interface ControlOptions {
  /** loads the executor of scripted transactions that ask for LiteSVM; throws LiteSvmMissingError */
  readonly loadLiteSvm: () => Promise<Executor>;
  /** what `stillnode show --json` says of a word */
  readonly show: ShowThing;
}

/** The table of control methods for the router of a node. */
export function createControls({ loadLiteSvm, show }: ControlOptions): ControlTable {
  return {
    methods: TABLE,
    owns: isControl,
    connect: (live, nextId, notify) => new WatchControl(live, nextId, notify),
    callsOf:
      ({ advance, execute, forks, live, upstream }, dialect, methodOf) =>
      ({ method: name, params }, { caller }) => {
        const access = caller.access();
        const method = CONTROL_METHODS.get(name);
        if (access.kind === 'off' || method === undefined) throw rpcErrors.methodNotFound();
        if (access.kind === 'refused') throw rpcErrors.controlRefused(access.message);
        return runControlMethod(method, params, {
          live,
          now: live.moment,
          forks,
          dialect,
          caller,
          execute,
          advance,
          loadLiteSvm,
          methodOf: (other) => methodOf(other, caller),
          urlOf: access.urlOf,
          show,
          hasUpstream: upstream !== undefined,
        });
      },
  };
}
