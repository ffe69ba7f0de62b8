import { ByteReader } from '../../codec/bytes.ts';
import { tryDecode, u8, u32, u64 } from '../../codec/struct.ts';
import { COMPUTE_BUDGET_PROGRAM } from '../address.ts';
import { type InstructionRow, instructionsOf, parseByRow, row, shownAs } from './instructionRow.ts';
import type { InstructionInput, ParsedInstruction } from './parserTypes.ts';

const bytes = shownAs({ value: u32 }, ({ value }) => ({ bytes: value }));
const units = shownAs({ value: u32 }, ({ value }) => ({ units: value }));
const microLamports = shownAs({ value: u64 }, ({ value }) => ({ microLamports: value }));

/** Instructions by tag; the node does not parse them. */
export const COMPUTE_BUDGET_ROWS = {
  1: row('requestHeapFrame', [], bytes),
  2: row('setComputeUnitLimit', [], units),
  // micro-lamports a unit
  3: row('setComputeUnitPrice', [], microLamports),
  4: row('setLoadedAccountsDataSizeLimit', [], bytes),
};

/** Source   solana compute-budget-interface 3.0 */
export const COMPUTE_BUDGET = instructionsOf(COMPUTE_BUDGET_PROGRAM, u8, COMPUTE_BUDGET_ROWS);

const ROWS: Readonly<Record<number, InstructionRow>> = COMPUTE_BUDGET_ROWS;

/** Parses an instruction of the compute budget for readers. The table of parsers does not have it: a node shows it unparsed. */
export function parseComputeBudgetInstruction({ accounts, data }: InstructionInput): ParsedInstruction | undefined {
  return tryDecode(() => {
    const reader = new ByteReader(data);
    return parseByRow('compute-budget', ROWS[reader.u8()], accounts, reader);
  });
}
