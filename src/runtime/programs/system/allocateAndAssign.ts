import type { Address } from '../../../solana/address.ts';
import type { Instruction } from '../../../solana/instruction.ts';
import { SYSTEM } from '../../../solana/programs/system.ts';

/** The calls that give an account its size, in bytes, and its program. */
export function allocateAndAssign(account: Address, space: bigint, owner: Address): readonly Instruction[] {
  return [SYSTEM.allocate.build({ account }, { space }), SYSTEM.assign.build({ account }, { owner })];
}
