import { U64_MAX } from '../codec/bigints.ts';
import type { Address } from '../solana/address.ts';
import type { Instruction } from '../solana/instruction.ts';
import type { ReturnData } from '../solana/meta.ts';
import type { Changes } from './accounts/changes.ts';
import { LogLines } from './logs.ts';

/** The place of an instruction in its transaction, which some programs check. */
export interface CallSite {
  /** whether another program calls it, as an inner instruction */
  readonly isCalled: boolean;
  /** the instruction before it is a memo */
  readonly followsMemo: boolean;
}

/** An instruction as its program receives it. */
export interface Invocation {
  readonly instruction: Instruction;
  readonly accounts: Changes;
  readonly site: CallSite;
  /** Writes a line of the log without a prefix. */
  log(line: string): void;
  /**
   * Calls another program; the call is an inner instruction.
   *
   * @param derived addresses that this program derives and signs for; all other rights are passed on
   * @returns what the program returned
   */
  call(instruction: Instruction, derived?: readonly Address[]): ReturnData | undefined;
  setReturnData(data: Uint8Array): void;
}

/**
 * Executes an instruction of one program, with the checks in the order of the node.
 *
 * @throws ProgramError as the node
 */
export type Program = (invocation: Invocation) => void;

/** An instruction that a program called. */
export interface CalledInstruction {
  readonly instruction: Instruction;
  /** 2 where the program of the message called it */
  readonly stackHeight: number;
}

/** The results of the instructions of a transaction that have run until now; each call adds to them. */
export interface ResultsSoFar {
  readonly logs: LogLines;
  readonly called: CalledInstruction[];
  /** return data that was set since the last call of a program began */
  returnData: ReturnData | undefined;
  /** number of calls of programs, by the message and by other programs */
  calls: number;
  /** compute units */
  units: bigint;
  /** units left of the limit; programs whose consumption is not known take none */
  unitsLeft: bigint;
  /** programs whose effect is not known: they succeeded and changed nothing */
  readonly assumed: Set<Address>;
}

/** @param unitLimit compute units; default: none */
export function noResults(unitLimit = U64_MAX): ResultsSoFar {
  return {
    logs: new LogLines(),
    called: [],
    returnData: undefined,
    calls: 0,
    units: 0n,
    unitsLeft: unitLimit,
    assumed: new Set(),
  };
}
