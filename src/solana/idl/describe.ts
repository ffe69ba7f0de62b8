import type { JsonObject, JsonValue } from '../../codec/jsonText.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import { ADDRESS_PATTERN, type Address } from '../address.ts';
import { ANCHOR_ERRORS } from './anchorErrors.ts';
import { Budget, IdlDataError } from './budget.ts';
import type { Idl, IdlAccount, IdlError, IdlInstruction, IdlProgram } from './idl.ts';
import { EVENT_CALL, isEventCall } from './programLogs.ts';
import { readFields } from './readFields.ts';

/**
 * Accounts, instructions, events and errors of programs with an IDL, in its words. The functions return undefined for bytes that do not
 * have the form that the IDL says.
 * @module
 */

type Programs = readonly IdlProgram[];

export function programAt(address: Address, programs: Programs): IdlProgram | undefined {
  return programs.find((program) => program.address === address);
}

/** An instruction as its program reads it. */
export interface DescribedInstruction {
  /** name of the program in the ledger */
  readonly program: string;
  readonly instruction: string;
  readonly args: JsonObject;
  /** accounts by name, those in groups with the name of the group and a dot; accounts beyond those of the IDL are left out */
  readonly accounts: Readonly<Record<string, Address>>;
}

/** The part of an instruction that a description needs. */
export interface DescribableInstruction {
  readonly programId: Address;
  readonly accounts: readonly Address[];
  readonly data: Uint8Array;
}

export function describeInstruction(
  { accounts, data, programId }: DescribableInstruction,
  programs: Programs,
  budget?: Budget,
): DescribedInstruction | undefined {
  const program = programAt(programId, programs);
  const instruction = program && instructionIn(data, program.idl);
  if (program === undefined || instruction === undefined) return undefined;
  const { args: type, discriminator, name } = instruction;
  const args = unlessThrown([IdlDataError], () => readFields(data, { discriminator, type }, budget));
  if (args === undefined) return undefined;
  // arguments are a struct
  return {
    program: program.name,
    instruction: name,
    args: args as JsonObject,
    accounts: namedAccounts(accounts, instruction),
  };
}

/** The instruction that data begins as. */
export function instructionIn(data: Uint8Array, { instructions }: Idl): IdlInstruction | undefined {
  return withLongestPrefix(data, instructions);
}

function namedAccounts(addresses: readonly Address[], { accounts }: IdlInstruction): Record<string, Address> {
  return Object.fromEntries(accounts.slice(0, addresses.length).map(({ path }, i) => [path.join('.'), addresses[i]!]));
}

/** An account as its program reads it. */
export interface DescribedAccount {
  readonly program: string;
  /** type of the account */
  readonly account: string;
  readonly fields: JsonValue;
}

export interface DescribedEvent {
  readonly program: string;
  readonly event: string;
  readonly fields: JsonValue;
}

/** Lines of the runtime around those of a program. */
export const CALL_BEGINS = new RegExp(`^Program (?<program>${ADDRESS_PATTERN}) invoke \\[\\d+\\]$`);
export const CALL_ENDS = new RegExp(`^Program ${ADDRESS_PATTERN} (?:success|failed: .*)$`);
const DATA = /^Program data: (?<base64>[A-Za-z\d+/]+=*)$/;

/** The events among the lines of a log: by the program that runs when each is written. */
export function describeEvents(
  logs: readonly string[],
  programs: Programs,
  budget = new Budget(),
): readonly DescribedEvent[] {
  const running: Address[] = [];
  const events: DescribedEvent[] = [];
  for (const line of logs) {
    const program = CALL_BEGINS.exec(line)?.groups?.program;
    if (program !== undefined) running.push(program as Address);
    else if (CALL_ENDS.test(line)) running.pop();
    const base64 = DATA.exec(line)?.groups?.base64;
    const data = base64 === undefined ? undefined : Buffer.from(base64, 'base64');
    const event = data && describeEvent(data, running.at(-1), programs, budget);
    if (event !== undefined) events.push(event);
  }
  return events;
}

/** The events among inner instructions: programs call themselves with them. */
export function describeCalledEvents(
  inner: readonly DescribableInstruction[],
  programs: Programs,
  budget = new Budget(),
): readonly DescribedEvent[] {
  return inner
    .filter(({ data }) => isEventCall(data))
    .flatMap(({ data, programId }) => describeCalledEvent(data, programId, programs, budget) ?? []);
}

/** Some events have the tag of the call in their own bytes. */
function describeCalledEvent(
  data: Uint8Array,
  address: Address,
  programs: Programs,
  budget: Budget,
): DescribedEvent | undefined {
  const events = programAt(address, programs)?.idl.events ?? [];
  const tagged = withLongestPrefix(
    data,
    events.filter(({ discriminator }) => isEventCall(discriminator)),
  );
  return describeEvent(tagged === undefined ? data.subarray(EVENT_CALL.length) : data, address, programs, budget);
}

function describeEvent(
  data: Uint8Array,
  address: Address | undefined,
  programs: Programs,
  budget: Budget,
): DescribedEvent | undefined {
  const program = address && programAt(address, programs);
  const event = program && withLongestPrefix(data, program.idl.events);
  const fields = event && unlessThrown([IdlDataError], () => readFields(data, event, budget));
  return fields === undefined ? undefined : { program: program!.name, event: event!.name, fields };
}

function withLongestPrefix<T extends Pick<IdlAccount, 'discriminator'>>(
  data: Uint8Array,
  all: readonly T[],
): T | undefined {
  const fitting = all.filter(({ discriminator }) => discriminator.every((byte, i) => byte === data[i]));
  return fitting.toSorted((a, b) => b.discriminator.length - a.discriminator.length)[0];
}

/** The errors of a program: its own, and those of its framework. */
export function errorsOf({ errors, framework }: Idl): readonly IdlError[] {
  return framework === 'anchor' ? [...errors, ...ANCHOR_ERRORS] : errors;
}

/** The error that a code of a program means. */
export function errorOfCode(code: number, idl: Idl): IdlError | undefined {
  return errorsOf(idl).find((error) => error.code === code);
}
