import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method } from './method.ts';

/** Source   agave 4.1 rpc.rs get_genesis_hash */
export const getGenesisHash: Method = {
  name: 'getGenesisHash',

  describe: ({ TEXT }) => ({
    summary: 'the genesis hash of the cluster',
    params: {},
    result: 'base58',
    schema: TEXT,
    errors: ['notInLedger'],
  }),

  readParams: assertNoParams,

  answer(_params, { ledger }) {
    const { genesisHash } = ledger.node;
    if (genesisHash === undefined) throw rpcErrors.notInLedger('its genesis hash', 'genesisHash');
    return stringifyJson(genesisHash);
  },
};
