import { isJsonInteger, JsonFragment } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { anyOf, withNote, withType } from '../../rpc/openrpc/schema.ts';
import { ANY_OBJECT, TEXT, U64 } from '../../rpc/openrpc/schemas.ts';
import { SendFates } from '../../rpc/sending/fates.ts';
import { addressText, type Key } from '../../script/building/keyBuilders.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { boolean, config, optional, syntax, u32, withDefault } from '../../syntax/syntax.ts';
import { fromCode } from '../codeArgument.ts';
import { controlMethod } from '../controlMethod.ts';
import { paced } from '../pace.ts';

/** The subject as text; a number is a slot. */
const SUBJECT = syntax(readSubject, anyOf(TEXT, U64));

function readSubject(at: Cursor): string | undefined {
  if (typeof at.value === 'string') return at.value;
  const isSlot = isJsonInteger(at.value) && at.value >= 0;
  return isSlot ? `${at.value}` : at.expected('a slot, or the text of a slot, a signature, an address or a name');
}

/** The most items of each list. */
const MAX_ITEMS = 1000;

const PARAMS = {
  subject: fromCode(optional(SUBJECT), 'number | Key', (subject: number | Key) =>
    typeof subject === 'object' ? addressText(subject) : subject,
  ),
  config: config({
    items: withDefault(u32, MAX_ITEMS),
    script: withDefault(boolean, false),
    summaries: withDefault(boolean, false),
  }),
};

export const show = controlMethod({
  name: 'show',
  effect: 'reads',
  summary: 'everything about the ledger, or about one slot, account or transaction of it',
  doc: [
    '@example',
    'await node.show(105);',
    "await node.show('shop');",
    "const { err, logs } = await node.show(node.signature('rent'));",
    '@param subject a key, or a text as on the command line; a name that an account shares with a transaction needs its dollar: `$shop`',
    '@throws RpcError for what the ledger does not have; its `data.reason` is `unknown`',
  ],
  params: PARAMS,
  result: withNote(
    withType('unknown', ANY_OBJECT),
    'what `stillnode show --json` prints, for a slot, an address, a signature or a name; see docs/show.md. With `script` a slot or a transaction has `script` too: code of the builder that goes behind `ledger()`, null beyond 200 transactions; with `summaries` each transaction has `summary` and `failure`. Each list has at most 1000 items, or `items`; `leftOut` counts the others',
  ),
  errors: ['unknownName'],

  async run({ subject, config: { items, script, summaries } }, { caller, live, now, show: showJson }) {
    const fates = new SendFates(live.sent, now);
    const answer = await paced(caller, ({ turn }) =>
      showJson(now.state, subject, { maxItems: Math.min(items, MAX_ITEMS), fates, script, summaries, turn }),
    );
    if ('missing' in answer) throw rpcErrors.unknownName(answer.missing);
    return new JsonFragment(answer.json);
  },
});
