import type { Address } from '../../solana/address.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { isQualified, QUALIFIED } from '../../syntax/qualifiedName.ts';
import { isObject, readText } from '../../syntax/readers.ts';
import {
  anyOf,
  boolean,
  described,
  entries,
  json,
  list,
  named,
  object,
  optional,
  plainAddress,
  readElsewhere,
  readObject,
  readParts,
  type Schema,
  type Syntax,
  syntax,
  text,
  u8,
} from '../../syntax/syntax.ts';
import { checkName, name } from '../../syntax/values.ts';

/** A program with an IDL, as a script names it. */
export interface ProgramNode {
  readonly name: string;
  readonly at: Cursor;
  /** default: that of the IDL, or else the one that follows from the name */
  readonly address: Address | undefined;
  /** the IDL, or the path of its file */
  readonly idl: Cursor;
}

/** An object that is read together with an IDL. */
export const byIdl: Syntax<Cursor> = readElsewhere(json({ type: 'object' }));

/** Members with qualified names, as a part of a schema. */
export function qualifiedMembers(value: Schema): Schema {
  return { patternProperties: { [QUALIFIED.source]: value } };
}

/** The rule that an object has a member with a qualified name, as a part of a schema. */
export const HAS_QUALIFIED_MEMBER: Schema = { not: { propertyNames: { not: { pattern: QUALIFIED.source } } } };

export const qualifiedName = named(
  'qualifiedName',
  described(
    syntax(readText, { type: 'string', pattern: QUALIFIED.source }),
    'a name of a program: `market.placeOrder`',
  ),
);

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

/** Refuses events beside the logs of the transaction, which have their lines. */
export function refuseEventsBesideLogs(at: Cursor): undefined {
  return at.refuse(
    '`emits` cannot be given beside `logs`',
    'put the lines of the events into `logs`, or leave out `logs`',
  );
}

const MEMBERS = {
  address: optional(plainAddress, 'default: that of the IDL, or else the one that follows from the name'),
  idl: anyOf<Cursor>(
    (at) => (at.value === undefined ? at.expected('an IDL, or the path of its file') : at),
    text,
    byIdl,
  ),
};

function readProgram(at: Cursor): ProgramNode | undefined {
  const checkedName = checkName(at, at.key);
  const read = readObject(at, MEMBERS);
  return checkedName === undefined || read === undefined ? undefined : { name: checkedName, at, ...read };
}

/** `{name: {idl: path or IDL, address?}}` */
export const programs = entries(name, named('program', anyOf(readProgram, object(MEMBERS))));
