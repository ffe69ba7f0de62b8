import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { SentRecord } from '../../live/sentLog.ts';
import type { Address } from '../../solana/address.ts';
import type { LedgerTransaction } from '../../solana/block.ts';
import { describeError } from '../../solana/idl/describeError.ts';
import {
  type DescribedTransaction,
  describeInstructions,
  describeTransaction,
  idlProgramsOf,
} from '../encoding/describedTransaction.ts';
import { readMessageInstructions } from '../encoding/recordedInstructions.ts';

/**
 * Describes a sent transaction by the IDLs of its programs; members without a content are absent.
 *
 * @param landed the transaction in a block, where inner instructions and events are known
 * @param keys all accounts of the message; undefined: its lookup tables are not known
 */
export function describeSent(
  record: Pick<SentRecord, 'error' | 'transaction'>,
  landed: LedgerTransaction | undefined,
  keys: readonly Address[] | undefined,
  state: LedgerState,
): JsonObject {
  const { events, instructions, programError } =
    landed === undefined ? describeUnlanded(record, keys ?? [], state) : describeTransaction(landed, state);
  return {
    ...(events.length > 0 && { events }),
    ...(instructions.length > 0 && { instructions }),
    ...(programError !== null && { programError }),
  };
}

function describeUnlanded(
  { error, transaction }: Pick<SentRecord, 'error' | 'transaction'>,
  keys: readonly Address[],
  state: LedgerState,
): DescribedTransaction {
  const programs = idlProgramsOf(state);
  const { instructions } = transaction.message;
  const programOf = (index: number) => keys[instructions[index]?.programIdIndex ?? -1];
  const { err, logs } = simulationIn(error);
  return {
    instructions: describeInstructions(readMessageInstructions(instructions, keys), programs),
    events: [],
    programError: describeError(err, { logs, programOf }, programs) ?? null,
  };
}

/** The simulation in the error of a failed preflight. A rule may give an error of any form. */
function simulationIn(error: JsonObject | undefined): { readonly err: JsonValue; readonly logs: readonly string[] } {
  const { err = null, logs } = isJsonObject(error?.data) ? error.data : {};
  return { err, logs: isJsonArray(logs) ? logs.filter((line) => typeof line === 'string') : [] };
}
