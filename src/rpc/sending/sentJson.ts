import { JsonFragment, type JsonObject, type JsonText } from '../../codec/jsonText.ts';
import type { Dialect } from '../../dialect.ts';
import { AddressLookupError, loadAddresses } from '../../ledger/lookupTables.ts';
import type { LedgerView } from '../../ledger/view.ts';
import type { SentRecord } from '../../live/sends.ts';
import type { Address } from '../../solana/address.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import { quoteKeys } from '../../solana/metadata/metaShapes.ts';
import { parsersOf } from '../../solana/programs/index.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { fullAccountKeys, type LoadedAddresses } from '../../solana/transaction.ts';
import { encodeMessage, encodeParsedMessage, parsedInstructionEncoder } from '../encoding/message.ts';
import { describeSent } from './describeSent.ts';

/** What a sent transaction is shown with. */
export interface SentContext {
  /** at the processed tip: where it landed, and what lookup tables hold */
  readonly view: LedgerView;
  readonly dialect: Dialect;
}

/** A transaction that was sent, members sorted; `slot` and `err` are there when it is in a block. */
export function sentJson(record: SentRecord, context: SentContext): JsonObject {
  const { assumed = [], error, options, outcome, rule, transaction } = record;
  const signature = transaction.signatures[0] ?? null;
  const landed = signature === null ? undefined : context.view.transaction(signature);
  const loaded = loadedBy(transaction, landed, context.view);
  const keys = loaded && fullAccountKeys(transaction.message, loaded);
  return {
    ...(assumed.length > 0 && { assumed }),
    ...(landed && { err: landed.err }),
    ...(error && { error }),
    ...describeSent(record, landed, keys, context.view.state),
    options,
    outcome,
    rule,
    signature,
    ...(landed && { slot: landed.slot }),
    transaction: new JsonFragment(transactionText(transaction, loaded, keys, context)),
    version: transaction.version,
  };
}

/** As getTransaction shows it with jsonParsed; with json if its lookup tables are unknown. */
function transactionText(
  { message, signatures }: SentTransaction,
  loaded: LoadedAddresses | undefined,
  keys: readonly Address[] | undefined,
  { dialect, view }: SentContext,
): JsonText {
  const isKnown = (index: number) => keys !== undefined && index < keys.length;
  const areKnown = message.instructions.every(
    ({ accounts, programIdIndex }) => isKnown(programIdIndex) && accounts.every(isKnown),
  );
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

/** Undefined: its lookup tables are not known. */
function loadedBy(
  { message }: SentTransaction,
  landed: LedgerTransaction | undefined,
  view: LedgerView,
): LoadedAddresses | undefined {
  const recorded = landed?.kind === 'wire' ? landed.meta?.loadedAddresses : undefined;
  return recorded ?? loadedNow(message.addressTableLookups ?? [], view);
}

function loadedNow(lookups: Parameters<typeof loadAddresses>[1], view: LedgerView): LoadedAddresses | undefined {
  try {
    return loadAddresses(view, lookups, view.slot + 1n);
  } catch (error) {
    if (error instanceof AddressLookupError) return undefined;
    throw error;
  }
}
