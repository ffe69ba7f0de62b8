import type { Address } from '../../solana/address.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { QUALIFIED } from '../../syntax/qualifiedName.ts';
import { readText } from '../../syntax/readers.ts';
import {
  anyOf,
  described,
  entries,
  json,
  named,
  object,
  optional,
  plainAddress,
  readElsewhere,
  readObject,
  type Schema,
  type Syntax,
  syntax,
  text,
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
