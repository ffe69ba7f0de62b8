/** JSON as the node writes it: integers beyond 2^53 are bigints. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [member: string]: Json };

export type JsonObject = { readonly [member: string]: Json };

export function parseJson(text: string): Json {
  // browsers give the source of a number as the third argument, which TypeScript does not know yet
  return JSON.parse(text, ((_key: string, value: unknown, context?: { readonly source: string }) =>
    isRounded(value) && context !== undefined ? BigInt(context.source) : value) as (
    key: string,
    value: unknown,
  ) => unknown);
}

function isRounded(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** JSON with indentation; short objects and arrays are on one line. */
export function jsonText(value: Json | undefined, indent = ''): string {
  if (value === undefined) return 'null';
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item: Json) => jsonText(item, inner))
    : Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${jsonText(member, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  const line = `${open}${items.join(', ')}${close}`;
  if (line.length < 60 && !line.includes('\n')) return line;
  return `${open}\n${inner}${items.join(`,\n${inner}`)}\n${indent}${close}`;
}

/** JSON on one line, for requests. */
export function compactJson(value: Json | undefined): string {
  if (value === undefined) return 'null';
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: Json) => compactJson(item)).join(',')}]`;
  return `{${Object.entries(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${compactJson(member)}`)
    .join(',')}}`;
}

export function memberOf(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let member: Json | undefined = value;
  for (const name of path) {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return undefined;
    member = (member as JsonObject)[name];
  }
  return member;
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
