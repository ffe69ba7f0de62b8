/**
 * Arguments of token instructions. The older program takes more bytes than it needs, Token-2022 only as many.
 *
 * Source   p-token 1.0 `processor/mod.rs`, spl-token-2022 10.0 `pod_instruction.rs`
 * @module
 */
import { ADDRESS_BYTES, type Address, addressOf } from '../../../model/address.ts';
import { ProgramError } from '../../programError.ts';
import type { TokenCall } from './call.ts';
import { tokenError } from './tokenErrors.ts';

const TAG_BYTES = 1;
const U64_BYTES = 8;

export function invalidInstruction(): ProgramError {
  return tokenError('InvalidInstruction', 'the data of the instruction is no instruction of the token program');
}

export function invalidData(): ProgramError {
  return new ProgramError('InvalidInstructionData', 'the data of the instruction has a wrong length');
}

function requireBytes({ data, isExtended }: TokenCall, bytes: number, start = TAG_BYTES): void {
  if (isExtended && data.length !== start + bytes) throw invalidData();
  if (data.length < start + bytes) throw invalidInstruction();
}

/** In the smallest units of the mint. */
export function readAmount(call: TokenCall, start = TAG_BYTES): bigint {
  requireBytes(call, U64_BYTES, start);
  return u64At(call.data, start);
}

export interface CheckedAmount {
  readonly amount: bigint;
  readonly decimals: number;
}

export function readCheckedAmount(call: TokenCall, start = TAG_BYTES): CheckedAmount {
  requireBytes(call, U64_BYTES + 1, start);
  return { amount: u64At(call.data, start), decimals: call.data[start + U64_BYTES]! };
}

export function readU8(call: TokenCall): number {
  requireBytes(call, 1);
  return call.data[TAG_BYTES]!;
}

export function readAddressArgument(call: TokenCall, start = TAG_BYTES): Address {
  requireBytes(call, ADDRESS_BYTES, start);
  return addressAt(call.data, start);
}

/** A byte that says whether an address follows. */
export function readOptionalAddressArgument({ data, isExtended }: TokenCall, start: number): Address | null {
  const tag = data[start];
  if (tag === 0) return null;
  if (tag === 1 && data.length >= start + 1 + ADDRESS_BYTES) return addressAt(data, start + 1);
  throw isExtended ? invalidData() : invalidInstruction();
}

/** A byte that says whether an amount follows. */
export function readOptionalAmount({ data, isExtended }: TokenCall): bigint | null {
  const tag = data[TAG_BYTES];
  if (tag === 0) return null;
  if (tag === 1 && data.length >= TAG_BYTES + 1 + U64_BYTES) return u64At(data, TAG_BYTES + 1);
  throw isExtended ? invalidData() : invalidInstruction();
}

/** Numbers of extensions, each u16. @throws ProgramError where one is cut off or not known */
export function readExtensionList({ data }: TokenCall, isKnown: (type: number) => boolean): readonly number[] {
  const types: number[] = [];
  for (let at = TAG_BYTES; at < data.length; at += 2) {
    const type = data[at]! | ((data[at + 1] ?? 0) << 8);
    if (at + 1 === data.length || !isKnown(type))
      throw new ProgramError('InvalidAccountData', 'the instruction names an extension that is not known');
    types.push(type);
  }
  return types;
}

export function addressAt(bytes: Uint8Array, start: number): Address {
  return addressOf(bytes.subarray(start, start + ADDRESS_BYTES));
}

export function u64At(bytes: Uint8Array, start: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(start, true);
}
