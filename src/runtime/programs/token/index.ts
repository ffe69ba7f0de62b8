import { loadAccounts, storeAccounts } from '../../accounts/loadedAccounts.ts';
import type { Invocation } from '../../invocation.ts';
import { NotModelledError } from '../../notModelled.ts';
import { ProgramError } from '../../programError.ts';
import { BATCH, batch } from './batch.ts';
import { TokenCall } from './call.ts';
import { EXTENSION_INSTRUCTIONS, isNotModelled } from './extensionInstructions.ts';
import { invalidInstruction } from './instructionData.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { errorLine } from './tokenErrors.ts';

/** A program that stops has no time to log. */
const STOPPED = 'ProgramFailedToComplete';

/**
 * The token program and Token-2022.
 *
 * Source   p-token 1.0, which mainnet-beta runs as the token program; spl-token-2022 10.0 `processor.rs`
 */
export function tokenProgram(invocation: Invocation): void {
  const { instruction, accounts } = invocation;
  const loaded = loadAccounts(invocation);
  const call = new TokenCall(invocation, loaded, instruction.data);
  // the older program stops before it would log
  if (instruction.data.length === 0 && !call.isExtended) throw invalidInstruction();
  try {
    if (instruction.data[0] === BATCH) runBatch(call);
    else run(call);
  } catch (error) {
    if (error instanceof ProgramError && error.err !== STOPPED && !call.hasCalled) invocation.log(errorLine(error.err));
    throw error;
  }
  storeAccounts(loaded, accounts, instruction.program);
}

function runBatch(call: TokenCall): void {
  if (call.isExtended) call.log('Instruction: Batch');
  batch(call, run);
}

function run(call: TokenCall): void {
  const tag = call.data[0] ?? -1;
  const found = INSTRUCTIONS[tag] ?? (call.isExtended ? EXTENSION_INSTRUCTIONS[tag] : undefined);
  if (found !== undefined) {
    const [name, carryOut] = found;
    if (call.isExtended && name !== null) call.log(`Instruction: ${name}`);
    carryOut(call);
  } else throw call.isExtended && isNotModelled(call) ? new NotModelledError(call.instruction) : invalidInstruction();
}
