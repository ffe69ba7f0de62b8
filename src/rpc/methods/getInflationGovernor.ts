import { JsonFloat, stringifyJson } from '../../codec/jsonText.ts';
import { inflationOf } from '../../ledger/inflation.ts';
import type { Commitment } from '../../ledger/state.ts';
import { readBareCommitment } from '../params/accountConfig.ts';
import { readPositional } from '../params/positional.ts';
import { type Method, viewAt } from './method.ts';

/**
 * Units    foundationTerm: years; the others: fractions of one
 * Source   agave 4.1 rpc.rs get_inflation_governor
 */
export const getInflationGovernor: Method<Commitment | undefined> = {
  name: 'getInflationGovernor',

  describe: ({ COMMITMENT_CONFIG, FLOAT, objectOf }) => ({
    summary: 'the constants of inflation',
    params: { 'commitment?': COMMITMENT_CONFIG },
    result: '`{foundation, foundationTerm, initial, taper, terminal}`',
    schema: objectOf({ foundation: FLOAT, foundationTerm: FLOAT, initial: FLOAT, taper: FLOAT, terminal: FLOAT }),
    errors: [],
  }),

  readParams(params) {
    const [commitment] = readPositional(params, 0, 1);
    return readBareCommitment(commitment);
  },

  answer(commitment, context) {
    const { foundation, foundationTerm, initial, taper, terminal } = inflationOf(viewAt(context, commitment));
    return stringifyJson({
      foundation: new JsonFloat(foundation),
      foundationTerm: new JsonFloat(foundationTerm),
      initial: new JsonFloat(initial),
      taper: new JsonFloat(taper),
      terminal: new JsonFloat(terminal),
    });
  },
};
