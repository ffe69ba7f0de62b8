import { JsonFloat, stringifyJson } from '../../codec/jsonText.ts';
import { inflationRateOf } from '../../ledger/inflation.ts';
import { assertNoParams } from '../params/positional.ts';
import { type Method, viewAt } from './method.ts';

/**
 * Units    rates: fractions of one
 * Source   agave 4.1 rpc.rs get_inflation_rate
 */
export const getInflationRate: Method = {
  name: 'getInflationRate',

  describe: ({ FLOAT, objectOf, U64 }) => ({
    summary: 'the yearly rates of the epoch of the finalized tip',
    params: {},
    result: '`{epoch, foundation, total, validator}`',
    schema: objectOf({ epoch: U64, foundation: FLOAT, total: FLOAT, validator: FLOAT }),
    errors: [],
  }),

  readParams: assertNoParams,

  answer(_params, context) {
    const { epoch, foundation, total, validator } = inflationRateOf(viewAt(context));
    return stringifyJson({
      epoch,
      foundation: new JsonFloat(foundation),
      total: new JsonFloat(total),
      validator: new JsonFloat(validator),
    });
  },
};
