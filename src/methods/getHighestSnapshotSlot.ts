import { type JsonText, stringifyJson } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method, MethodContext } from './method.ts';

/**
 * Answers `getHighestSnapshotSlot`: the newest snapshots that the node has.
 *
 * Params   none
 * Result   { full, incremental }; null without an incremental one on top of the full one
 * Errors   noSnapshot -32008
 * Source   agave 4.1 rpc.rs get_highest_snapshot_slot
 */
export const getHighestSnapshotSlot: Method = {
  name: 'getHighestSnapshotSlot',

  readParams: assertNoParams,

  answer(_params: unknown, { ledger }: MethodContext): JsonText {
    const { snapshots } = ledger.cluster;
    if (snapshots === undefined) throw rpcErrors.noSnapshot();
    return stringifyJson({ full: snapshots.full, incremental: snapshots.incremental });
  },
};
