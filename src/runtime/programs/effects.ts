import { ByteReader } from '../../codec/bytes.ts';
import type { TypeOf } from '../../codec/struct.ts';
import type { Instruction } from '../../solana/instruction.ts';
import type { InstructionRow } from '../../solana/programs/instructionRow.ts';
import type { Invocation } from '../invocation.ts';

/** The effects of the instructions of a program, by the type of their row; each gets the arguments of the row. */
export type Effects<R extends InstructionRow, C = Invocation> = {
  readonly [T in R as T['type']]?: (context: C, args: TypeOf<T['args']>) => void;
};

type Effect<C> = (context: C, args: never) => void;

/**
 * Reads all arguments of an instruction before its effect looks at accounts. Returns that effect; undefined: it is not modelled.
 *
 * @param data a reader that has read the tag
 * @throws BytesError
 */
export function readEffect<R extends InstructionRow, C>(
  effects: Effects<R, C>,
  row: R,
  data: ByteReader,
): ((context: C) => void) | undefined {
  const carryOut = effectOf(effects, row);
  if (carryOut === undefined) return undefined;
  const args = row.args.read(data);
  return (context) => carryOut(context, args as never);
}

export function effectOf<R extends InstructionRow, C>(effects: Effects<R, C>, { type }: R): Effect<C> | undefined {
  return (effects as Readonly<Record<string, Effect<C> | undefined>>)[type];
}

/** The name of an instruction in the log of its program. */
export function logName({ type }: InstructionRow): string {
  return `${type[0]!.toUpperCase()}${type.slice(1)}`;
}

/** Limit of the bytes of an instruction that are read. Source agave 4.1 limited_deserialize */
const MAX_DATA_BYTES = 1232;

/** Reads the data of an instruction as bincode does. */
export function bincodeReader({ data }: Instruction): ByteReader {
  return new ByteReader(data.subarray(0, MAX_DATA_BYTES));
}
