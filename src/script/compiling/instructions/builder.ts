import type { Address } from '../../../model/address.ts';
import type { Changes } from '../../../runtime/accounts/accounts.ts';
import type { CallSite, Instruction } from '../../../runtime/instruction.ts';
import type { ArgumentReader } from '../../format/types.ts';
import type { Names } from '../names/names.ts';

export interface BuiltInstruction extends Instruction {
  /** whatever the program would do, accounts stay as they are */
  readonly hasNoEffect?: boolean;
}

/** What a builder can use besides the arguments. */
export interface BuildContext {
  readonly names: Names;
  /** as they are before this instruction */
  readonly accounts: Changes;
  /** of the transaction, if the script gives one */
  readonly payer: Address | undefined;
  readonly site: CallSite;
}

/**
 * Builds an instruction, or several, from the arguments of one word. Undefined: an argument is wrong, which was reported; a
 * ScriptError is reported at the instruction.
 */
export type InstructionBuilder = (
  args: ArgumentReader,
  context: BuildContext,
) => BuiltInstruction | readonly BuiltInstruction[] | undefined;
