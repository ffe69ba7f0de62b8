import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { objectOf, orNull } from '../openrpc/schema.ts';
import { SLOT } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import { method } from './method.ts';

/**
 * `incremental` is null where no incremental snapshot was made on top of the full one.
 *
 * Source   agave 4.1 rpc.rs get_highest_snapshot_slot
 */
export const getHighestSnapshotSlot = method({
  name: 'getHighestSnapshotSlot',
  summary: 'the newest snapshots that the node has',
  params: NO_PARAMS,
  result: objectOf({ full: SLOT, incremental: orNull(SLOT) }),
  errors: ['noSnapshot'],

  answer(_params, { ledger, reasons }) {
    const { snapshots } = ledger.clusterFacts;
    if (snapshots === undefined) {
      reasons?.noSnapshot();
      throw rpcErrors.noSnapshot();
    }
    return stringifyJson({ full: snapshots.full, incremental: snapshots.incremental });
  },
});
