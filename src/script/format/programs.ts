import type { Address } from '../../solana/address.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { QUALIFIED } from '../../syntax/qualifiedName.ts';
import { located, readText } from '../../syntax/readers.ts';
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
import { type AddressNode, address, checkName, name } from '../../syntax/values.ts';

/** A program with an IDL or with its code, as a script names it. */
export interface ProgramNode {
  readonly name: string;
  readonly at: Cursor;
  /** default: that of the IDL, or else the one that follows from the name */
  readonly address: Address | undefined;
  /** the IDL, or the path of its file; undefined: the program has only its code */
  readonly idl: Cursor | undefined;
  /** path of the compiled program; undefined: the program has only its IDL */
  readonly program: PathNode | undefined;
  /** may upgrade the program; undefined: it cannot be upgraded */
  readonly authority: AddressNode | undefined;
}

/** A path as a script gives it, relative to the script's file. */
export interface PathNode {
  readonly value: string;
  readonly at: Cursor;
}

export const path = syntax<PathNode>(located(text), text.schema);

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
  idl: optional(
    anyOf<Cursor>((at) => at, text, byIdl),
    'the IDL, or the path of its file',
  ),
  program: optional(path, 'path of the compiled program, which the ledger then has'),
  authority: optional(address, 'may upgrade the compiled program; default: none'),
};

/** A program has an IDL, its code, or both. */
const HAS_FILE: Schema = { not: { allOf: [{ not: { required: ['idl'] } }, { not: { required: ['program'] } }] } };

function readProgram(at: Cursor): ProgramNode | undefined {
  const checkedName = checkName(at, at.key);
  const read = readObject(at, MEMBERS);
  if (checkedName === undefined || read === undefined) return undefined;
  if (read.idl === undefined && read.program === undefined)
    return at.member('idl').expected('an IDL, or the path of its file', 'or give the compiled program as "program"');
  if (read.authority !== undefined && read.program === undefined)
    return at.member('authority').refuse('authority belongs to a compiled program', 'give its file as "program"');
  return { name: checkedName, at, ...read };
}

/** `{name: {idl: path or IDL, program: path, authority?, address?}}` */
export const programs = entries(name, named('program', anyOf(readProgram, object(MEMBERS, HAS_FILE))));
