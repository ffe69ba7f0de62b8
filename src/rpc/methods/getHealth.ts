import { rpcErrors } from '../../errors.ts';
import { isActive } from '../../gates.ts';
import { withNote } from '../openrpc/schema.ts';
import { NO_PARAMS } from '../params/params.ts';
import { method } from './method.ts';

/** Source   agave 4.3 rpc.rs get_health, rpc_health.rs */
export const getHealth = method({
  name: 'getHealth',
  summary: 'whether the node keeps up with its cluster',
  params: NO_PARAMS,
  result: withNote({ const: 'ok' }, '`"ok"`'),
  errors: ['nodeUnhealthy', 'nodeUnhealthyUnknown'],

  answer(_params, { ledger, reasons }) {
    const { slotsBehind } = ledger.clusterFacts;
    if (slotsBehind !== undefined) {
      reasons?.unhealthy(slotsBehind);
      throw rpcErrors.nodeUnhealthy(slotsBehind);
    }
    const { chains, protocol } = ledger;
    // a node looks at the newest block that Alpenglow has finalized, and there is none yet
    const hasMigrated = isActive(protocol.alpenglowFrom, chains.processed.tip);
    if (hasMigrated && !isActive(protocol.alpenglowFrom, chains.finalized.tip)) {
      reasons?.add('no block that Alpenglow has decided is finalized');
      throw rpcErrors.nodeUnhealthyUnknown();
    }
    return '"ok"';
  },
});
