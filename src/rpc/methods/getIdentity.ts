import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method } from './method.ts';

/** Source   agave 4.1 rpc.rs get_identity */
export const getIdentity: Method = {
  name: 'getIdentity',

  describe: ({ ADDRESS, objectOf }) => ({
    summary: 'the address of the node',
    params: {},
    result: '`{identity}`',
    schema: objectOf({ identity: ADDRESS }),
    errors: ['notInLedger'],
  }),

  readParams: assertNoParams,

  answer(_params, { ledger }) {
    const { identity } = ledger.node;
    if (identity === undefined) throw rpcErrors.notInLedger('its identity', 'identity');
    return stringifyJson({ identity });
  },
};
