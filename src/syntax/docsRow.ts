import { isJsonObject, type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import type { Schema } from './syntax.ts';

/** A member as tables of the docs have it: `limit? = 10`, `config?: {skip? = false}`. The `?` marks one that may be left out. */
export function memberText(name: string, isRequired: boolean, schema: Schema): string {
  const { default: standard, properties } = schema;
  const value = isJsonObject(properties) ? `: {${propertyTexts(schema, properties)}}` : defaultText(standard);
  return `${name}${isRequired ? '' : '?'}${value}`;
}

function propertyTexts({ required = [] }: Schema, properties: Schema): string {
  const members = Object.entries(properties as Readonly<Record<string, Schema>>);
  return members.map(([name, member]) => memberText(name, isListed(required, name), member)).join(', ');
}

function isListed(names: JsonValue, name: string): boolean {
  return Array.isArray(names) && names.includes(name);
}

function defaultText(standard: JsonValue | undefined): string {
  return standard === undefined ? '' : ` = ${stringifyJson(standard)}`;
}
