import { isJsonArray, isJsonObject } from '../../codec/jsonText.ts';
import { isNoteAlone, noteOf, type Schema } from './schema.ts';
import { componentOf } from './schemas.ts';

/** The most notes of members in one phrase. More of them are in a table of docs/control.md. */
const MAX_NOTES = 4;

/**
 * The result of a method in one phrase of Markdown: its shape, and then the notes of its schema: `{"id","slot"?}`; `id`: …
 * A result with its context is "context and" its value.
 */
export function resultText(schema: Schema): string {
  const value = valueInContext(schema);
  if (value !== undefined && noteOf(schema) === undefined) return `context and ${resultText(value)}`;
  const shape = shapeOf(schema);
  const note = noteOf(schema);
  const hasShape = shape !== undefined && !isNoteAlone(schema);
  const head = [...(hasShape ? [`\`${shape}\``] : []), ...(note === undefined ? [] : [note])].join(', ');
  const notes =
    isNoteAlone(schema) || hasLongNotes(schema)
      ? []
      : memberNotes(schema).map(([name, text]) => `\`${name}\`: ${text}`);
  return [head, ...notes].join('; ');
}

/** The value of `{ context, value }`; undefined: the schema is another one. */
function valueInContext({ properties }: Schema): Schema | undefined {
  if (!isJsonObject(properties) || !Object.hasOwn(properties, 'context')) return undefined;
  return properties.value as Schema | undefined;
}

/** Whether the members have notes that the phrase leaves out. */
export function hasLongNotes(schema: Schema): boolean {
  return !isNoteAlone(schema) && memberNotes(schema).length > MAX_NOTES;
}

/** The names of members, down to the last object; undefined: the value has none. */
function shapeOf(schema: Schema): string | undefined {
  const { $ref, anyOf, items, properties, required = [] } = schema;
  if (typeof $ref === 'string') return shapeOf(componentOf($ref));
  if (isJsonArray(anyOf)) {
    const shapes = (anyOf as readonly Schema[]).flatMap((form) => shapeOf(form) ?? []);
    return shapes.length === 0 ? undefined : shapes.join(' or ');
  }
  if (isJsonObject(items)) {
    const shape = shapeOf(items);
    return shape === undefined ? undefined : `[${shape}]`;
  }
  if (!isJsonObject(properties)) return undefined;
  const members = Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, member]) => {
    const shape = shapeOf(member);
    const mark = (required as readonly string[]).includes(name) ? '' : '?';
    return `"${name}"${mark}${shape === undefined ? '' : `:${shape}`}`;
  });
  return `{${members.join(',')}}`;
}

/** The members with a note, by their paths: `calls[].id`. */
export function memberNotes(schema: Schema, path = ''): readonly (readonly [member: string, note: string])[] {
  const { anyOf, items, properties } = schema;
  if (isJsonArray(anyOf)) return (anyOf as readonly Schema[]).flatMap((form) => memberNotes(form, path));
  if (isJsonObject(items)) return memberNotes(items, path === '' ? '' : `${path}[]`);
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties as Readonly<Record<string, Schema>>).flatMap(([name, member]) => {
    const place = path === '' ? name : `${path}.${name}`;
    const note = noteOf(member);
    return [...(note === undefined ? [] : [[place, note] as const]), ...memberNotes(member, place)];
  });
}
