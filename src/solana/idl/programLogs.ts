import { encodeBase64 } from '../../codec/base64.ts';
import type { Idl, IdlError, IdlInstruction } from './idl.ts';
import { pascalCase } from './idlNames.ts';

/**
 * The lines that the framework of a program writes into the log.
 *
 * Source   anchor 0.31 lang/syn/src/codegen/program/handlers.rs, lang/src/event.rs, lang/src/error.rs AnchorError::log
 * @module
 */

/** The lines at the beginning of an instruction. */
export function instructionLines({ name }: IdlInstruction, { framework }: Idl): readonly string[] {
  if (framework === undefined) return [];
  return [`Program log: Instruction: ${pascalCase(name)}`];
}

/** @param data with the discriminator of the event */
export function eventLine(data: Uint8Array): string {
  return `Program data: ${encodeBase64(data)}`;
}

/**
 * The first bytes of an inner instruction that a program calls itself with, to record an event as `emit_cpi!` does.
 *
 * Source   anchor 0.31 lang/src/event.rs EVENT_IX_TAG_LE
 */
export const EVENT_CALL: Uint8Array = Uint8Array.of(0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d);

/** Whether data begins as such a call does: events of some programs have the tag in their own bytes. */
export function isEventCall(data: Uint8Array): boolean {
  return EVENT_CALL.every((byte, i) => byte === data[i]);
}

/** Seed of the address that signs such a call. */
export const EVENT_AUTHORITY_SEED: Uint8Array = Buffer.from('__event_authority');

/** The place where a program found an error: one of its accounts, or a line of its code. */
export interface ErrorOrigin {
  readonly account?: string | undefined;
  /** `programs/market/src/lib.rs:42` */
  readonly source?: string | undefined;
}

/** Lines when an instruction fails. An error without a message has its name as one. */
export function errorLines(
  { code, message, name }: IdlError,
  { account, source }: ErrorOrigin,
  { framework }: Idl,
): readonly string[] {
  if (framework === undefined) return [];
  const how =
    account !== undefined ? `caused by account: ${account}` : source !== undefined ? `thrown in ${source}` : 'occurred';
  return [
    `Program log: AnchorError ${how}. Error Code: ${name}. Error Number: ${code}. Error Message: ${message ?? name}.`,
  ];
}
