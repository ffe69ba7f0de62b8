import { isJsonArray, isJsonObject } from '../../codec/jsonText.ts';
import { Definitions, type Schema, type Syntax } from '../../syntax/syntax.ts';
import { addressText, type Key } from './keyBuilders.ts';

/** A value as the file format has it: where its schema has an address, a key becomes the text of it. */
export function fileFormat(value: unknown, { schema }: Syntax<unknown>): unknown {
  const definitions = new Definitions();
  return withTexts(value, schema(definitions), definitions);
}

const ADDRESS = '#/definitions/address';

function withTexts(value: unknown, schema: Schema, definitions: Definitions): unknown {
  const { $ref, anyOf, items, properties } = schema;
  if (value === undefined || value === null) return value;
  if ($ref === ADDRESS) return addressText(value as Key);
  if (typeof $ref === 'string')
    return withTexts(value, definitions.schemas.get($ref.slice(ADDRESS.lastIndexOf('/') + 1))!, definitions);
  if (isJsonArray(anyOf)) return withTexts(value, formOf(value, anyOf as readonly Schema[]), definitions);
  if (Array.isArray(value))
    return isJsonObject(items) ? value.map((item) => withTexts(item, items, definitions)) : value;
  if (typeof value !== 'object' || !isJsonObject(properties)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const memberSchema = properties[name];
    return [name, isJsonObject(memberSchema) ? withTexts(member, memberSchema, definitions) : member];
  });
  return Object.fromEntries(members);
}

/** The form that a value has: a text is none of the objects. */
function formOf(value: unknown, forms: readonly Schema[]): Schema {
  const isText = typeof value === 'string';
  return forms.find(({ $ref, type }) => $ref === ADDRESS || (type === 'string') === isText) ?? {};
}
