import { stringifyJson } from '../../codec/jsonText.ts';
import { supplyIn } from '../ledgerSupply.ts';
import { listOf, objectOf } from '../openrpc/schema.ts';
import { ADDRESS, rpcResponse, U64 } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { flag } from '../params/paramType.ts';
import { orDefaults, struct } from '../params/structType.ts';
import { commitment } from '../params/usualTypes.ts';
import { inContext, method, viewAt } from './method.ts';

const supplyConfig = struct('RpcSupplyConfig', { commitment, excludeNonCirculatingAccountsList: flag });

/**
 * Units    lamports
 * Source   agave 4.1 rpc.rs get_supply, non_circulating_supply.rs
 */
export const getSupply = method({
  name: 'getSupply',
  summary: 'total, circulating and non-circulating supply',
  params: params({ config: orDefaults(supplyConfig) }),
  result: rpcResponse(
    objectOf({ circulating: U64, nonCirculating: U64, nonCirculatingAccounts: listOf(ADDRESS), total: U64 }),
  ),
  errors: ['notInLedger'],

  answer({ config }, context) {
    const view = viewAt(context, config.commitment);
    const { circulating, nonCirculating, nonCirculatingAccounts, total } = supplyIn(view);
    const value = stringifyJson({
      circulating,
      nonCirculating,
      nonCirculatingAccounts: config.excludeNonCirculatingAccountsList ? [] : nonCirculatingAccounts,
      total,
    });
    return inContext(view, value, context);
  },
});
