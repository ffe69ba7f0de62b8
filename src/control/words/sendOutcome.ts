/**
 * What becomes of a sent transaction, in the words of rules: one without arguments is text, any other an object of one member.
 * @module
 */
import { isJsonObject } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import { didYouMean } from '../../document/didYouMean.ts';
import { presentOf } from '../../document/members.ts';
import { readU64 } from '../../document/readers.ts';
import type { SendOutcome } from '../../model/sendRule.ts';
import { readWithMembers } from '../../script/reading/values.ts';
import { readWord } from '../arguments.ts';
import { readAdditions } from './additions.ts';
import { readRpcErrorWord } from './rpcErrorWord.ts';
import { readFailure, readFeesOnlyError, readRefusal } from './sendErrors.ts';
import type { SendScene } from './sendScene.ts';

type Outcome<K extends SendOutcome['kind']> = Extract<SendOutcome, { readonly kind: K }> | undefined;

/** Those that need no arguments. */
const BARE: Readonly<Record<string, SendOutcome>> = { succeed: { kind: 'succeed' }, drop: { kind: 'drop' } };

/** Every outcome that has arguments, in the order of docs/sending.md. */
const OUTCOMES: Readonly<Record<string, (at: Cursor, scene: SendScene) => SendOutcome | undefined>> = {
  succeed: readSuccess,
  fail: (at) => readFail(at, false),
  failLate: (at) => readFail(at, true),
  refuse: readRefuse,
  feesOnly: readFeesOnly,
  delay: readDelay,
  stopAt: readStop,
  fork: readFork,
  rpcError: readRpcError,
  unhealthy: readUnhealthy,
};

export const OUTCOME_NAMES: readonly string[] = [...new Set([...Object.keys(OUTCOMES), ...Object.keys(BARE)])];

export function readSendOutcome(at: Cursor, scene: SendScene): SendOutcome | undefined {
  const { value } = at;
  if (typeof value === 'string') return bareOutcome(at, value);
  const [member, ...others] = at.members();
  if (!isJsonObject(value) || member === undefined || others.length > 0)
    return at.expected('an outcome, such as "drop" or {"fail": {"custom": 6001}}');
  const { key } = member;
  if (Object.hasOwn(OUTCOMES, key)) return OUTCOMES[key]!(member, scene);
  return Object.hasOwn(BARE, key)
    ? at.expected(`the text "${key}"`)
    : member.refuse('unknown outcome', didYouMean(key, OUTCOME_NAMES) ?? `there are ${OUTCOME_NAMES.join(', ')}`);
}

function bareOutcome(at: Cursor, name: string): SendOutcome | undefined {
  if (Object.hasOwn(BARE, name)) return BARE[name];
  if (Object.hasOwn(OUTCOMES, name)) return at.expected(`an object, as "${name}" has arguments: {"${name}": …}`);
  return at.expected('an outcome', didYouMean(name, OUTCOME_NAMES) ?? `there are ${OUTCOME_NAMES.join(', ')}`);
}

function readSuccess(at: Cursor, scene: SendScene): Outcome<'succeed'> {
  const additions = readAdditions(at, scene);
  return additions && { kind: 'succeed', additions };
}

function readFail(at: Cursor, isLate: boolean): Outcome<'fail'> {
  const failure = readFailure(at);
  return failure && { kind: 'fail', isLate, ...failure };
}

function readRefuse(at: Cursor): Outcome<'refuse'> {
  const err = readRefusal(at);
  return err === undefined ? undefined : { kind: 'refuse', err };
}

function readFeesOnly(at: Cursor): Outcome<'feesOnly'> {
  const err = readFeesOnlyError(at);
  return err === undefined ? undefined : { kind: 'feesOnly', err };
}

function readDelay(at: Cursor): Outcome<'delay'> {
  const blocks = readBlocks(at);
  return blocks === undefined ? undefined : { kind: 'delay', blocks };
}

function readStop(at: Cursor): Outcome<'stopAt'> {
  const commitment = readWord(at, ['processed', 'confirmed']);
  return commitment && { kind: 'stopAt', commitment };
}

function readFork(at: Cursor): Outcome<'fork'> {
  const read = readWithMembers(at, { dropAfter: readBlocks, then: (word) => readWord(word, ['succeed']) }, [
    'dropAfter',
  ]);
  return read && { kind: 'fork', dropAfter: read.dropAfter, landsAgain: read.then !== undefined };
}

function readRpcError(at: Cursor): Outcome<'rpcError'> {
  const error = readRpcErrorWord(at);
  return error && { kind: 'rpcError', code: error.code, message: error.message, ...presentOf({ data: error.data }) };
}

function readUnhealthy(at: Cursor): Outcome<'unhealthy'> {
  const slotsBehind = at.value === null ? null : readU64(at);
  return slotsBehind === undefined ? undefined : { kind: 'unhealthy', slotsBehind };
}

/** Blocks that come, from 1. */
function readBlocks(at: Cursor): bigint | undefined {
  const blocks = readU64(at);
  return blocks === 0n ? at.expected('1 block or more') : blocks;
}
