import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { featureSetOf } from '../../ledger/validators.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method } from './method.ts';

/**
 * Units    feature-set: u32
 * Source   agave 4.1 rpc.rs get_version
 */
export const getVersion: Method = {
  name: 'getVersion',

  describe: ({ objectOf, TEXT, U64 }) => ({
    summary: 'the software that the node runs',
    params: {},
    result: '`{feature-set, solana-core}`',
    schema: objectOf({ 'feature-set': U64, 'solana-core': TEXT }),
    errors: ['featureSetNotInLedger'],
  }),

  readParams: assertNoParams,

  answer(_params, { ledger }) {
    const { apiVersion } = ledger.node;
    const featureSet = featureSetOf(ledger);
    if (featureSet === undefined) throw rpcErrors.featureSetNotInLedger(apiVersion);
    return stringifyJson({ 'feature-set': featureSet, 'solana-core': apiVersion });
  },
};
