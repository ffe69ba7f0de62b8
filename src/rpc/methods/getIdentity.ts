import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { objectOf } from '../openrpc/schema.ts';
import { ADDRESS } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import { method } from './method.ts';

/** Source   agave 4.1 rpc.rs get_identity */
export const getIdentity = method({
  name: 'getIdentity',
  summary: 'the address of the node',
  params: NO_PARAMS,
  result: objectOf({ identity: ADDRESS }),
  errors: ['notInLedger'],

  answer(_params, { ledger }) {
    const { identity } = ledger.node;
    if (identity === undefined) throw rpcErrors.notInLedger('its identity', 'identity');
    return stringifyJson({ identity });
  },
});
