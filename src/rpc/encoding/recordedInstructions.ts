import { Base58Error, decodeBase58 } from '../../codec/base58.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import type { Address } from '../../solana/address.ts';
import { type LedgerTransaction, recordedKeys } from '../../solana/block.ts';
import type { DescribableInstruction } from '../../solana/idl/describe.ts';
import type { CompiledInstruction } from '../../solana/transaction.ts';
import { decodeRecorded } from '../../solana/wire.ts';

/** Instructions with their accounts by address, of transactions in whatever form they were recorded. @module */

/** An instruction in its transaction. */
export interface PlacedInstruction extends DescribableInstruction {
  /** index of the instruction in the message, from 0 */
  readonly index: number;
  /** position among those that this instruction called, from 0; null: it is in the message */
  readonly innerIndex: number | null;
}

/** The instructions of the message. */
export function messageInstructions(transaction: LedgerTransaction): readonly PlacedInstruction[] {
  const keys = recordedKeys(transaction);
  if (transaction.kind === 'wire')
    return readMessageInstructions(decodeRecorded(transaction).message.instructions, keys);
  const message = transaction.json?.message;
  return readWithPositions(isJsonObject(message) ? message.instructions : undefined, keys).map(([at, read]) => ({
    index: at,
    innerIndex: null,
    ...read,
  }));
}

/** The instructions of the message whose accounts are known. */
export function readMessageInstructions(
  instructions: readonly CompiledInstruction[],
  keys: readonly Address[],
): readonly PlacedInstruction[] {
  return instructions.flatMap(({ accounts, data, programIdIndex }, index) => {
    const programId = keys[programIdIndex];
    const addresses = Array.from(accounts, (account) => keys[account]);
    if (programId === undefined || !areKnown(addresses)) return [];
    return [{ index, innerIndex: null, programId, accounts: addresses, data }];
  });
}

function areKnown(addresses: readonly (Address | undefined)[]): addresses is readonly Address[] {
  return !addresses.includes(undefined);
}

/** The inner instructions. @param meta in the form of a node */
export function innerInstructions(meta: JsonValue, keys: readonly Address[]): readonly PlacedInstruction[] {
  const groups = isJsonObject(meta) ? meta.innerInstructions : undefined;
  return (isJsonArray(groups) ? groups : []).flatMap((group) => {
    if (!isJsonObject(group)) return [];
    const index = Number(group.index);
    return readWithPositions(group.instructions, keys).map(([innerIndex, read]) => ({ index, innerIndex, ...read }));
  });
}

function readWithPositions(
  instructions: JsonValue | undefined,
  keys: readonly Address[],
): readonly (readonly [number, DescribableInstruction])[] {
  if (!isJsonArray(instructions)) return [];
  return instructions.flatMap((instruction, i) => {
    const read = readRecorded(instruction, keys);
    return read === undefined ? [] : [[i, read] as const];
  });
}

/**
 * Reads an instruction in the form of a node: with addresses, or with indexes. Undefined: it is parsed, or not in a form of a node.
 */
function readRecorded(instruction: JsonValue, keys: readonly Address[]): DescribableInstruction | undefined {
  if (!isJsonObject(instruction)) return undefined;
  const { accounts, data, programId, programIdIndex } = instruction;
  const program = addressIn(programId ?? programIdIndex, keys);
  if (program === undefined || typeof data !== 'string' || !isJsonArray(accounts)) return undefined;
  const addresses = accounts.map((account) => addressIn(account, keys));
  const bytes = unlessThrown([Base58Error], () => decodeBase58(data));
  return areKnown(addresses) && bytes !== undefined
    ? { programId: program, accounts: addresses, data: bytes }
    : undefined;
}

function addressIn(value: JsonValue | undefined, keys: readonly Address[]): Address | undefined {
  return typeof value === 'string' ? (value as Address) : keys[Number(value)];
}
