import { isJsonObject } from '../../codec/jsonText.ts';
import { suggest } from '../../codec/suggest.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import { givenRpcError } from '../../script/ledgerJson/faultRule.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { presentOf } from '../../syntax/members.ts';
import {
  anyOf,
  count,
  described,
  fromOne,
  json,
  named,
  nullable,
  object,
  oneMember,
  oneOf,
  optional,
  syntax,
} from '../../syntax/syntax.ts';
import { feesOnlyError, neverRanError, refusal } from './outcomeErrors.ts';
import { failure } from './parseFailure.ts';
import { success } from './parseSuccess.ts';
import { type RuleContext, type RuleSyntax, withRuleContext } from './ruleContext.ts';

/**
 * The outcomes of send rules: one without arguments is text, any other an object of one member.
 * @module
 */

/** The outcomes that need no arguments. */
const BARE: Readonly<Record<string, SendOutcome>> = { succeed: { kind: 'succeed' }, drop: { kind: 'drop' } };

const blocks = fromOne(count, '1 block or more');

/** Every outcome that has arguments, in the order of docs/sending.md. */
const OUTCOMES: Readonly<Record<string, RuleSyntax<SendOutcome>>> = {
  succeed: success,
  fail: failure('it is in a block with its error, and only the fee is paid', false),
  failLate: failure('as `fail`, but the preflight succeeds: as if the ledger had changed after it', true),
  refuse: outcomeOf(refusal, 'it is never in a block, and pays nothing', (err) => ({ kind: 'refuse', err })),
  feesOnly: outcomeOf(
    feesOnlyError,
    'it is in a block with its error, the fee is paid, and nothing was run',
    (err) => ({ kind: 'feesOnly', err }),
  ),
  neverRan: outcomeOf(
    neverRanError,
    'it is in a block with its error, and nothing is paid or run; only where the gate invalidFeePayer is active',
    (err) => ({ kind: 'neverRan', err }),
  ),
  delay: outcomeOf(blocks, 'it is in the block that is this many blocks from now; 1 is the next block', (count) => ({
    kind: 'delay',
    blocks: count,
  })),
  stopAt: outcomeOf(
    oneOf(['processed', 'confirmed']),
    'its block advances no further, until `stillnode_setTips`',
    (commitment) => ({ kind: 'stopAt', commitment }),
  ),
  fork: outcomeOf(
    object({ dropAfter: blocks, then: optional(oneOf(['succeed'])) }),
    'its block is dropped by the block that is this many blocks after it; with `then`, that block has the transaction again',
    ({ dropAfter, then }) => ({ kind: 'fork', dropAfter, landsAgain: then !== undefined }),
  ),
  rpcError: outcomeOf(
    givenRpcError,
    'the send is answered with this error, and the transaction is never in a block',
    ({ code, data, message }) => ({ kind: 'rpcError', code, message, ...presentOf({ data }) }),
  ),
  unhealthy: outcomeOf(
    nullable(count),
    'the node is this many slots behind, or null: unknown; it is in the next block if it was accepted',
    (slotsBehind) => ({ kind: 'unhealthy', slotsBehind }),
  ),
};

function outcomeOf<T>(
  value: RuleSyntax<T>,
  description: string,
  outcome: (read: T) => SendOutcome,
): RuleSyntax<SendOutcome> {
  return withRuleContext(
    (at, ruleContext) => {
      const read = value(at, ruleContext);
      return read === undefined ? undefined : outcome(read);
    },
    described(syntax<unknown>(json(), value.schema), description),
  );
}

export const OUTCOME_NAMES: readonly string[] = [...new Set([...Object.keys(OUTCOMES), ...Object.keys(BARE)])];

const FORMS = Object.entries(OUTCOMES).map(([name, { schema }]) => [name, syntax<unknown>(json(), schema)]);

/** The outcome of the transactions that a rule matches. */
export const sendOutcome = withRuleContext<SendOutcome>(
  readSendOutcome,
  named('sendOutcome', anyOf<unknown>(json(), oneOf(Object.keys(BARE)), oneMember(Object.fromEntries(FORMS)))),
);

function readSendOutcome(at: Cursor, ruleContext: RuleContext): SendOutcome | undefined {
  const { value } = at;
  if (typeof value === 'string') return bareOutcome(at, value);
  const [member, ...others] = at.members();
  if (!isJsonObject(value) || member === undefined || others.length > 0)
    return at.expected('an outcome, such as "drop" or {"fail": {"custom": 6001}}');
  const { key } = member;
  if (Object.hasOwn(OUTCOMES, key)) return OUTCOMES[key]!(member, ruleContext);
  return Object.hasOwn(BARE, key)
    ? at.expected(`the text "${key}"`)
    : member.refuse('unknown outcome', suggest(key, OUTCOME_NAMES) ?? `there are ${OUTCOME_NAMES.join(', ')}`);
}

function bareOutcome(at: Cursor, name: string): SendOutcome | undefined {
  if (Object.hasOwn(BARE, name)) return BARE[name];
  if (Object.hasOwn(OUTCOMES, name)) return at.expected(`an object, as "${name}" has arguments: {"${name}": …}`);
  return at.expected('an outcome', suggest(name, OUTCOME_NAMES) ?? `there are ${OUTCOME_NAMES.join(', ')}`);
}
