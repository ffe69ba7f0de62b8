import type { Account } from '../solana/account.ts';
import type { Address } from '../solana/address.ts';
import type { IdlError, IdlProgram } from '../solana/idl/idl.ts';
import type { ErrorOrigin } from '../solana/idl/programLogs.ts';
import type { ReturnData, TransactionError } from '../solana/meta.ts';
import type { AccountNames } from './accountNames.ts';
import type { ProgramLines } from './logs.ts';

/**
 * The outcome that a script or a send rule decides for a transaction. The programs run only for a success.
 * @module
 */

export type Outcome = DecidedResult & {
  /** further decisions of a script; undefined: the outcome is not one of a script */
  readonly script?: ScriptedEffects;
};

type DecidedResult =
  | Success
  | Failure
  | NamedFailure
  /** in a block, with the fee paid and nothing run */
  | { readonly kind: 'feesOnly'; readonly err: TransactionError }
  /** in a block, with nothing paid and nothing run */
  | { readonly kind: 'neverRan'; readonly err: TransactionError };

/** The programs run, with additions. */
export interface Success {
  readonly kind: 'succeed';
  readonly additions?: Additions;
  readonly standsFor?: StandsFor;
}

/** The part of a transaction that a decided success replaces: the instructions of one program, or every unknown effect. */
export type StandsFor = Address | 'unknown';

/** The fee is paid, and no program runs. */
export interface Failure extends FailureResults {
  readonly kind: 'fail';
  readonly err: TransactionError;
}

/** A failure with an error of a program: which instruction fails depends on the transaction. */
export interface NamedFailure extends FailureResults, ProgramAndInstruction {
  readonly kind: 'failByName';
  readonly error: IdlError;
  readonly origin: ErrorOrigin;
}

interface FailureResults extends Results {
  /** whether a sent transaction fails only after the preflight, as if the ledger had changed in between */
  readonly isLate?: boolean;
}

/** The results of a transaction that are given in place of those that its programs would have. */
export interface Results {
  /** logs that replace those of the runtime */
  readonly logs?: readonly string[];
  /** lines of programs, added to those of the runtime; not used if `logs` is given */
  readonly lines?: ProgramLines;
  /** events of programs: log lines after `lines`, or inner instructions after `inner` */
  readonly events?: readonly NamedEvent[];
  /** inner instructions by the index of their instruction */
  readonly inner?: readonly InnerCallGroup[];
  readonly returnData?: ReturnData;
  /** compute units */
  readonly units?: bigint;
}

/** Effects of a transaction in addition to those of the modelled programs. */
export interface Additions extends Results {
  /** accounts in their state after it; those without lamports are closed */
  readonly accounts?: readonly Account[];
}

/** The inner instructions of an instruction. */
export interface InnerCallGroup {
  /** index of that instruction in the message */
  readonly index: number;
  readonly instructions: readonly InnerCall[];
}

/** An instruction that a program calls, with its accounts by address. */
export interface InnerCall {
  readonly program: Address;
  readonly accounts: readonly { readonly address: Address; readonly isSigner: boolean; readonly isWritable: boolean }[];
  readonly data: Uint8Array;
  /** whether accounts stay unchanged, whatever the program would do; counts only in scripts */
  readonly hasNoEffect?: boolean;
  /** lines that the program writes when it begins */
  readonly lines?: readonly string[];
}

/** The program of an event or of an error, and the instruction that logs the event or fails with the error. */
export interface ProgramAndInstruction {
  readonly program: IdlProgram;
  /** index in the message; undefined: the first one that calls the program */
  readonly instruction: number | undefined;
}

export interface NamedEvent extends ProgramAndInstruction {
  /** bytes of the event, with its discriminator */
  readonly data: Uint8Array;
  /** whether it is an inner instruction, as `emit_cpi!` records it, and not a line of the log */
  readonly isCpi: boolean;
}

/**
 * Decisions of the author of a script: only the effects of instructions are checked, and their errors are mistakes of the
 * script. Units and rent have no limits, and the programs need not exist.
 */
export interface ScriptedEffects {
  /** names of accounts in messages */
  readonly names: AccountNames;
  /** indexes of the instructions that change no account, whatever their programs would do */
  readonly withoutEffect: ReadonlySet<number>;
  /** lamports after the transaction: these accounts may spend more than they have */
  readonly balances: ReadonlyMap<Address, bigint>;
}
