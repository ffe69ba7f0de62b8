import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import type { Supply } from '../../ledger/cluster.ts';
import { supplyOf } from '../../ledger/nonCirculating.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { type CommitmentWord, readCommitment } from '../params/accountConfig.ts';
import { readBoolean, readStruct } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { inContext, type Method, viewAt } from './method.ts';

interface Params {
  readonly commitment: CommitmentWord | undefined;
  readonly excludeNonCirculatingAccountsList: boolean;
}

/**
 * Units    lamports
 * Source   agave 4.1 rpc.rs get_supply, non_circulating_supply.rs
 */
export const getSupply: Method<Params> = {
  name: 'getSupply',

  describe: ({ ADDRESS, BOOLEAN, COMMITMENT, contextWith, listOf, objectOf, U64, withDefault }) => ({
    summary: 'total, circulating and non-circulating supply',
    params: {
      'config?': objectOf({
        'excludeNonCirculatingAccountsList?': withDefault(BOOLEAN, false),
        'commitment?': COMMITMENT,
      }),
    },
    result: 'context and `{circulating, nonCirculating, nonCirculatingAccounts, total}`',
    schema: contextWith(
      objectOf({ circulating: U64, nonCirculating: U64, nonCirculatingAccounts: listOf(ADDRESS), total: U64 }),
    ),
    errors: ['notInLedger'],
  }),

  readParams(params) {
    const [configParam] = readPositional(params, 0, 1);
    const config = readStruct(configParam ?? {}, 'RpcSupplyConfig');
    const { excludeNonCirculatingAccountsList = false } = config;
    return {
      excludeNonCirculatingAccountsList: readBoolean(excludeNonCirculatingAccountsList),
      commitment: readCommitment(config),
    };
  },

  answer({ commitment, excludeNonCirculatingAccountsList }, context) {
    const view = viewAt(context, commitment);
    const { circulating, nonCirculating, nonCirculatingAccounts, total } = supplyIn(view);
    const value = stringifyJson({
      circulating,
      nonCirculating,
      nonCirculatingAccounts: excludeNonCirculatingAccountsList ? [] : nonCirculatingAccounts,
      total,
    });
    return inContext(view, value, context);
  },
};

function supplyIn(view: LedgerView): Supply {
  const { cluster } = view.state;
  const supply = cluster.supply ?? (cluster.allAccounts ? supplyOf(view.accounts) : undefined);
  if (supply === undefined) throw rpcErrors.notInLedger('the supply', 'supply');
  return supply;
}
