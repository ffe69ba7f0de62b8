import { isJsonArray, isJsonObject } from '../../codec/json.ts';
import { memoOf } from '../../encoding/recordedMemo.ts';
import type { Address, Signature } from '../../model/address.ts';
import type { LedgerTransaction, OpaqueTransaction } from '../../model/block.ts';
import type { TransactionError } from '../../model/meta.ts';
import { decodeRecorded } from '../../model/wire.ts';
import { type Scene, type SlotStatus, statusOf } from './scene.ts';

/** A transaction on one line. Null: there is no such value, or it was not recorded. */
export type TransactionEntry = {
  readonly slot: bigint;
  readonly status: SlotStatus;
  /** position in its block, from 0 */
  readonly index: number | null;
  readonly signature: Signature;
  /** in the script, and which of its copies, from 0 */
  readonly name: string | null;
  readonly copy: number | null;
  /** called at the top level: each once, by name where it has one */
  readonly programs: readonly string[] | null;
  /** as getSignaturesForAddress shows it */
  readonly memo: string | null;
  readonly err: TransactionError | null;
};

export function transactionEntry(transaction: LedgerTransaction, scene: Scene): TransactionEntry {
  const { err, index, signature, slot } = transaction;
  const named = scene.words.ofTransaction(signature);
  return {
    slot,
    status: statusOf(slot, scene),
    index: index ?? null,
    signature,
    name: named?.name ?? null,
    copy: named?.copy ?? null,
    programs: programsOf(transaction)?.map((program) => scene.words.of(program) ?? program) ?? null,
    memo: isWithoutInstructions(transaction) ? null : memoOf(transaction),
    err,
  };
}

function isWithoutInstructions(transaction: LedgerTransaction): boolean {
  return transaction.kind === 'opaque' && instructionsOf(transaction) === undefined;
}

function instructionsOf({ form, json }: OpaqueTransaction) {
  const message = form === 'jsonParsed' ? json?.message : undefined;
  return isJsonObject(message) && isJsonArray(message.instructions) ? message.instructions : undefined;
}

/** Undefined: it was recorded without its instructions. */
function programsOf(transaction: LedgerTransaction): readonly Address[] | undefined {
  const programs = transaction.kind === 'opaque' ? programsOfOpaque(transaction) : programsOfWire(transaction);
  return programs && [...new Set(programs)];
}

function programsOfWire(transaction: Extract<LedgerTransaction, { kind: 'wire' }>): readonly Address[] {
  // a program is never among the keys of a lookup table
  return decodeRecorded(transaction).message.instructions.map(
    ({ programIdIndex }) => transaction.accountKeys[programIdIndex]!,
  );
}

function programsOfOpaque(transaction: OpaqueTransaction): readonly Address[] | undefined {
  return instructionsOf(transaction)?.flatMap((instruction) => {
    if (!isJsonObject(instruction)) return [];
    // the contract names the program of what is not parsed by its index
    return (instruction.programId as Address) ?? transaction.accountKeys[Number(instruction.programIdIndex)] ?? [];
  });
}
