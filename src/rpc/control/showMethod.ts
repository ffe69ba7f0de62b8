import { JsonFragment } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { ANY_OBJECT } from '../openrpc/schemas.ts';
import { text } from './arguments.ts';
import { controlMethod } from './controlMethod.ts';

export const show = controlMethod({
  name: 'stillnode_show',
  summary: 'everything about the ledger, or about one slot, account or transaction of it',
  params: { 'word?': text },
  result: 'what `stillnode show --json` prints, for a slot, an address, a signature or a name; see docs/show.md',
  schema: ANY_OBJECT,
  errors: ['unknownName'],

  async run({ word }, { now: { state }, show: tell }) {
    const told = await tell(state, word);
    if ('missing' in told) throw rpcErrors.unknownName(told.missing);
    return new JsonFragment(told.json);
  },
});
