import { u8, u32, u64 } from '../../codec/struct.ts';
import { COMPUTE_BUDGET_PROGRAM } from '../address.ts';
import { instructionsOf, row } from './instructionRow.ts';

/** Instructions by tag; the node does not parse them. */
export const COMPUTE_BUDGET_ROWS = {
  // bytes
  1: row('requestHeapFrame', [], { value: u32 }),
  // compute units
  2: row('setComputeUnitLimit', [], { value: u32 }),
  // micro-lamports a unit
  3: row('setComputeUnitPrice', [], { value: u64 }),
  // bytes
  4: row('setLoadedAccountsDataSizeLimit', [], { value: u32 }),
};

/** Source   solana compute-budget-interface 3.0 */
export const COMPUTE_BUDGET = instructionsOf(COMPUTE_BUDGET_PROGRAM, u8, COMPUTE_BUDGET_ROWS);
