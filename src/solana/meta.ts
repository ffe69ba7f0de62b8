import type { JsonFloat, JsonValue } from '../codec/jsonText.ts';
import type { Address } from './address.ts';
import type { InstructionForm, LoadedAddresses } from './transaction.ts';
import type { U64 } from './u64.ts';

/**
 * A TransactionError as JSON: a string (`"AccountInUse"`) or an object (`{"InstructionError":[0,{"Custom":1}]}`).
 *
 * Source   solana transaction-error 3.2, instruction-error 2.3, serde externally tagged
 */
export type TransactionError = JsonValue;

/** An instruction that a program called. */
export interface InnerInstruction extends InstructionForm {
  /** 2 or more; null where it was recorded before the node kept it */
  readonly stackHeight: number | null;
}

export interface InnerInstructions {
  /** index of the top-level instruction that called these */
  readonly index: number;
  readonly instructions: readonly InnerInstruction[];
}

export interface UiTokenAmount {
  /** u64 as decimal text */
  readonly amount: string;
  readonly decimals: number;
  readonly uiAmount: JsonFloat | null;
  readonly uiAmountString: string;
}

export interface TokenBalance {
  readonly accountIndex: number;
  readonly mint: Address;
  /** absent in old recordings */
  readonly owner?: Address;
  /** absent in old recordings */
  readonly programId?: Address;
  readonly uiTokenAmount: UiTokenAmount;
}

export interface Reward {
  readonly pubkey: Address;
  /** i64 */
  readonly lamports: bigint;
  /** u64 lamports */
  readonly postBalance: bigint;
  readonly rewardType: string | null;
  readonly commission: number | null;
  readonly commissionBps?: number;
}

export interface ReturnData {
  readonly programId: Address;
  readonly data: Uint8Array;
}

/** Metadata in the ledger: its text, and the members that are asked of every transaction. */
export interface RecordedMeta {
  /** UTF-8 of the node's JSON, with every member that was recorded */
  readonly text: Buffer;
  readonly err: TransactionError | null;
  readonly loadedAddresses: LoadedAddresses;
}

/** The outcome of a transaction. `null` = not recorded (and shown as null), absent = not shown. */
export interface TransactionMeta {
  readonly err: TransactionError | null;
  /** lamports, u64 */
  readonly fee: bigint;
  /** lamports, one for each entry of the full account list */
  readonly preBalances: readonly U64[];
  readonly postBalances: readonly U64[];
  readonly innerInstructions: readonly InnerInstructions[] | null;
  readonly logMessages: readonly string[] | null;
  readonly preTokenBalances: readonly TokenBalance[] | null;
  readonly postTokenBalances: readonly TokenBalance[] | null;
  readonly rewards: readonly Reward[] | null;
  readonly loadedAddresses: LoadedAddresses;
  readonly returnData?: ReturnData;
  readonly computeUnitsConsumed?: bigint;
  readonly costUnits?: bigint;
}
