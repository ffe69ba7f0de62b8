import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method } from './method.ts';

/**
 * The first four bytes of a hash over all features that a version knows.
 *
 * Source   agave 4.1 feature-set ID, version v4.rs; the release calls itself `4.1.0 (src:d3f1f55c; feat:c763ae0a, client:Agave)`
 */
const FEATURE_SETS: ReadonlyMap<string, number> = new Map([['4.1.0', 0xc763ae0a]]);

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
    errors: ['notInLedger'],
  }),

  readParams: assertNoParams,

  answer(_params, { ledger }) {
    const { apiVersion, featureSet = FEATURE_SETS.get(apiVersion) } = ledger.node;
    if (featureSet === undefined) throw rpcErrors.notInLedger(`the feature set of ${apiVersion}`, 'featureSet');
    return stringifyJson({ 'feature-set': featureSet, 'solana-core': apiVersion });
  },
};
