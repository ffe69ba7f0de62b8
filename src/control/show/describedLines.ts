import type { JsonObject, JsonValue } from '../../codec/jsonText.ts';
import { onOneLine } from '../../codec/text.ts';
import type { InstructionEntry } from '../../rpc/encoding/describedTransaction.ts';
import type { DescribedAccount, DescribedEvent } from '../../solana/idl/describe.ts';
import { type DescribedError, errorTitle } from '../../solana/idl/describeError.ts';
import type { IdlEntry } from './idlContent.ts';
import type { Style } from './tableLines.ts';
import { valueLines } from './valueLines.ts';

/**
 * Lines for programs with an IDL and for their instructions, events and errors. Names in an IDL may be any text.
 * @module
 */

const STEP = '  ';

/** Program and type of an account: `market Order`. */
export function typeText({ account, program }: DescribedAccount): string {
  return onOneLine(`${program} ${account}`);
}

/** An error of a program: `market: SlippageExceeded (6001): Slippage exceeded`. */
export function errorText(error: DescribedError): string {
  const { message } = error;
  return onOneLine(message === '' ? errorTitle(error) : `${errorTitle(error)}: ${message}`);
}

/** The lines below the title of an instruction. @param addresses all its accounts */
export function argumentLines(
  { accounts, args }: InstructionEntry,
  addresses: readonly JsonValue[],
  style: Style,
  indent: string,
): string[] {
  const named = new Set<JsonValue>(Object.values(accounts));
  const unnamed = addresses.filter((account) => !named.has(account));
  return valueLines(withoutEmpty({ args, accounts, 'other accounts': unnamed }), style, indent);
}

function withoutEmpty(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => Object.keys(value as object).length > 0));
}

export function eventLines(events: readonly DescribedEvent[], style: Style): string[] {
  return events.flatMap(({ event, fields, program }) => [
    `${STEP}${onOneLine(`${program} ${event}`)}`,
    ...valueLines(fields, style, STEP.repeat(2)),
  ]);
}

export function idlLines(idl: IdlEntry | null, style: Style): string[] {
  if (idl === null) return [];
  const { program, ...lists } = idl;
  const counted = Object.entries(lists).filter(([, names]) => names.length > 0);
  const named = counted.map(([list, names]) => [`${list} (${names.length})`, names.join(', ')]);
  return ['', onOneLine(`IDL of ${program}`), ...valueLines(Object.fromEntries(named), style, STEP)];
}
