import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { featureSetOf } from '../../ledger/state.ts';
import { objectOf } from '../openrpc/schema.ts';
import { COUNT, TEXT } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import { method } from './method.ts';

/**
 * Units    feature-set: u32
 * Source   agave 4.1 rpc.rs get_version
 */
export const getVersion = method({
  name: 'getVersion',
  summary: 'the software that the node runs',
  params: NO_PARAMS,
  result: objectOf({ 'feature-set': COUNT, 'solana-core': TEXT }),
  errors: ['featureSetNotInLedger'],

  answer(_params, { ledger }) {
    const { apiVersion } = ledger.node;
    const featureSet = featureSetOf(ledger);
    if (featureSet === undefined) throw rpcErrors.featureSetNotInLedger(apiVersion);
    return stringifyJson({ 'feature-set': featureSet, 'solana-core': apiVersion });
  },
});
