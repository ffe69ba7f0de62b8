import { isJsonArray, isJsonObject, JsonFloat, type JsonValue } from '../../codec/json.ts';
import type { Cursor } from '../../document/cursor.ts';
import { JSON_NOTATION } from '../../document/notation.ts';
import type { FixtureText } from '../../document/problems.ts';

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** By pointer. */
type Literals = ReadonlyMap<string, string>;
const literalsOfTexts = new WeakMap<FixtureText, Literals>();

/** The digits of a number as written in the file: an amount must not be rounded to a double. */
export function literalOf(at: Cursor): string | undefined {
  const { source, value } = at;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (!(value instanceof JsonFloat)) return undefined;
  const literals = literalsOfTexts.get(source) ?? literalsIn(rootOf(at));
  literalsOfTexts.set(source, literals);
  return literals.get(at.pointer);
}

function rootOf(at: Cursor): Cursor {
  return at.parent === undefined ? at : rootOf(at.parent);
}

/** Finds all at once, because each search goes through the whole text. */
function literalsIn({ source, value }: Cursor): Literals {
  const { notation = JSON_NOTATION, text } = source;
  const pointers = [...pointersOfFloats(value ?? null, '')];
  const offsets = notation.locate(text, pointers);
  return new Map(pointers.map((pointer, i) => [pointer, numberAt(text, offsets[i] ?? 0)]));
}

function* pointersOfFloats(value: JsonValue, pointer: string): Generator<string> {
  if (value instanceof JsonFloat) yield pointer;
  if (!isJsonArray(value) && !isJsonObject(value)) return;
  for (const [key, child] of Object.entries(value))
    yield* pointersOfFloats(child ?? null, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

function numberAt(text: string, offset: number): string {
  NUMBER.lastIndex = offset;
  return NUMBER.exec(text)?.[0] ?? '';
}
