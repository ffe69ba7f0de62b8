import { isJsonArray, isJsonObject } from '../../codec/jsonText.ts';
import { ADDRESS_PATTERN, type Address } from '../address.ts';
import type { TransactionError } from '../meta.ts';
import { errorOfCode, programAt } from './describe.ts';
import type { IdlProgram } from './idl.ts';

/** Errors of transactions in the words of programs with an IDL. @module */

/** A custom error as the IDL of the program that failed describes it. */
export type DescribedError = {
  /** name of the program in the ledger: an instruction of another program may have called it */
  readonly program: string;
  /** index of the instruction of the transaction */
  readonly instruction: number;
  readonly name: string;
  readonly code: number;
  readonly message: string;
};

/** The instruction and logs that an error comes from. */
export interface ErrorContext {
  readonly logs: readonly string[];
  /** the program of an instruction of the transaction; undefined: it is not known */
  readonly programOf: (instruction: number) => Address | undefined;
}

/** Describes an error by the IDL of the program that failed; undefined: no IDL describes it. */
export function describeError(
  err: TransactionError | null,
  { logs, programOf }: ErrorContext,
  programs: readonly IdlProgram[],
): DescribedError | undefined {
  const custom = customErrorOf(err);
  if (custom === undefined) return undefined;
  const { code, instruction } = custom;
  const address = failedProgram(logs, code) ?? programOf(instruction);
  const program = address && programAt(address, programs);
  const error = program && errorOfCode(code, program.idl);
  if (program === undefined || error === undefined) return undefined;
  return { program: program.name, instruction, name: error.name, code, message: error.message ?? '' };
}

/** The custom error in `{"InstructionError":[1,{"Custom":6001}]}`; undefined: the error is another one. */
export function customErrorOf(
  err: TransactionError | null,
): { readonly code: number; readonly instruction: number } | undefined {
  const parts = isJsonObject(err) ? err.InstructionError : undefined;
  const [instruction, inner] = isJsonArray(parts) ? parts : [];
  const code = isJsonObject(inner) ? inner.Custom : undefined;
  return code === undefined ? undefined : { code: Number(code), instruction: Number(instruction) };
}

const FAILED = new RegExp(
  `^Program (?<program>${ADDRESS_PATTERN}) failed: custom program error: 0x(?<code>[\\da-f]+)$`,
);

/** The innermost program that failed with this code: its line comes first, those of its callers follow. */
export function failedProgram(logs: readonly string[], code: number): Address | undefined {
  for (const line of logs) {
    const failed = FAILED.exec(line)?.groups;
    if (failed !== undefined && Number.parseInt(failed.code!, 16) === code) return failed.program as Address;
  }
  return undefined;
}

/** `instruction 0 failed: market: SlippageExceeded (6001), "Slippage exceeded"` */
export function failedInstructionText(error: DescribedError): string {
  const { instruction, message } = error;
  return `instruction ${instruction} failed: ${errorTitle(error)}${message === '' ? '' : `, ${JSON.stringify(message)}`}`;
}

/** `market: SlippageExceeded (6001)` */
export function errorTitle({ code, name, program }: DescribedError): string {
  return `${program}: ${name} (${code})`;
}
