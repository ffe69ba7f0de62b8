import { rpcErrors } from '../../errors.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method } from './method.ts';

/** Source   agave 4.1 rpc.rs get_health, rpc_health.rs */
export const getHealth: Method = {
  name: 'getHealth',

  describe: () => ({
    summary: 'whether the node keeps up with its cluster',
    params: {},
    result: '`"ok"`',
    schema: { const: 'ok' },
    errors: ['nodeUnhealthy'],
  }),

  readParams: assertNoParams,

  answer(_params, { ledger, reasons }) {
    const { slotsBehind } = ledger.cluster;
    if (slotsBehind !== undefined) {
      reasons?.unhealthy(slotsBehind);
      throw rpcErrors.nodeUnhealthy(slotsBehind);
    }
    return '"ok"';
  },
};
