import type { TypeOf } from '../../../codec/struct.ts';
import type { InstructionRow } from '../../../solana/programs/instructionRow.ts';
import { NotModelledError } from '../../notModelled.ts';
import { invalidData, invalidInstruction, readExtensionArguments, subTagOf } from './tokenArguments.ts';
import type { TokenCall } from './tokenCall.ts';

/** The log line and the effect of an instruction of an extension; without an effect it is not modelled. */
type ExtensionEffect<T> = readonly [
  /** logged before the arguments are read */
  line: string,
  carryOut: ((call: TokenCall, args: T) => void) | undefined,
];

/** The instructions of an extension of Token-2022, by the type of their row. */
export type ExtensionEffects<R extends InstructionRow> = {
  readonly [T in R as T['type']]: ExtensionEffect<TypeOf<T['args']>>;
};

export type ExtensionRun = (call: TokenCall) => void;

/** @param rows by sub tag */
export function runBySubTag<R extends InstructionRow>(rows: readonly R[], effects: ExtensionEffects<R>): ExtensionRun {
  const table = effects as Readonly<Record<string, ExtensionEffect<never>>>;
  return (call) => {
    const subTag = subTagOf(call);
    if (subTag === undefined) throw invalidData();
    const row = rows[subTag];
    if (row === undefined) throw invalidInstruction();
    const [line, carryOut] = table[row.type]!;
    call.log(line);
    if (carryOut === undefined) throw new NotModelledError(call.instruction);
    const args = readExtensionArguments(call, row);
    if (args === undefined) throw invalidData();
    carryOut(call, args as never);
  };
}
