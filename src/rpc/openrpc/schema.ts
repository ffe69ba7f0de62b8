import type { JsonObject } from '../../codec/jsonText.ts';

/** JSON Schema, draft 7. */
export type Schema = JsonObject;

/** The keys of what a schema says to the docs and to the types alone: the JSON of an object does not have symbols. */
const NAME = Symbol('name');
const MEANING = Symbol('meaning');
const NOTE = Symbol('note');
const IS_ALL = Symbol('isAll');
const TYPE = Symbol('type');

interface Notes {
  readonly [NAME]?: string;
  readonly [MEANING]?: string;
  readonly [NOTE]?: string;
  readonly [IS_ALL]?: true;
  readonly [TYPE]?: string;
}

/** Gives the TypeScript type of a schema a name, under which `npm run docs` declares it. @param meaning the comment of that type; default: its note */
export function withName(name: string, schema: Schema, meaning?: string): Schema {
  return { ...schema, [NAME]: name, ...(meaning !== undefined && { [MEANING]: meaning }) } as Schema;
}

/** Adds a phrase without a period, such as its unit: the docs of the result and of its type have it. */
export function withNote(schema: Schema, note: string): Schema {
  return { ...schema, [NOTE]: note } as Schema;
}

/** A result that the docs describe by a note alone: its members are too many, or another method has the same ones. */
export function withNoteAlone(schema: Schema, note: string): Schema {
  return { ...withNote(schema, note), [IS_ALL]: true } as Schema;
}

/** Gives a schema a TypeScript type that says more than its JSON Schema, or that is declared elsewhere. */
export function withType(type: string, schema: Schema): Schema {
  return { ...schema, [TYPE]: type } as Schema;
}

export const nameOf = (schema: Schema): string | undefined => (schema as Notes)[NAME];
/** The comment of the type of a schema. */
export const meaningOf = (schema: Schema): string | undefined => (schema as Notes)[MEANING] ?? noteOf(schema);
export const noteOf = (schema: Schema): string | undefined => (schema as Notes)[NOTE];
export const isNoteAlone = (schema: Schema): boolean => (schema as Notes)[IS_ALL] === true;
export const typeTextOf = (schema: Schema): string | undefined => (schema as Notes)[TYPE];

/** Schemas by name. A name that ends in `?` may be left out: `{ 'limit?': … }`. */
export type Members = Readonly<Record<string, Schema>>;

export interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** The members of a description, in its order; the question mark of an optional one is not part of its name. */
export function listMembers(members: Members): readonly Member[] {
  return Object.entries(members).map(([name, schema]) =>
    name.endsWith('?') ? { name: name.slice(0, -1), isRequired: false, schema } : { name, isRequired: true, schema },
  );
}

/** Objects may have other members too: the node ignores those that it does not know. */
export function objectOf(members: Members): Schema {
  const listed = listMembers(members);
  const required = listed.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const properties = Object.fromEntries(listed.map(({ name, schema }) => [name, schema]));
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

/** An object whose keys are data, such as addresses. */
export function mapOf(values: Schema): Schema {
  return { type: 'object', additionalProperties: values };
}

/** A list of any length, or of at most `maxItems`. */
export function listOf(items: Schema, maxItems?: number): Schema {
  return { type: 'array', items, ...(maxItems === undefined ? {} : { maxItems }) };
}

/** A list of one value for each schema. */
export function tupleOf(...items: readonly Schema[]): Schema {
  return { type: 'array', items, minItems: items.length, maxItems: items.length };
}

export function anyOf(...schemas: readonly Schema[]): Schema {
  return { anyOf: schemas };
}

export function orNull(schema: Schema): Schema {
  return anyOf(schema, { type: 'null' });
}

/** A text that is one of these words. */
export function wordOf(...words: readonly string[]): Schema {
  return { type: 'string', enum: words };
}

/** A schema with the value of an absent member. It would have no effect beside a `$ref`. */
export function withDefault(schema: Schema, value: string | number | boolean): Schema {
  return { ...schema, default: value };
}
