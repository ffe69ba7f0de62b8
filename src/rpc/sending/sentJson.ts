import { JsonFragment, type JsonObject, type JsonText, type JsonValue } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import { AddressLookupError, loadAddresses } from '../../ledger/lookupTables.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { SentRecord } from '../../live/sentLog.ts';
import { ledgerTextOf } from '../../runtime/names/nameScope.ts';
import type { Address } from '../../solana/address.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import { type DescribedError, failedInstructionText } from '../../solana/idl/describeError.ts';
import { quoteKeys } from '../../solana/metadata/instructionText.ts';
import { parsersOf } from '../../solana/programs/parsers.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import {
  type CompiledInstruction,
  fullAccountKeys,
  type LoadedAddresses,
  type Message,
} from '../../solana/transaction.ts';
import { encodeMessage, encodeParsedMessage, parsedInstructionEncoder } from '../encoding/message.ts';
import { viewAt } from '../methods/method.ts';
import { describeSent } from './describeSent.ts';
import type { MatchedSend } from './sendMatch.ts';
import { type SendNames, sendText } from './sendText.ts';

/** The context that a sent transaction is shown in. */
export interface SentContext {
  /** the ledger at the processed tip: it has the landed transaction and the lookup tables */
  readonly view: LedgerView;
  readonly dialect: Dialect;
  readonly names: SendNames;
}

/** The context of sent transactions of a ledger, at its processed tip. */
export function sentContextOf(state: LedgerState, dialect: Dialect): SentContext {
  const { addresses, programs } = state.names;
  return {
    dialect,
    view: viewAt({ ledger: state, dialect }, 'processed'),
    names: { programs, textOf: (address) => ledgerTextOf(address, addresses) ?? address },
  };
}

/** A transaction that was sent, members sorted; `slot` and `err` are there when it is in a block. */
export function sentJson(record: SentRecord, context: SentContext): JsonObject {
  const { assumed = [], bundle, error, id, impersonated = [], options, outcome, rule, sentAt, transaction } = record;
  const signature = transaction.signatures[0] ?? null;
  const landed = signature === null ? undefined : context.view.transaction(signature);
  const loaded = loadedOf(transaction.message, landed, context.view);
  const keys = loaded && fullAccountKeys(transaction.message, loaded);
  const { events, instructions, programError } = describeSent(record, landed, keys, context.view.state);
  return {
    ...(assumed.length > 0 && { assumed }),
    ...(bundle && { bundle }),
    ...(landed && { err: landed.err }),
    ...(error && { error }),
    ...(events && { events }),
    id,
    ...(impersonated.length > 0 && { impersonated }),
    ...(instructions && { instructions }),
    options,
    outcome,
    ...(programError && { programError }),
    rule,
    sentSlot: sentAt.slot,
    sentTime: sentAt.blockTimeSeconds,
    signature,
    ...(landed && { slot: landed.slot }),
    transaction: new JsonFragment(transactionText(transaction, loaded, keys, context)),
    version: transaction.version,
    ...(error && { why: [refusalText(record, programError, context)] }),
  };
}

/**
 * A refused transaction in one line: its instructions, the rule that decided, and the error, as an IDL describes it if there is one.
 */
function refusalText(
  { error, rule, transaction }: SentRecord,
  programError: JsonValue | undefined,
  { names, view }: SentContext,
): string {
  const byRule = rule === null ? '' : ` by ${rule}`;
  const reason =
    programError === undefined ? String(error?.message) : failedInstructionText(programError as DescribedError);
  return `${sendText(matchedSendOf(transaction, view), names)}, refused${byRule}: ${reason}`;
}

/**
 * A transaction that was sent, for a match. If its lookup tables are unknown, it has only the accounts of the message, and only the
 * instructions that need no other.
 */
export function matchedSendOf({ message, signatures }: SentTransaction, view: LedgerView): MatchedSend {
  const landed = signatures[0] && view.transaction(signatures[0]);
  const loaded = loadedOf(message, landed, view);
  const keys = loaded === undefined ? message.accountKeys : fullAccountKeys(message, loaded);
  const instructions = message.instructions.filter((instruction) => areWithin(instruction, keys.length));
  return { keys, message: { ...message, instructions }, signatures };
}

/** The member `transaction` of getTransaction with jsonParsed; with json if an account of an instruction is not known. */
function transactionText(
  { message, signatures }: SentTransaction,
  loaded: LoadedAddresses | undefined,
  keys: readonly Address[] | undefined,
  { dialect, view }: SentContext,
): JsonText {
  const areKnown = message.instructions.every((instruction) => areWithin(instruction, keys?.length ?? 0));
  const text =
    loaded === undefined || keys === undefined || !areKnown
      ? encodeMessage(message, dialect)
      : encodeParsedMessage(
          message,
          loaded,
          parsedInstructionEncoder(keys, parsersOf(view.state.protocol.version), dialect),
          dialect,
        );
  return `{"message":${text},"signatures":${quoteKeys(signatures)}}`;
}

function areWithin({ accounts, programIdIndex }: CompiledInstruction, count: number): boolean {
  return programIdIndex < count && accounts.every((index) => index < count);
}

/** The loaded addresses of the landed transaction, or by the current lookup tables. Undefined: a table is not known. */
function loadedOf(
  { addressTableLookups }: Message,
  landed: LedgerTransaction | undefined,
  view: LedgerView,
): LoadedAddresses | undefined {
  const recorded = landed?.kind === 'wire' ? landed.meta?.loadedAddresses : undefined;
  return recorded ?? loadNow(addressTableLookups ?? [], view);
}

function loadNow(lookups: Parameters<typeof loadAddresses>[1], view: LedgerView): LoadedAddresses | undefined {
  try {
    return loadAddresses(view, lookups);
  } catch (error) {
    if (error instanceof AddressLookupError) return undefined;
    throw error;
  }
}
