import { JsonFragment, type JsonObject, type JsonText } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { SentRecord } from '../../live/sentLog.ts';
import { ledgerTextOf } from '../../runtime/names/nameScope.ts';
import type { Address } from '../../solana/address.ts';
import { type DescribedError, failedInstructionText } from '../../solana/idl/describeError.ts';
import { quoteKeys } from '../../solana/metadata/instructionText.ts';
import { parsersOf } from '../../solana/programs/parsers.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { fullAccountKeys, type LoadedAddresses } from '../../solana/transaction.ts';
import { presentOf } from '../../syntax/members.ts';
import { absentReason } from '../asking/absentReasons.ts';
import { encodeMessage, encodeParsedMessage, parsedInstructionEncoder } from '../encoding/message.ts';
import { viewAt } from '../methods/method.ts';
import { describeSent } from './describeSent.ts';
import type { Fate, SendFates } from './fates.ts';
import { areWithin, loadedOf, matchedSendOf } from './matchedSend.ts';
import { type SendNames, sendText } from './sendText.ts';

/** The context that a sent transaction is shown in. */
export interface SentContext {
  /** the ledger at the processed tip: it has the landed transaction and the lookup tables */
  readonly view: LedgerView;
  readonly fates: SendFates;
  readonly dialect: Dialect;
  readonly names: SendNames;
}

/** The context of sent transactions of a ledger, at its processed tip. */
export function sentContextOf(fates: SendFates, dialect: Dialect): SentContext {
  const { state } = fates.moment;
  const { addresses, programs } = state.names;
  return {
    dialect,
    fates,
    view: viewAt({ ledger: state, dialect }, 'processed'),
    names: { programs, textOf: (address) => ledgerTextOf(address, addresses) ?? address },
  };
}

/** A transaction that was sent, members sorted; `slot` and `err` are there when it is in a block. */
export function sentJson(record: SentRecord, context: SentContext): JsonObject {
  const { assumed = [], bundle, error, id, impersonated = [], options, outcome, rule, sentAt, transaction } = record;
  const { fate, sentence } = context.fates.fateOf(record);
  const signature = transaction.signatures[0] ?? null;
  const landed = signature === null ? undefined : context.view.transaction(signature);
  const loaded = loadedOf(transaction.message, landed, context.view);
  const keys = loaded && fullAccountKeys(transaction.message, loaded);
  const { events, instructions, programError } = describeSent(record, landed, keys, context.view.state);
  return {
    ...(record.isAirdrop && { airdrop: true }),
    ...(assumed.length > 0 && { assumed }),
    ...(bundle && { bundle }),
    ...(landed && { err: landed.err }),
    ...(error && { error }),
    ...(events && { events }),
    fate: fateJson(fate),
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
    why: [
      sentence,
      ...(error === undefined ? [] : [refusalText(record, context)]),
      ...absentAccountTexts(record, fate, context),
    ],
  };
}

/** Fates of transactions that have not failed. */
const FATES_WITHOUT_FAILURE: ReadonlySet<Fate['fate']> = new Set(['landed', 'waiting', 'held', 'reorged']);

/** The sentence about the accounts that upstream does not have, if a transaction may have failed without them. */
function absentAccountTexts({ transaction }: SentRecord, { fate }: Fate, { view }: SentContext): readonly string[] {
  const reason = FATES_WITHOUT_FAILURE.has(fate) ? undefined : absentReason({ transactions: [transaction] }, view);
  return reason === undefined ? [] : [reason];
}

/** Members without a value are absent. */
function fateJson({ fate, rule, slot, until }: Fate): JsonObject {
  return { fate, ...presentOf({ rule, slot, until }) };
}

/**
 * A refused transaction in one line: its instructions, the rule that decided, and the error, as an IDL describes it if there is one.
 */
export function refusalText(record: SentRecord, { names, view }: SentContext): string {
  const byRule = record.rule === null ? '' : ` by ${record.rule}`;
  const sent = matchedSendOf(record.transaction, view);
  const { programError } = describeSent(record, undefined, sent.keys, view.state);
  const reason =
    programError === undefined ? String(record.error?.message) : failedInstructionText(programError as DescribedError);
  return `${sendText(sent, names)}, refused${byRule}: ${reason}`;
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
