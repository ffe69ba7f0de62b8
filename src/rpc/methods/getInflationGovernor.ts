import { JsonFloat, stringifyJson } from '../../codec/jsonText.ts';
import { inflationOf } from '../../ledger/inflation.ts';
import { objectOf } from '../openrpc/schema.ts';
import { FLOAT } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { optional } from '../params/paramType.ts';
import { bareCommitment } from '../params/usualTypes.ts';
import { method, viewAt } from './method.ts';

/**
 * Units    foundationTerm: years; the others: fractions of one
 * Source   agave 4.1 rpc.rs get_inflation_governor
 */
export const getInflationGovernor = method({
  name: 'getInflationGovernor',
  summary: 'the constants of inflation',
  params: params({ commitment: optional(bareCommitment) }),
  result: objectOf({ foundation: FLOAT, foundationTerm: FLOAT, initial: FLOAT, taper: FLOAT, terminal: FLOAT }),
  errors: [],

  answer({ commitment }, context) {
    const { foundation, foundationTerm, initial, taper, terminal } = inflationOf(viewAt(context, commitment));
    return stringifyJson({
      foundation: new JsonFloat(foundation),
      foundationTerm: new JsonFloat(foundationTerm),
      initial: new JsonFloat(initial),
      taper: new JsonFloat(taper),
      terminal: new JsonFloat(terminal),
    });
  },
});
