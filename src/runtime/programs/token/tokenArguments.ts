import { ByteReader } from '../../../codec/bytes.ts';
import { exactly, sizeOf, type TypeOf, tryDecode } from '../../../codec/struct.ts';
import { ADDRESS_BYTES, type Address, addressOf } from '../../../solana/address.ts';
import type { InstructionRow } from '../../../solana/programs/instructionRow.ts';
import { ProgramError } from '../../programError.ts';
import type { TokenCall } from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';

/**
 * Arguments of token instructions, as their rows describe them.
 *
 * Source   p-token 1.0 `processor/mod.rs`, spl-token-2022 10.0 `pod_instruction.rs`
 * @module
 */

const TAG_BYTES = 1;

export function invalidInstruction(): ProgramError {
  return tokenError('InvalidInstruction', 'the data is not an instruction of the token program');
}

export function invalidData(): ProgramError {
  return new ProgramError('InvalidInstructionData', 'the data of the instruction has a wrong length');
}

/** An amount in the smallest units of the mint. */
export interface Amount {
  readonly amount: bigint;
  /** decimals that the sender expects of the mint; undefined: the instruction does not name them */
  readonly decimals?: number;
}

/** Reads what is behind the tag. Arguments of a fixed size may have bytes behind them in the Token program, not in Token-2022. */
export function readArguments({ data, isToken2022 }: TokenCall, { args }: InstructionRow): unknown {
  const reader = new ByteReader(data, TAG_BYTES);
  const values = tryDecode(() => args.read(reader));
  if (values === undefined) throw isToken2022 ? invalidData() : invalidInstruction();
  if (isToken2022 && sizeOf(args) && reader.remaining > 0) throw invalidData();
  return values;
}

const SUB_TAG_BYTES = 1;

/** The number of an instruction within its extension; undefined: the data has none. */
export function subTagOf({ data }: TokenCall): number | undefined {
  return data[TAG_BYTES];
}

/** Reads what is behind the sub tag; undefined: the bytes are not of the row. */
export function readExtensionArguments<R extends InstructionRow>(
  { data }: TokenCall,
  { args, isExact = false }: R,
): TypeOf<R['args']> | undefined {
  const reader = new ByteReader(data, TAG_BYTES + SUB_TAG_BYTES);
  return tryDecode(() => (isExact ? exactly(args) : args).read(reader)) as TypeOf<R['args']> | undefined;
}

export function readAddressAt(bytes: Uint8Array, start: number): Address {
  return addressOf(bytes.subarray(start, start + ADDRESS_BYTES));
}
