import { InstructionList } from '../script/building/instructionBuilders.ts';
import { addressText, type Key, matchedKeyText } from '../script/building/keyBuilders.ts';
import {
  type Bytes,
  bytesJson,
  fieldsJson,
  matchedFieldsJson,
  matchedJson,
  type Tokens,
  withNumbers,
} from '../script/building/valueBuilders.ts';
import type {
  AdditionsJson,
  InstructionJson,
  SendMatchJson,
  SendOutcomeJson,
  SendRuleJson,
} from '../script/format/ledgerJsonTypes.ts';
import { isQualified } from '../syntax/qualifiedName.ts';
import { assertObject } from './assertArguments.ts';
import { accountJson, type NewAccount } from './newAccount.ts';

/**
 * Rules for sent transactions, as the code of a test writes them. The types are those of src/control/parse, which `npm run docs` writes;
 * here is what code has in place of JSON: keys, bytes, builders.
 * @module
 */

/** A rule: docs/sending.md describes each member. */
export interface NewSendRule extends Omit<SendRuleJson, 'match' | 'then'> {
  /** default: every transaction */
  readonly match?: NewSendMatch;
  readonly then: NewSendOutcome;
}

/** The transactions that a rule is for: all members must match. */
export interface NewSendMatch extends Omit<SendMatchJson<Key>, 'transfers'> {
  /** transactions that move all of these, each by another instruction */
  readonly transfers?: readonly NewTransferMatch[];
}

type TransferJson = NonNullable<SendMatchJson<Key>['transfers']>[number];

/** A transfer of SOL or tokens that a match expects. */
export interface NewTransferMatch extends Omit<TransferJson, 'amount' | 'received'> {
  /** the amount that leaves the source: `tokens('2.5', 'usdc')`, `sol(1)`, or an integer of lamports or of the smallest units of the mint */
  readonly amount?: TransferJson['amount'] | Tokens;
  /** the amount that arrives: less than `amount` if the mint has a transfer fee */
  readonly received?: TransferJson['received'] | Tokens;
}

/** The fate that a rule gives a transaction: `'drop'`, `{ fail: { custom: 6001 } }`, `{ delay: 3 }` (blocks). docs/sending.md, "Outcomes", has all. */
export type NewSendOutcome =
  | Exclude<SendOutcomeJson, { readonly succeed: unknown }>
  | { readonly succeed: NewAdditions };

/** Effects besides those of the known programs, with the forms that only code has. */
export interface NewAdditions extends Omit<AdditionsJson, 'accounts' | 'inner' | 'returnData'> {
  /** accounts after the transaction, by name or address; null: closed */
  readonly accounts?: Readonly<Record<string, NewAccount | null>>;
  /** the calls of instructions, by index: `(i) => i.transfer('vault', 'alice', sol(1))` */
  readonly inner?: readonly {
    readonly index: number;
    readonly instructions: readonly InstructionJson[] | ((list: InstructionList) => InstructionList);
  }[];
  readonly returnData?: { readonly program: Key; readonly data: Bytes };
}

/**
 * The rule as stillnode_onSend takes it.
 *
 * @throws TypeError for an invalid rule
 */
export function sendRuleJson(rule: NewSendRule): unknown {
  assertObject(rule, 'rule', "{ then: 'drop' }");
  const { match, then, ...others } = rule;
  if (match !== undefined) assertObject(match, 'match', "{ feePayer: 'alice' }");
  return withNumbers({ ...others, match: match && matchJson(match), then: outcomeJson(then) }, 'rule');
}

/**
 * The match as stillnode_verify takes it.
 *
 * @throws TypeError for an invalid match
 */
export function sendMatchJson(match: NewSendMatch): unknown {
  assertObject(match, 'sent', "{ feePayer: 'alice' }");
  return withNumbers(matchJson(match), 'sent');
}

function matchJson({ account, args, feePayer, program, transfers, ...others }: NewSendMatch) {
  const argsJson = isQualified(others.instruction ?? '') ? matchedFieldsJson : matchedJson;
  return {
    ...others,
    ...matchedKeyTexts({ account, feePayer, program }),
    args: argsJson(args, 'args'),
    transfers: matchedJson(transfers?.map(transferJson), 'transfers'),
  };
}

/** The transfer as the wire has it, but for its amounts. A text as a key is a name, with or without a dollar, or an address. */
function transferJson(transfer: NewTransferMatch): object {
  if (typeof transfer !== 'object' || transfer === null) return transfer;
  const { from, mint, to, ...others } = transfer;
  return { ...others, ...matchedKeyTexts({ from, to, mint }) };
}

/** The texts of keys in a match, in their order; undefined stays undefined. */
function matchedKeyTexts(keys: Readonly<Record<string, Key | undefined>>): object {
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, key && matchedKeyText(key)]));
}

function outcomeJson(then: NewSendOutcome): unknown {
  const isAddition = typeof then === 'object' && then !== null && 'succeed' in then;
  return isAddition ? { ...then, succeed: additionsJson(then.succeed) } : then;
}

function additionsJson({ accounts, emits, inner, returnData, ...others }: NewAdditions): unknown {
  return {
    ...others,
    accounts:
      accounts &&
      Object.fromEntries(Object.entries(accounts).map(([key, account]) => [addressText(key), accountJson(account)])),
    emits: fieldsJson(emits, 'emits'),
    inner: inner?.map(({ index, instructions }) => ({
      index,
      instructions: typeof instructions === 'function' ? instructions(new InstructionList()).toJSON() : instructions,
    })),
    returnData: returnData && { program: addressText(returnData.program), data: bytesJson(returnData.data) },
  };
}
