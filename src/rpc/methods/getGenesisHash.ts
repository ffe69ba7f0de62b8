import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { withNote } from '../openrpc/schema.ts';
import { TEXT } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import { method } from './method.ts';

/** Source   agave 4.1 rpc.rs get_genesis_hash */
export const getGenesisHash = method({
  name: 'getGenesisHash',
  summary: 'the genesis hash of the cluster',
  params: NO_PARAMS,
  result: withNote(TEXT, 'base58'),
  errors: ['notInLedger'],

  answer(_params, { ledger }) {
    const { genesisHash } = ledger.node;
    if (genesisHash === undefined) throw rpcErrors.notInLedger('its genesis hash', 'genesisHash');
    return stringifyJson(genesisHash);
  },
});
