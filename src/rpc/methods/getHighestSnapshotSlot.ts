import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method } from './method.ts';

/**
 * `incremental` is null where no incremental snapshot was made on top of the full one.
 *
 * Source   agave 4.1 rpc.rs get_highest_snapshot_slot
 */
export const getHighestSnapshotSlot: Method = {
  name: 'getHighestSnapshotSlot',

  describe: ({ objectOf, orNull, U64 }) => ({
    summary: 'the newest snapshots that the node has',
    params: {},
    result: '`{full, incremental}`',
    schema: objectOf({ full: U64, incremental: orNull(U64) }),
    errors: ['noSnapshot'],
  }),

  readParams: assertNoParams,

  answer(_params, { ledger, reasons }) {
    const { snapshots } = ledger.cluster;
    if (snapshots === undefined) {
      reasons?.noSnapshot();
      throw rpcErrors.noSnapshot();
    }
    return stringifyJson({ full: snapshots.full, incremental: snapshots.incremental });
  },
};
