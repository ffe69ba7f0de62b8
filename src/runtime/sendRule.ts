import type { JsonObject, JsonValue } from '../codec/jsonText.ts';
import type { Account } from '../solana/account.ts';
import type { Address, Signature } from '../solana/address.ts';
import type { IdlError, IdlInstruction, IdlProgram } from '../solana/idl/idl.ts';
import type { ErrorOrigin } from '../solana/idl/programLogs.ts';
import type { ReturnData, TransactionError } from '../solana/meta.ts';
import type { ProgramLines } from './logs.ts';

/** The transactions that a rule matches: all members must match. */
export interface SendMatch {
  readonly signature?: Signature;
  /** any account that the transaction names */
  readonly account?: Address;
  readonly feePayer?: Address;
  /** called by an instruction of the message */
  readonly program?: Address;
  /** program and type as jsonParsed names them: `spl-token transferChecked`; or an instruction of a program with an IDL */
  readonly instruction?: string | NamedInstruction;
  /** a part of the arguments of the named instruction, in the form of `readFields` */
  readonly args?: JsonObject;
  /** text that a memo contains */
  readonly memo?: string;
  /** number of the only matching send that the rule is for, from 1 */
  readonly nth?: number;
}

/** `market.placeOrder` */
export interface NamedInstruction {
  readonly program: IdlProgram;
  readonly instruction: IdlInstruction;
}

/** An instruction that a program calls, with its accounts by address. */
export interface InnerCall {
  readonly program: Address;
  readonly accounts: readonly { readonly address: Address; readonly isSigner: boolean; readonly isWritable: boolean }[];
  readonly data: Uint8Array;
  /** whether accounts stay unchanged, whatever the program would do; of scripts */
  readonly hasNoEffect?: boolean;
  /** lines that the program writes when it begins */
  readonly lines?: readonly string[];
}

/** Effects of a transaction in addition to those of the modelled programs. */
export interface Additions {
  /** accounts in their state after it; those without lamports are closed */
  readonly accounts?: readonly Account[];
  /** logs that replace those of the runtime */
  readonly logs?: readonly string[];
  /** among the lines of the runtime, unless there are `logs` */
  readonly lines?: ProgramLines;
  /** inner instructions by the index of their instruction */
  readonly inner?: readonly { readonly index: number; readonly instructions: readonly InnerCall[] }[];
  readonly returnData?: ReturnData;
  /** compute units */
  readonly units?: bigint;
}

/** The part of a transaction that a decided success replaces: the instructions of one program, or every unknown effect. */
export type StandsFor = Address | 'unknown';

/** The outcome of a transaction that is sent. */
export type SendOutcome =
  | {
      readonly kind: 'succeed';
      readonly additions?: Additions;
      /** events of a rule: their lines depend on the transaction */
      readonly events?: readonly NamedEvent[];
      readonly standsFor?: StandsFor;
    }
  | {
      readonly kind: 'fail';
      /** whether it fails only after the preflight, as if the ledger had changed in between */
      readonly isLate: boolean;
      readonly err: TransactionError;
      readonly logs?: readonly string[];
      /** among the lines of the runtime, unless there are `logs` */
      readonly lines?: ProgramLines;
      readonly units?: bigint;
    }
  /** never in a block; `err` is one of those that pay no fee */
  | { readonly kind: 'refuse'; readonly err: TransactionError }
  /** in a block, with the fee paid and nothing run */
  | { readonly kind: 'feesOnly'; readonly err: TransactionError }
  /** in a block, with nothing paid and nothing run */
  | { readonly kind: 'neverRan'; readonly err: TransactionError }
  /** accepted, and never in a block */
  | { readonly kind: 'drop' }
  /** in the block with this number among those that come next, from 1 */
  | { readonly kind: 'delay'; readonly blocks: bigint }
  /** its block never gets further */
  | { readonly kind: 'stopAt'; readonly commitment: 'processed' | 'confirmed' }
  /** its block is left out by the one with this number among those that come after it, from 1 */
  | { readonly kind: 'fork'; readonly dropAfter: bigint; readonly landsAgain: boolean }
  | { readonly kind: 'rpcError'; readonly code: number; readonly message: string; readonly data?: JsonValue }
  /** null: the node does not know how many slots it is behind */
  | { readonly kind: 'unhealthy'; readonly slotsBehind: bigint | null };

/** Something of a program with an IDL that an instruction of a transaction logs or fails with. */
interface OfProgram {
  readonly program: IdlProgram;
  /** index in the message; undefined: the first one that calls the program */
  readonly instruction: number | undefined;
}

export interface NamedEvent extends OfProgram {
  /** line of the log */
  readonly line: string;
}

/** A failure with an error of a program: which instruction fails depends on the transaction. */
export interface NamedFailure extends OfProgram {
  readonly kind: 'failByName';
  /** whether it fails only after the preflight */
  readonly isLate: boolean;
  readonly error: IdlError;
  readonly origin: ErrorOrigin;
  readonly logs?: readonly string[];
  readonly units?: bigint;
}

/** The outcome of transactions that a rule matches. */
export type RuleOutcome = SendOutcome | NamedFailure;

/** A rule that was given: the first one that fits a transaction decides. */
export interface SendRule {
  readonly match: SendMatch;
  readonly then: RuleOutcome;
  /** largest number of sends that it decides */
  readonly times: number | undefined;
}
