import { anyOf, listOf, objectOf, orNull, type Schema } from '../rpc/openrpc/schema.ts';
import { ADDRESS, ANY_OBJECT, SIGNATURE, TEXT, TRANSACTION_ERROR, U64 as U64_SCHEMA } from '../rpc/openrpc/schemas.ts';
import type { U64 } from '../solana/meta.ts';

/** A transaction that was sent, and its outcome: what stillnode_sent lists. */
export interface SentTransactionInfo {
  /** programs whose effect is not known, so they did nothing; absent if there are none */
  readonly assumed?: readonly string[];
  /** the bundle that it was sent in, and its place there, from 0; absent if it was sent by itself */
  readonly bundle?: { readonly id: string; readonly index: number };
  /** error of a transaction in a block; null: it succeeded */
  readonly err?: unknown;
  /** error that the client got instead of the signature */
  readonly error?: unknown;
  /** events in its log, by the IDLs of their programs; absent if there are none, as the two members below */
  readonly events?: readonly { readonly program: string; readonly event: string; readonly fields: unknown }[];
  /** 1 is the first one since the ledger was loaded or reset; `since` of `waitForSend` takes it */
  readonly id: number;
  /** signers that the ledger impersonates; absent if there are none */
  readonly impersonated?: readonly string[];
  /** instructions of programs with an IDL, as `stillnode show --json` has them */
  readonly instructions?: readonly SentInstructionInfo[];
  /** a custom error, by the IDL of the program that failed */
  readonly programError?: ProgramErrorInfo;
  /** the configuration that came with it */
  readonly options: unknown;
  /** outcome of the rule, `succeed` without one; `{ refused: { code, err? } }`: the client got an error */
  readonly outcome: unknown;
  /** id of the rule that decided */
  readonly rule: string | null;
  readonly signature: string | null;
  /** slot of its block */
  readonly slot?: U64;
  /** answer of getTransaction with the encoding jsonParsed */
  readonly transaction: unknown;
  readonly version: 'legacy' | number;
  /** lines about a refused transaction: its instructions, the rule that decided, and the error */
  readonly why?: readonly string[];
}

/** An instruction, by the IDL of its program. */
export interface SentInstructionInfo {
  readonly index: number;
  /** among those that the instruction calls; null: it is the instruction itself */
  readonly innerIndex: number | null;
  /** name of the program in the ledger */
  readonly program: string;
  readonly instruction: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** addresses */
  readonly accounts: Readonly<Record<string, string>>;
}

/** A custom error, by the IDL of the program that failed. */
export interface ProgramErrorInfo {
  readonly program: string;
  /** index of the instruction of the transaction */
  readonly instruction: number;
  readonly name: string;
  readonly code: number;
  readonly message: string;
}

export const SENT: Schema = objectOf({
  'assumed?': listOf(ADDRESS),
  'bundle?': objectOf({ id: TEXT, index: U64_SCHEMA }),
  'err?': TRANSACTION_ERROR,
  'error?': ANY_OBJECT,
  'events?': listOf(ANY_OBJECT),
  id: U64_SCHEMA,
  'impersonated?': listOf(ADDRESS),
  'instructions?': listOf(ANY_OBJECT),
  options: {},
  outcome: {},
  'programError?': ANY_OBJECT,
  rule: orNull(TEXT),
  signature: orNull(SIGNATURE),
  'slot?': U64_SCHEMA,
  transaction: ANY_OBJECT,
  version: anyOf(TEXT, U64_SCHEMA),
  'why?': listOf(TEXT),
});
