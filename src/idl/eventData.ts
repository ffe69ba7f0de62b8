import { eventNamed, type IdlPrograms } from '../runtime/names/programNames.ts';
import type { IdlProgram } from '../solana/idl/idl.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { fieldBytes, type Resolve } from './fieldBytes.ts';

/** The bytes of an event with its discriminator: `{"market.Filled": {fields}}`, where `at` is the member. */
export function eventDataAt(
  at: Cursor,
  programs: IdlPrograms,
  resolve: Resolve,
): { readonly program: IdlProgram; readonly data: Uint8Array } | undefined {
  const event = eventNamed({ at, value: at.key }, programs);
  if (event === undefined) return undefined;
  const { part, program } = event;
  const fields = fieldBytes(part.type, at, resolve);
  return fields && { program, data: Buffer.concat([part.discriminator, fields]) };
}
