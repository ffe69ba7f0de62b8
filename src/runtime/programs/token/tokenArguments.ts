import { type Decoder, tryDecode } from '../../../codec/struct.ts';
import { utf8Text } from '../../../codec/text.ts';
import { ADDRESS_BYTES, type Address, addressOf } from '../../../solana/address.ts';
import { readWhole } from '../../../solana/programs/splToken/extensions.ts';
import { ProgramError } from '../../programError.ts';
import type { TokenCall } from './tokenCall.ts';
import { tokenError } from './tokenErrors.ts';

/**
 * Arguments of token instructions. The older program takes more bytes than it needs, Token-2022 only as many.
 *
 * Source   p-token 1.0 `processor/mod.rs`, spl-token-2022 10.0 `pod_instruction.rs`
 * @module
 */

const TAG_BYTES = 1;
const U64_BYTES = 8;

export function invalidInstruction(): ProgramError {
  return tokenError('InvalidInstruction', 'the data is not an instruction of the token program');
}

export function invalidData(): ProgramError {
  return new ProgramError('InvalidInstructionData', 'the data of the instruction has a wrong length');
}

function requireBytes({ data, isExtended }: TokenCall, bytes: number): void {
  if (isExtended && data.length !== TAG_BYTES + bytes) throw invalidData();
  if (data.length < TAG_BYTES + bytes) throw invalidInstruction();
}

/** An amount in the smallest units of the mint. */
export interface Amount {
  readonly amount: bigint;
  /** decimals that the sender expects of the mint; undefined: the instruction does not name them */
  readonly decimals?: number;
}

export function readAmount(call: TokenCall): Amount {
  requireBytes(call, U64_BYTES);
  return { amount: u64At(call.data, TAG_BYTES) };
}

export function readCheckedAmount(call: TokenCall): Required<Amount> {
  requireBytes(call, U64_BYTES + 1);
  return { amount: u64At(call.data, TAG_BYTES), decimals: call.data[TAG_BYTES + U64_BYTES]! };
}

export function readU8(call: TokenCall): number {
  requireBytes(call, 1);
  return call.data[TAG_BYTES]!;
}

export function readAddressArgument(call: TokenCall): Address {
  requireBytes(call, ADDRESS_BYTES);
  return addressAt(call.data, TAG_BYTES);
}

/** All that is behind the tag. @throws ProgramError InvalidInstruction where it is not UTF-8 */
export function readText({ data }: TokenCall): string {
  const text = utf8Text(data.subarray(TAG_BYTES));
  if (text === undefined) throw invalidInstruction();
  return text;
}

/** A byte that says whether an address follows. */
export function readOptionalAddressArgument({ data, isExtended }: TokenCall, start: number): Address | null {
  const tag = data[start];
  if (tag === 0) return null;
  if (tag === 1 && data.length >= start + 1 + ADDRESS_BYTES) return addressAt(data, start + 1);
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

/** All arguments from `start` on, which end with the data. @throws ProgramError InvalidInstructionData */
export function readExactly<T>({ data }: TokenCall, start: number, args: Decoder<T>): T {
  const values = tryDecode(() => readWhole(data.subarray(start), args));
  if (values === undefined) throw invalidData();
  return values;
}

export function addressAt(bytes: Uint8Array, start: number): Address {
  return addressOf(bytes.subarray(start, start + ADDRESS_BYTES));
}

function u64At(bytes: Uint8Array, start: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(start, true);
}
