/** An f64: written with a point or an exponent even where it is whole. */
export class Float {
  constructor(value) {
    this.value = value;
  }
}

/** Pretty JSON that keeps every digit of a bigint and the point of a Float, keys in the order given. */
export function prettyJson(value, indent = '') {
  const inner = `${indent}  `;
  if (Array.isArray(value))
    return list(
      '[',
      ']',
      indent,
      value.map((item) => inner + prettyJson(item, inner)),
    );
  if (isPlain(value)) return plainText(value);
  const lines = membersOf(value).map(([key, member]) => `${inner}${JSON.stringify(key)}: ${prettyJson(member, inner)}`);
  return list('{', '}', indent, lines);
}

/** The same on one line, as a node answers. */
export function compactJson(value) {
  if (Array.isArray(value)) return `[${value.map(compactJson).join(',')}]`;
  if (isPlain(value)) return plainText(value);
  return `{${membersOf(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${compactJson(member)}`)
    .join(',')}}`;
}

function isPlain(value) {
  return value === null || typeof value !== 'object' || value instanceof Float;
}

function plainText(value) {
  if (value instanceof Float) return floatText(value.value);
  return typeof value === 'bigint' ? `${value}` : JSON.stringify(value);
}

function membersOf(object) {
  return Object.entries(object).filter(([, member]) => member !== undefined);
}

/** The same value with the keys of every object in ascending order, as a node answers over HTTP. */
export function sortKeys(value) {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object' || value instanceof Float) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key])]));
}

function list(open, close, indent, lines) {
  return lines.length === 0 ? open + close : `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** For 1e-5 <= value < 1e16, which token amounts of this ledger stay within; there JavaScript lacks only the point. */
function floatText(value) {
  if (value < 1e-5 || value >= 1e16) throw new RangeError(`${value} would need an exponent`);
  return Number.isInteger(value) ? `${value}.0` : `${value}`;
}
