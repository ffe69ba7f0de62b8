import { type RpcError, rpcErrors } from '../errors.ts';
import type { OtherNode } from '../ledger/otherNode.ts';
import type { LedgerState } from '../ledger/state.ts';
import type { ConnectionFault, FaultThen, Transport } from '../live/faults/fault.ts';
import type { TakenFault } from '../live/faults/faultList.ts';
import { presentOf } from '../syntax/members.ts';
import { givenError } from './givenError.ts';
import type { Call, CallFault } from './protocol/call.ts';

/** The effect of a fault on one call. */
export function callFaultOf(
  { delayMs, id, n, then }: TakenFault,
  transport: Transport,
  params: Call['params'],
  state: LedgerState,
): CallFault {
  const isOnWire = transport !== 'process';
  const { answer } = then;
  return {
    delayMs,
    error: errorOf(id, then, isOnWire, state),
    answer: answer && (() => answer(params, n)),
    otherNode: otherNodeOf(then),
    connection: isOnWire ? connectionFaultOf(then) : undefined,
  };
}

function otherNodeOf({ agave, featureSet, stale }: FaultThen): OtherNode | undefined {
  return agave === undefined && stale === undefined ? undefined : { version: agave, featureSet, slotsBehind: stale };
}

/**
 * The error that replaces the answer; undefined: the call is carried out. If the connection fails, it is carried out only if a part of its answer
 * is sent.
 */
function errorOf(
  id: string,
  { rpcError, ...then }: FaultThen,
  isOnWire: boolean,
  state: LedgerState,
): RpcError | undefined {
  if (rpcError !== undefined && (isOnWire || connectionFaultOf(then) === undefined)) return givenError(rpcError, state);
  const failure = failureOf(then, isOnWire);
  return failure === undefined ? undefined : rpcErrors.connectionFault(id, failure);
}

function failureOf({ closeSocket, garbage, http, reset, truncate }: FaultThen, isOnWire: boolean): string | undefined {
  if (http !== undefined) return `HTTP ${http.status}`;
  if (reset !== undefined) return 'a TCP reset';
  if (garbage !== undefined) return 'a body that is not JSON';
  if (closeSocket !== undefined) return 'the end of its socket';
  return truncate === undefined || isOnWire ? undefined : `the first ${truncate} bytes of its body`;
}

function connectionFaultOf({
  closeSocket,
  garbage,
  headers,
  http,
  reset,
  truncate,
}: FaultThen): ConnectionFault | undefined {
  const fault = presentOf({ closeSocket, garbage, headers, http, reset, truncate });
  return Object.keys(fault).length === 0 ? undefined : fault;
}
