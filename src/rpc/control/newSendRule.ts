import { InstructionList } from '../../fixtures/script/building/instructionBuilders.ts';
import { addressText, addressTexts, type Key } from '../../fixtures/script/building/keyBuilders.ts';
import { type Bytes, bytesJson, withNumbers } from '../../fixtures/script/building/valueBuilders.ts';
import type { InstructionJson } from '../../fixtures/script/format/ledgerJsonTypes.ts';
import type { U64 } from '../../solana/meta.ts';
import type { ExecutedError, FeesOnlyError, NeverRanError, RefusingError } from '../../solana/transactionErrors.ts';
import { accountJson, assertObject, type NewAccount } from './newAccount.ts';

/**
 * Rules for sent transactions, as the code of a test writes them.
 * @module
 */

/** docs/sending.md describes each member. */
export interface NewSendRule {
  /** all given members must match; default: every transaction */
  readonly match?: NewSendMatch;
  readonly then: NewSendOutcome;
  /** it decides at most this many times */
  readonly times?: number;
}

export interface NewSendMatch {
  readonly signature?: string;
  /** any that the transaction names */
  readonly account?: Key;
  readonly feePayer?: Key;
  /** called by an instruction of the message */
  readonly program?: Key;
  /** `spl-token transferChecked` */
  readonly instruction?: string;
  /** text that a memo contains */
  readonly memo?: string;
  /** only this one of the sends that fit, from 1 */
  readonly nth?: number;
}

export type NewSendOutcome =
  | 'succeed'
  | 'drop'
  | { readonly succeed: NewAdditions }
  | { readonly fail: NewFailure }
  | { readonly failLate: NewFailure }
  | { readonly refuse: RefusingError | RentError }
  | { readonly feesOnly: FeesOnlyError }
  /** only where the gate invalidFeePayer is active */
  | { readonly neverRan: NeverRanError | RentError }
  /** further blocks, from 1 */
  | { readonly delay: U64 }
  | { readonly stopAt: 'processed' | 'confirmed' }
  | { readonly fork: { readonly dropAfter: U64; readonly then?: 'succeed' } }
  | { readonly rpcError: { readonly code: number; readonly message: string; readonly data?: unknown } }
  /** slots; null: the node does not know how many */
  | { readonly unhealthy: U64 | null };

interface RentError {
  readonly InsufficientFundsForRent: { readonly account_index: number };
}

export type NewFailure = (
  | { readonly custom: number; readonly instruction?: number }
  | { readonly error: ExecutedError; readonly instruction?: number }
  | { readonly error: RentError }
) & { readonly logs?: readonly string[]; readonly units?: U64 };

/** Effects besides those of the known programs. */
export interface NewAdditions {
  /** by name or address, as they are afterwards; null: closed */
  readonly accounts?: Readonly<Record<string, NewAccount | null>>;
  readonly logs?: readonly string[];
  /** what the instruction with an index calls: `(i) => i.transfer('vault', 'alice', sol(1))` */
  readonly inner?: readonly {
    readonly index: number;
    readonly instructions: readonly InstructionJson[] | ((list: InstructionList) => InstructionList);
  }[];
  readonly returnData?: { readonly program: Key; readonly data: Bytes };
  readonly units?: U64;
}

/**
 * As stillnode_onSend takes it.
 *
 * @throws TypeError for an invalid rule
 */
export function sendRuleJson(rule: NewSendRule): unknown {
  assertObject(rule, 'rule', "{ then: 'drop' }");
  const { match, then, ...others } = rule;
  if (match !== undefined) assertObject(match, 'match', "{ feePayer: 'alice' }");
  return withNumbers({ ...others, match: match && matchJson(match), then: outcomeJson(then) });
}

function matchJson({ account, feePayer, program, ...others }: NewSendMatch) {
  return { ...others, ...addressTexts({ account, feePayer, program }) };
}

function outcomeJson(then: NewSendOutcome): unknown {
  const isAddition = typeof then === 'object' && then !== null && 'succeed' in then;
  return isAddition ? { ...then, succeed: additionsJson(then.succeed) } : then;
}

function additionsJson({ accounts, inner, returnData, ...others }: NewAdditions): unknown {
  return {
    ...others,
    accounts:
      accounts && Object.fromEntries(Object.entries(accounts).map(([key, is]) => [addressText(key), accountJson(is)])),
    inner: inner?.map(({ index, instructions }) => ({
      index,
      instructions: typeof instructions === 'function' ? instructions(new InstructionList()).toJSON() : instructions,
    })),
    returnData: returnData && { program: addressText(returnData.program), data: bytesJson(returnData.data) },
  };
}
