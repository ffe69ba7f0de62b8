import type { Cursor } from '../../syntax/cursor.ts';
import { isQualified } from '../../syntax/qualifiedName.ts';
import { isObject } from '../../syntax/readers.ts';
import { boolean, list, named, object, optional, readParts, type Schema, syntax, u8 } from '../../syntax/syntax.ts';
import { qualifiedMembers } from './programs.ts';

/** An event of a program with an IDL. */
export interface EventNode {
  /** the member of the event: its name is `market.Filled`, its value the fields */
  readonly event: Cursor;
  /** index; undefined: the first one that calls the program */
  readonly instruction: number | undefined;
  /** whether it is an inner instruction, as `emit_cpi!` records it, and not a line of the log */
  readonly isCpi: boolean;
}

/** The members of an event besides the one with its name. */
const EVENT_MEMBERS = {
  instruction: optional(u8, 'index; default: the first one that calls the program'),
  cpi: optional(
    boolean,
    'whether it is an inner instruction, as `emit_cpi!` records it; default: a line of the log, as `emit!` writes it',
  ),
};

function readScriptedEvent(at: Cursor): EventNode | undefined {
  if (!isObject(at)) return undefined;
  return readEvent(at, (other) => other.expected('one event, such as {"market.Filled": {fields}}'));
}

/** Reads `{"market.Filled": {fields}, instruction?, cpi?}`. @param refuse reports a value that is not one event */
export function readEvent(at: Cursor, refuse: (place: Cursor) => undefined): EventNode | undefined {
  const [event, other] = at.members().filter(({ key }) => !Object.hasOwn(EVENT_MEMBERS, key));
  if (event === undefined || other !== undefined || !isQualified(event.key)) return refuse(other ?? at);
  const read = readParts(at, EVENT_MEMBERS, [event.key]);
  return read && { event, instruction: read.instruction, isCpi: read.cpi === true };
}

export const events = list(
  named(
    'event',
    syntax(readScriptedEvent, (definitions) => ({
      type: 'object',
      description: 'an event of a program with an IDL, by its name, with its fields',
      additionalProperties: false,
      properties: object(EVENT_MEMBERS).schema(definitions).properties as Schema,
      ...qualifiedMembers({ type: 'object' }),
    })),
  ),
);

/** Refuses events beside given logs: the lines of the events belong into these. */
export function refuseEventsBesideLogs(at: Cursor): undefined {
  return at.refuse(
    '`emits` cannot be given beside `logs`',
    'put the lines of the events into `logs`, or leave out `logs`',
  );
}
