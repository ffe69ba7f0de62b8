/** JSON text of a value as JavaScript has it: what `JSON.stringify` writes, with bigints as integers. Undefined where it writes none. */
export function plainText(value: unknown): string | undefined {
  if (typeof value === 'bigint') return `${value}`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (hasOwnText(value)) return plainText(value.toJSON());
  if (Array.isArray(value)) return `[${value.map((item) => plainText(item) ?? 'null').join(',')}]`;
  const members = Object.entries(value).flatMap(([name, member]) => {
    const text = plainText(member);
    return text === undefined ? [] : `${JSON.stringify(name)}:${text}`;
  });
  return `{${members.join(',')}}`;
}

function hasOwnText(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
