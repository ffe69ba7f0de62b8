import { JsonFragment } from '../codec/jsonText.ts';
import { rpcErrors } from '../errors.ts';
import { anyOf } from '../rpc/openrpc/schema.ts';
import { ANY_OBJECT, TEXT, U64 } from '../rpc/openrpc/schemas.ts';
import { type Argument, config, flag } from './arguments.ts';
import { controlMethod } from './controlMethod.ts';
import { paced } from './pace.ts';

/** A number is a slot. */
const word: Argument<string> = {
  schema: anyOf(TEXT, U64),
  read(at) {
    if (typeof at.value === 'string') return at.value;
    const isSlot = (typeof at.value === 'number' || typeof at.value === 'bigint') && at.value >= 0;
    return isSlot ? `${at.value}` : at.expected('a slot, or the text of a slot, a signature, an address or a name');
  },
};

export const show = controlMethod({
  name: 'stillnode_show',
  summary: 'everything about the ledger, or about one slot, account or transaction of it',
  params: { 'word?': word, 'config?': config({ 'script?': flag(false) }) },
  result:
    'what `stillnode show --json` prints, for a slot, an address, a signature or a name; see docs/show.md. With `script` a slot or a transaction has `script` too: code of the builder that goes behind `ledger()`, null beyond 200 transactions. Each list has at most 1000 items; `leftOut` counts the others',
  schema: ANY_OBJECT,
  errors: ['unknownName'],

  async run({ word: asked, config: { script = false } = {} }, { caller, now: { state }, show: tell }) {
    const told = await paced(caller, ({ turn }) => tell(state, asked, { script, turn }));
    if ('missing' in told) throw rpcErrors.unknownName(told.missing);
    return new JsonFragment(told.json);
  },
});
