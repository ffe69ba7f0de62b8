import { type Address, isMemoProgram, PRECOMPILES } from '../model/address.ts';
import { instructionErrorText } from '../model/errorNames.ts';
import type { Changes } from './accounts/accounts.ts';
import type { CallSite, Instruction } from './instruction.ts';
import type { Invocation, Trace } from './invocation.ts';
import { ProgramError } from './programError.ts';
import { PROGRAMS } from './programs/index.ts';
import { unitsOf } from './units.ts';

/** Checked before any program runs: nothing is called, so nothing is logged. */
const SILENT: ReadonlySet<Address> = new Set(Object.values(PRECOMPILES));

const NOT_CALLED: CallSite = { isCalled: false, followsMemo: false };

/**
 * Carries out an instruction and what it calls. A program that is not modelled does nothing and succeeds.
 *
 * Source   agave 4.1 program-runtime invoke_context.rs, stable_log.rs
 * @throws ProgramError; what was changed before it has to be forgotten by the caller
 */
export function invoke(instruction: Instruction, accounts: Changes, trace: Trace, site = NOT_CALLED, height = 1): void {
  const { program } = instruction;
  if (SILENT.has(program)) return;
  const log = (line: string): void => void trace.logs.push(line);
  log(`Program ${program} invoke [${height}]`);
  trace.returnData = undefined;
  trace.units += unitsOf(program);
  let before: Instruction | undefined;
  const invocation: Invocation = {
    instruction,
    accounts,
    site,
    log,
    call(called) {
      trace.called.push({ instruction: called, stackHeight: height + 1 });
      const followsMemo = before !== undefined && isMemoProgram(before.program);
      invoke(called, accounts, trace, { isCalled: true, followsMemo }, height + 1);
      before = called;
    },
    setReturnData(data) {
      trace.returnData = { programId: program, data };
    },
  };
  try {
    programAt(program)?.(invocation);
  } catch (error) {
    logReturnData(program, trace);
    if (error instanceof ProgramError) log(`Program ${program} failed: ${instructionErrorText(error.err)}`);
    throw error;
  }
  logReturnData(program, trace);
  log(`Program ${program} success`);
}

/** Whatever program has set it, and even where it has failed since. */
function logReturnData(program: Address, { returnData, logs }: Trace): void {
  if (returnData !== undefined && returnData.data.length > 0)
    logs.push(`Program return: ${program} ${Buffer.from(returnData.data).toString('base64')}`);
}

function programAt(address: Address) {
  return Object.hasOwn(PROGRAMS, address) ? PROGRAMS[address] : undefined;
}
