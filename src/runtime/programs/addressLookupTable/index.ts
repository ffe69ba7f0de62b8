import { ByteReader, BytesError } from '../../../codec/byteReader.ts';
import type { Address } from '../../../model/address.ts';
import { readAddress, readList } from '../../../model/wireParts.ts';
import type { Invocation, Program } from '../../invocation.ts';
import { closeTable, deactivateTable } from './closing.ts';
import { createTable } from './creating.ts';
import { extendTable } from './extending.ts';
import { freezeTable } from './freezing.ts';
import { refuse } from './refusal.ts';

type Run = (invocation: Invocation) => void;

/** By tag: reads the rest of the data. */
const INSTRUCTIONS: readonly (readonly [name: string, read: (data: ByteReader) => Run])[] = [
  ['CreateLookupTable', readCreate],
  ['FreezeLookupTable', () => freezeTable],
  ['ExtendLookupTable', readExtend],
  ['DeactivateLookupTable', () => deactivateTable],
  ['CloseLookupTable', () => closeTable],
];

/** As many fit into a transaction. */
const MAX_NEW_ADDRESSES = 38n;

/**
 * The address lookup table program. Bytes behind an instruction are ignored.
 *
 * Source   solana-program/address-lookup-table 3.0 `processor.rs`
 */
export const addressLookupTableProgram: Program = (invocation) => {
  const { name, run } = decode(invocation);
  invocation.log(`Program log: Instruction: ${name}`);
  run(invocation);
};

function decode(invocation: Invocation): { readonly name: string; readonly run: Run } {
  const data = new ByteReader(invocation.instruction.data);
  try {
    const found = INSTRUCTIONS[data.u32()];
    if (found !== undefined) return { name: found[0], run: found[1](data) };
  } catch (error) {
    if (!(error instanceof BytesError)) throw error;
  }
  return refuse(invocation, 'InvalidInstructionData', { sentence: 'no instruction of lookup tables has these bytes' });
}

function readCreate(data: ByteReader): Run {
  const [recentSlot, bump] = [data.u64(), data.u8()];
  return (invocation) => createTable(invocation, recentSlot, bump);
}

function readExtend(data: ByteReader): Run {
  const count = data.u64();
  if (count > MAX_NEW_ADDRESSES) throw new BytesError(`${count} addresses at once`, data.offset);
  const addresses: readonly Address[] = readList(data, Number(count), readAddress);
  return (invocation) => extendTable(invocation, addresses);
}
