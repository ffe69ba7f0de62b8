import { JsonFloat, stringifyJson } from '../../codec/jsonText.ts';
import { inflationRateOf } from '../../ledger/inflation.ts';
import { objectOf } from '../openrpc/schema.ts';
import { FLOAT, SLOT } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import { method, viewAt } from './method.ts';

/**
 * Units    rates: fractions of one
 * Source   agave 4.1 rpc.rs get_inflation_rate
 */
export const getInflationRate = method({
  name: 'getInflationRate',
  summary: 'the yearly rates of the epoch of the finalized tip',
  params: NO_PARAMS,
  result: objectOf({ epoch: SLOT, foundation: FLOAT, total: FLOAT, validator: FLOAT }),
  errors: [],

  answer(_params, context) {
    const { epoch, foundation, total, validator } = inflationRateOf(viewAt(context));
    return stringifyJson({
      epoch,
      foundation: new JsonFloat(foundation),
      total: new JsonFloat(total),
      validator: new JsonFloat(validator),
    });
  },
});
