import { isJsonObject } from '../../codec/jsonText.ts';
import { suggest } from '../../codec/suggest.ts';
import type { RuleOutcome } from '../../runtime/sendRule.ts';
import { givenRpcError } from '../../script/ledgerJson/faultRule.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { presentOf, readMembers } from '../../syntax/members.ts';
import { readNullable, readU64 } from '../../syntax/readers.ts';
import { fromOne, oneOf, u64 } from '../../syntax/syntax.ts';
import { readFeesOnlyError, readNeverRanError, readRefusal } from './outcomeErrors.ts';
import { readFailure } from './parseFailure.ts';
import { readSuccess } from './parseSuccess.ts';
import type { SendScene } from './sendScene.ts';

/**
 * The outcomes of send rules: one without arguments is text, any other an object of one member.
 * @module
 */

type OutcomeReader = (at: Cursor, scene: SendScene) => RuleOutcome | undefined;

/** Those that need no arguments. */
const BARE: Readonly<Record<string, RuleOutcome>> = { succeed: { kind: 'succeed' }, drop: { kind: 'drop' } };

/** Blocks that come. */
const readBlocks = fromOne(u64, '1 block or more');

/** Every outcome that has arguments, in the order of docs/sending.md. */
const OUTCOMES: Readonly<Record<string, OutcomeReader>> = {
  succeed: readSuccess,
  fail: (at, scene) => readFailure(at, scene, false),
  failLate: (at, scene) => readFailure(at, scene, true),
  refuse: outcomeOf(readRefusal, (err) => ({ kind: 'refuse', err })),
  feesOnly: outcomeOf(readFeesOnlyError, (err) => ({ kind: 'feesOnly', err })),
  neverRan: outcomeOf(readNeverRanError, (err) => ({ kind: 'neverRan', err })),
  delay: outcomeOf(readBlocks, (blocks) => ({ kind: 'delay', blocks })),
  stopAt: outcomeOf(oneOf(['processed', 'confirmed']), (commitment) => ({ kind: 'stopAt', commitment })),
  fork: outcomeOf(readFork, (fork) => ({ kind: 'fork', ...fork })),
  rpcError: outcomeOf(givenRpcError, ({ code, data, message }) => ({
    kind: 'rpcError',
    code,
    message,
    ...presentOf({ data }),
  })),
  unhealthy: outcomeOf(
    (at) => readNullable(at, readU64),
    (slotsBehind) => ({ kind: 'unhealthy', slotsBehind }),
  ),
};

function outcomeOf<T>(
  read: (at: Cursor, scene: SendScene) => T | undefined,
  outcome: (value: T) => RuleOutcome,
): OutcomeReader {
  return (at, scene) => {
    const value = read(at, scene);
    return value === undefined ? undefined : outcome(value);
  };
}

export const OUTCOME_NAMES: readonly string[] = [...new Set([...Object.keys(OUTCOMES), ...Object.keys(BARE)])];

export function readSendOutcome(at: Cursor, scene: SendScene): RuleOutcome | undefined {
  const { value } = at;
  if (typeof value === 'string') return bareOutcome(at, value);
  const [member, ...others] = at.members();
  if (!isJsonObject(value) || member === undefined || others.length > 0)
    return at.expected('an outcome, such as "drop" or {"fail": {"custom": 6001}}');
  const { key } = member;
  if (Object.hasOwn(OUTCOMES, key)) return OUTCOMES[key]!(member, scene);
  return Object.hasOwn(BARE, key)
    ? at.expected(`the text "${key}"`)
    : member.refuse('unknown outcome', suggest(key, OUTCOME_NAMES) ?? `there are ${OUTCOME_NAMES.join(', ')}`);
}

function bareOutcome(at: Cursor, name: string): RuleOutcome | undefined {
  if (Object.hasOwn(BARE, name)) return BARE[name];
  if (Object.hasOwn(OUTCOMES, name)) return at.expected(`an object, as "${name}" has arguments: {"${name}": …}`);
  return at.expected('an outcome', suggest(name, OUTCOME_NAMES) ?? `there are ${OUTCOME_NAMES.join(', ')}`);
}

function readFork(at: Cursor): { readonly dropAfter: bigint; readonly landsAgain: boolean } | undefined {
  const read = readMembers(at, { dropAfter: readBlocks, then: oneOf(['succeed']) }, ['dropAfter']);
  if (read?.dropAfter === undefined) return undefined;
  return { dropAfter: read.dropAfter, landsAgain: read.then !== undefined };
}
