import { isJsonArray, isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { Address } from '../../solana/address.ts';
import { type LedgerTransaction, recordedKeys } from '../../solana/block.ts';
import { Budget } from '../../solana/idl/budget.ts';
import {
  type DescribedEvent,
  type DescribedInstruction,
  describeCalledEvents,
  describeEvents,
  describeInstruction,
} from '../../solana/idl/describe.ts';
import { customErrorOf, type DescribedError, describeError, failedProgram } from '../../solana/idl/describeError.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import { innerInstructions, messageInstructions, type PlacedInstruction } from './recordedInstructions.ts';

/**
 * Transactions described by the IDLs of their programs, for tools and control methods: answers of a node do not know them.
 * @module
 */

/** The programs of a ledger that have an IDL. */
export function idlProgramsOf({ names }: LedgerState): readonly IdlProgram[] {
  return [...names.programs.values()];
}

export type InstructionEntry = Pick<PlacedInstruction, 'index' | 'innerIndex'> &
  Pick<DescribedInstruction, keyof DescribedInstruction>;

/** The description of a transaction by the IDLs of its programs. */
export type DescribedTransaction = {
  /** instructions of programs with an IDL */
  readonly instructions: readonly InstructionEntry[];
  readonly events: readonly Pick<DescribedEvent, keyof DescribedEvent>[];
  /** null: it is not an error of a program with an IDL */
  readonly programError: DescribedError | null;
};

const NOTHING: DescribedTransaction = { instructions: [], events: [], programError: null };

/** Describes a transaction that is in a block. */
export function describeTransaction(transaction: LedgerTransaction, state: LedgerState): DescribedTransaction {
  const programs = idlProgramsOf(state);
  if (programs.length === 0) return NOTHING;
  const meta = recordedMetaOf(transaction);
  const logs = logsIn(meta);
  const inner = innerInstructions(meta, recordedKeys(transaction));
  const instructions = [...messageInstructions(transaction), ...inner].sort(byPlace);
  const budget = new Budget();
  return {
    instructions: describeInstructions(instructions, programs),
    events: [...describeEvents(logs, programs, budget), ...describeCalledEvents(inner, programs, budget)],
    programError: errorOf(transaction, logs, programs) ?? null,
  };
}

function byPlace(a: PlacedInstruction, b: PlacedInstruction): number {
  return a.index - b.index || (a.innerIndex ?? -1) - (b.innerIndex ?? -1);
}

/** The instructions of programs with an IDL; others are left out. */
export function describeInstructions(
  instructions: readonly PlacedInstruction[],
  programs: readonly IdlProgram[],
): readonly InstructionEntry[] {
  const budget = new Budget();
  return instructions.flatMap((instruction) => {
    const described = describeInstruction(instruction, programs, budget);
    return described === undefined
      ? []
      : [{ index: instruction.index, innerIndex: instruction.innerIndex, ...described }];
  });
}

/** Undefined: it did not fail with an error of a program with an IDL. */
export function describeFailure(transaction: LedgerTransaction, state: LedgerState): DescribedError | undefined {
  const programs = idlProgramsOf(state);
  // most transactions succeed, and their metadata are not read
  if (transaction.err === null || programs.length === 0) return undefined;
  return errorOf(transaction, logsIn(recordedMetaOf(transaction)), programs);
}

function errorOf(transaction: LedgerTransaction, logs: readonly string[], programs: readonly IdlProgram[]) {
  const programOf = (index: number) =>
    messageInstructions(transaction).find((instruction) => instruction.index === index)?.programId;
  return describeError(transaction.err, { logs, programOf }, programs);
}

/** The innermost program that failed with the custom error of a transaction; undefined: its log does not have it. */
export function failedProgramOf(transaction: LedgerTransaction): Address | undefined {
  const custom = customErrorOf(transaction.err);
  return custom && failedProgram(logsIn(recordedMetaOf(transaction)), custom.code);
}

/** Metadata in the form of a node, as they were recorded. */
export function recordedMetaOf(transaction: LedgerTransaction): JsonValue {
  if (transaction.kind === 'opaque') return transaction.meta;
  return transaction.meta && parseJson(transaction.meta.text.toString());
}

function logsIn(meta: JsonValue): readonly string[] {
  const logs = isJsonObject(meta) ? meta.logMessages : undefined;
  return isJsonArray(logs) ? logs.filter((line) => typeof line === 'string') : [];
}
