import { encodeBase64 } from '../codec/base64.ts';
import { minOf } from '../codec/bigints.ts';
import { type Address, isMemoProgram, isPrecompile } from '../solana/address.ts';
import type { Instruction } from '../solana/instruction.ts';
import { instructionErrorText } from '../solana/transactionErrors.ts';
import type { Changes } from './accounts/changes.ts';
import { isSigner, isWritable } from './borrowedAccount.ts';
import type { CallSite, Invocation, ResultsSoFar } from './invocation.ts';
import { type CallLines, NO_LINES } from './logs.ts';
import { NotModelledError } from './notModelled.ts';
import type { InnerCall } from './outcome.ts';
import { ProgramError } from './programError.ts';
import { PROGRAMS } from './programs/index.ts';
import { areUnitsKnown, unitsOf } from './programUnits.ts';

/** Calls of programs that a transaction may make. Source agave 4.1 transaction-context MAX_INSTRUCTION_TRACE_LENGTH */
const MAX_CALLS = 64;

export interface InvokeOptions {
  readonly site?: CallSite;
  /** 1 for an instruction of the message */
  readonly height?: number;
  /** calls in addition to those of the modelled program */
  readonly calls?: readonly InnerCall[];
  /** `all`: the program does not run; `notModelled`: it runs, and an effect that is not modelled is left out */
  readonly skip?: 'all' | 'notModelled' | undefined;
  /** further lines that the program writes */
  readonly lines?: CallLines | undefined;
  /** the rights of `calls` are not checked, and those without effect are not run */
  readonly areCallsTrusted?: boolean;
}

const NOT_CALLED: CallSite = { isCalled: false, followsMemo: false };

/**
 * Executes an instruction and its calls.
 *
 * Source   agave 4.1 program-runtime invoke_context.rs, stable_log.rs
 * @throws ProgramError, NotModelledError; the caller discards the changes then
 */
export function invoke(
  instruction: Instruction,
  accounts: Changes,
  results: ResultsSoFar,
  { areCallsTrusted = false, calls = [], skip, height = 1, lines = NO_LINES, site = NOT_CALLED }: InvokeOptions = {},
): void {
  const { program } = instruction;
  requireCallLeft(results);
  results.calls++;
  // its signatures were checked before
  if (isPrecompile(program)) return;
  const log = (line: string): void => results.logs.add(line);
  log(`Program ${program} invoke [${height}]`);
  results.returnData = undefined;
  let previous: Instruction | undefined;
  const invocation: Invocation = {
    instruction,
    accounts,
    site,
    log,
    call(called, derived = []) {
      checkCall(invocation, called, derived);
      return callOther(called, skip);
    },
    setReturnData(data) {
      requireReturnable(data);
      results.returnData = { programId: program, data };
    },
  };
  const callOther = (called: Instruction & Pick<InnerCall, 'lines'>, skip: InvokeOptions['skip']) => {
    requireCallLeft(results);
    results.called.push({ instruction: called, stackHeight: height + 1 });
    const followsMemo = previous !== undefined && isMemoProgram(previous.program);
    const lines = { before: called.lines ?? [], after: [] };
    invoke(called, accounts, results, { site: { isCalled: true, followsMemo }, height: height + 1, skip, lines });
    previous = called;
    return results.returnData;
  };
  try {
    consume(results, program);
    for (const line of lines.before) log(line);
    if (skip !== 'all') run(invocation, results, skip);
    for (const called of calls) {
      if (!areCallsTrusted) checkCall(invocation, called, signersOf(called));
      callOther(called, areCallsTrusted && called.hasNoEffect === true ? 'all' : 'notModelled');
    }
    for (const line of lines.after) log(line);
  } catch (error) {
    logReturned(results, program);
    if (error instanceof ProgramError) log(lastLine(program, error));
    throw error;
  }
  logReturned(results, program);
  log(`Program ${program} success`);
}

/** Limit of return data. Source agave 4.1 cpi MAX_RETURN_DATA */
const MAX_RETURN_BYTES = 1024;

/** @throws ProgramError ProgramFailedToComplete */
function requireReturnable({ length }: Uint8Array): void {
  if (length <= MAX_RETURN_BYTES) return;
  const message = `${length} bytes are more than the ${MAX_RETURN_BYTES} that a program can return`;
  const logged = `Return data too large (${length} > ${MAX_RETURN_BYTES})`;
  throw new ProgramError('ProgramFailedToComplete', message, undefined, logged);
}

/** Checks the limit of calls before a call is logged, or counts as an inner instruction. @throws ProgramError */
function requireCallLeft({ calls }: ResultsSoFar): void {
  if (calls >= MAX_CALLS)
    throw new ProgramError('MaxInstructionTraceLengthExceeded', `more than ${MAX_CALLS} calls in one transaction`);
}

/** @throws ProgramError beyond the unit limit; only programs whose units are known count */
function consume(results: ResultsSoFar, program: Address): void {
  const units = unitsOf(program);
  const consumed = areUnitsKnown(program) ? minOf(units, results.unitsLeft) : units;
  results.units += consumed;
  if (areUnitsKnown(program)) results.unitsLeft -= consumed;
  if (consumed < units) throw new ProgramError('ComputationalBudgetExceeded', `more than the limit of compute units`);
}

/** The last line of a failed program. It reports success if only the sum of balances is wrong, which is checked later. */
function lastLine(program: Address, { err, logged }: ProgramError): string {
  if (err === 'UnbalancedInstruction') return `Program ${program} success`;
  return `Program ${program} failed: ${logged ?? instructionErrorText(err)}`;
}

/** Logs the return data of a program, or else that of its last call. */
function logReturned({ logs, returnData }: ResultsSoFar, program: Address): void {
  if (returnData === undefined || returnData.data.length === 0) return;
  logs.add(`Program return: ${program} ${encodeBase64(returnData.data)}`);
}

function signersOf({ accounts }: Instruction): readonly Address[] {
  return accounts.filter(({ isSigner }) => isSigner).map(({ address }) => address);
}

function run(invocation: Invocation, { assumed }: ResultsSoFar, skip: 'notModelled' | undefined): void {
  const { program } = invocation.instruction;
  if (!Object.hasOwn(PROGRAMS, program)) {
    if (skip === undefined) assumed.add(program);
    return;
  }
  try {
    PROGRAMS[program]!(invocation);
  } catch (error) {
    if (skip === undefined || !(error instanceof NotModelledError)) throw error;
  }
}

/**
 * Checks a call between programs: the caller must have the accounts and the program, and passes on only its own rights, besides
 * the signatures of addresses that it derives.
 *
 * @param derived addresses that the calling program signs for
 * Source   agave 4.1 program-runtime invoke_context.rs
 * @throws ProgramError MissingAccount, PrivilegeEscalation
 */
export function checkCall(caller: Invocation, called: Instruction, derived: readonly Address[]): void {
  const { instruction, log, accounts } = caller;
  const isGiven = (address: Address): boolean => instruction.accounts.some((meta) => meta.address === address);
  const { names } = accounts;
  for (const { address } of called.accounts) {
    if (!isGiven(address)) throw new ProgramError('MissingAccount', `${names.show(address)} is needed and not given`);
    if (isWritable(called, address) && !isWritable(instruction, address)) {
      log(`${address}'s writable privilege escalated`);
      throw new ProgramError('PrivilegeEscalation', `${names.show(address)} is not writable, and would change`);
    }
    if (isSigner(called, address) && !isSigner(instruction, address) && !derived.includes(address)) {
      log(`${address}'s signer privilege escalated`);
      throw new ProgramError('PrivilegeEscalation', `${names.show(address)} does not sign`);
    }
  }
  if (isGiven(called.program)) return;
  log(`Unknown program ${called.program}`);
  throw new ProgramError('MissingAccount', `${names.show(called.program)} is called and not given`);
}
