import type { JsonObject, JsonValue } from '../codec/jsonText.ts';
import type { Address, Signature } from '../solana/address.ts';
import type { IdlInstruction, IdlProgram } from '../solana/idl/idl.ts';
import type { TransactionError } from '../solana/meta.ts';
import type { Outcome } from './outcome.ts';

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
  /** a part of the arguments of the named instruction, in the form of `readFields`, or of `info` in jsonParsed */
  readonly args?: JsonObject;
  /** each is another transfer of the transaction */
  readonly transfers?: readonly TransferMatch[];
  /** text that a memo contains */
  readonly memo?: string;
  /** number of the only matching send that the rule is for, from 1 */
  readonly nth?: number;
}

/** A transfer of SOL or tokens: all members must match. */
export interface TransferMatch {
  /** the source, or its owner */
  readonly from?: Address;
  /** the destination, or the wallet whose associated account it is */
  readonly to?: Address;
  /** `tokens`: of any mint */
  readonly mint?: Address | 'SOL' | 'tokens';
  /** the amount that leaves the source */
  readonly amount?: ExpectedAmount;
  /** the amount that arrives: less with a transfer fee */
  readonly received?: ExpectedAmount;
}

/** Lamports, smallest units of a mint, or decimal text in units of a mint that was not known. */
export type ExpectedAmount = bigint | string;

/** `market.placeOrder` */
export interface NamedInstruction {
  readonly program: IdlProgram;
  readonly instruction: IdlInstruction;
}

/** The fate of a sent transaction that does not simply land in the next block. */
export type Delivery =
  /** refused as by the checks, and never in a block; `err` is one of the errors without a fee */
  | { readonly kind: 'refuse'; readonly err: TransactionError }
  /** accepted, and never in a block */
  | { readonly kind: 'drop' }
  /** in the block with this number among those that come next, from 1 */
  | { readonly kind: 'delay'; readonly blocks: bigint }
  /** in a block that never gets beyond this commitment */
  | { readonly kind: 'stopAt'; readonly commitment: 'processed' | 'confirmed' }
  /** in a block that is dropped after this many further blocks */
  | { readonly kind: 'fork'; readonly dropAfter: bigint; readonly landsAgain: boolean }
  | { readonly kind: 'rpcError'; readonly code: number; readonly message: string; readonly data?: JsonValue }
  /** null: the node does not know how many slots it is behind */
  | { readonly kind: 'unhealthy'; readonly slotsBehind: bigint | null };

/** The decision of a rule on a sent transaction: its outcome, or its way into a block. */
export type SendOutcome = Outcome | Delivery;

/** A send rule: the first one that matches a transaction decides its outcome. */
export interface SendRule {
  readonly match: SendMatch;
  readonly then: SendOutcome;
  /** largest number of sends that it decides */
  readonly times: number | undefined;
  /** whether a strict test may leave it unused */
  readonly optional?: boolean | undefined;
}
