import { InstructionList } from '../script/building/instructionBuilders.ts';
import { addressText, addressTexts, type Key } from '../script/building/keyBuilders.ts';
import { type Bytes, bytesJson, fieldsJson, withNumbers } from '../script/building/valueBuilders.ts';
import type { InstructionJson } from '../script/format/ledgerJsonTypes.ts';
import type { U64 } from '../solana/meta.ts';
import type { ExecutedError, FeesOnlyError, NeverRanError, RefusingError } from '../solana/transactionErrors.ts';
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
  /** `spl-token transferChecked`; of a program with an IDL `market.placeOrder` */
  readonly instruction?: string;
  /** of an instruction of a program with an IDL: some of its arguments, `{ price: 10, side: 'Buy' }` */
  readonly args?: Readonly<Record<string, unknown>>;
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
  | NewProgramFailure
) & { readonly logs?: readonly string[]; readonly units?: U64 };

/** An error of a program with an IDL, or of its framework. */
type NewProgramFailure = {
  /** `market.SlippageExceeded` */
  readonly error: QualifiedName;
  /** index of the instruction that fails; default: the first one that calls the program */
  readonly instruction?: number;
} & (
  | {
      /** that the program blames for it */
      readonly account?: string;
      readonly source?: never;
    }
  | {
      /** of the program, where it is thrown: `programs/market/src/lib.rs:42` */
      readonly source?: string;
      readonly account?: never;
    }
);

/** Of something that the IDL of a program names. */
type QualifiedName = `${string}.${string}`;

/** `{ 'market.Filled': { price: 10 } }` */
export interface NewEvent {
  readonly [name: QualifiedName]: Readonly<Record<string, unknown>>;
  /** index of the instruction that writes it; default: the first one that calls the program */
  readonly instruction?: number;
}

/** Effects besides those of the known programs. */
export interface NewAdditions {
  /** by name or address, as they are afterwards; null: closed */
  readonly accounts?: Readonly<Record<string, NewAccount | null>>;
  readonly logs?: readonly string[];
  /** events of programs with an IDL, in the logs of their instructions */
  readonly emits?: readonly NewEvent[];
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

/**
 * As stillnode_verify takes it.
 *
 * @throws TypeError for an invalid match
 */
export function sendMatchJson(match: NewSendMatch): unknown {
  assertObject(match, 'sent', "{ feePayer: 'alice' }");
  return withNumbers(matchJson(match));
}

function matchJson({ account, args, feePayer, program, ...others }: NewSendMatch) {
  return { ...others, args: fieldsJson(args), ...addressTexts({ account, feePayer, program }) };
}

function outcomeJson(then: NewSendOutcome): unknown {
  const isAddition = typeof then === 'object' && then !== null && 'succeed' in then;
  return isAddition ? { ...then, succeed: additionsJson(then.succeed) } : then;
}

function additionsJson({ accounts, emits, inner, returnData, ...others }: NewAdditions): unknown {
  return {
    ...others,
    accounts:
      accounts && Object.fromEntries(Object.entries(accounts).map(([key, is]) => [addressText(key), accountJson(is)])),
    emits: fieldsJson(emits),
    inner: inner?.map(({ index, instructions }) => ({
      index,
      instructions: typeof instructions === 'function' ? instructions(new InstructionList()).toJSON() : instructions,
    })),
    returnData: returnData && { program: addressText(returnData.program), data: bytesJson(returnData.data) },
  };
}
