import { isJsonArray, isJsonObject } from '../../codec/jsonText.ts';
import { Definitions, type Schema, type Syntax } from '../../syntax/syntax.ts';
import { addressText, type Key } from './keyBuilders.ts';

/** Writes a value in the file format: where its schema has an address, a key becomes text. */
export function toFileFormat(value: unknown, { schema }: Syntax<unknown>): unknown {
  const definitions = new Definitions();
  return withAddressTexts(value, schema(definitions), definitions);
}

const DEFINITIONS = '#/definitions/';
const ADDRESS = `${DEFINITIONS}address`;

function withAddressTexts(value: unknown, schema: Schema, definitions: Definitions): unknown {
  const { $ref, anyOf, items, properties } = schema;
  if (value === undefined || value === null) return value;
  if ($ref === ADDRESS) return addressText(value as Key);
  if (typeof $ref === 'string')
    return withAddressTexts(value, definitions.schemas.get($ref.slice(DEFINITIONS.length))!, definitions);
  if (isJsonArray(anyOf)) return withAddressTexts(value, formOf(value, anyOf as readonly Schema[]), definitions);
  if (Array.isArray(value))
    return isJsonObject(items) ? value.map((item) => withAddressTexts(item, items, definitions)) : value;
  if (typeof value !== 'object' || !isJsonObject(properties)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const memberSchema = properties[name];
    return [name, isJsonObject(memberSchema) ? withAddressTexts(member, memberSchema, definitions) : member];
  });
  return Object.fromEntries(members);
}

/** The first form that is an address, or that is text exactly if the value is text. */
function formOf(value: unknown, forms: readonly Schema[]): Schema {
  const isText = typeof value === 'string';
  return forms.find(({ $ref, type }) => $ref === ADDRESS || (type === 'string') === isText) ?? {};
}
