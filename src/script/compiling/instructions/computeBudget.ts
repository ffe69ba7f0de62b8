import { ByteWriter } from '../../../codec/byteWriter.ts';
import { COMPUTE_BUDGET_PROGRAM } from '../names/wellKnown.ts';
import type { BuiltInstruction } from './builder.ts';

const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;

export function setComputeUnitLimit(units: number): BuiltInstruction {
  return toComputeBudget(new ByteWriter(5).u8(SET_COMPUTE_UNIT_LIMIT).u32(units));
}

/** @param microLamports a compute unit */
export function setComputeUnitPrice(microLamports: bigint): BuiltInstruction {
  return toComputeBudget(new ByteWriter(9).u8(SET_COMPUTE_UNIT_PRICE).u64(microLamports));
}

function toComputeBudget(data: ByteWriter): BuiltInstruction {
  return { program: COMPUTE_BUDGET_PROGRAM, accounts: [], data: data.bytes() };
}
