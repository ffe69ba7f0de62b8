import { isJsonObject, type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import type { Schema } from './syntax.ts';

/**
 * A member as tables of the docs have it: `limit? = 10`, `config?: {skip? = false}`. The `?` marks one that may be left out. Members of
 * members of an object are not listed.
 */
export function memberText(name: string, isRequired: boolean, schema: Schema): string {
  const { properties } = schema;
  const members = isJsonObject(properties) ? `: {${propertyTexts(schema, properties)}}` : '';
  return `${valueText(name, isRequired, schema)}${members}`;
}

function propertyTexts({ required = [] }: Schema, properties: Schema): string {
  const members = Object.entries(properties as Readonly<Record<string, Schema>>);
  return members.map(([name, member]) => valueText(name, isListed(required, name), member)).join(', ');
}

function valueText(name: string, isRequired: boolean, schema: Schema): string {
  return `${name}${isRequired ? '' : '?'}${defaultText(schema.default)}${limitText(schema)}`;
}

function isListed(names: JsonValue, name: string): boolean {
  return Array.isArray(names) && names.includes(name);
}

/** Limits of a rule. Those of u8, and of types from 2^31-1 on, are not shown. */
function limitText({ maxItems, maximum, minimum, type }: Schema): string {
  if (maxItems !== undefined) return ` (at most ${maxItems})`;
  const isRule = type === 'integer' && Number(maximum) > 0xff && Number(maximum) < 0x7fff_ffff;
  return isRule ? ` (${minimum} to ${maximum})` : '';
}

function defaultText(standard: JsonValue | undefined): string {
  return standard === undefined ? '' : ` = ${stringifyJson(standard)}`;
}
