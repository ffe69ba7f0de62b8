import { expect, expectTypeOf, it } from 'vitest';
import type { JsonValue } from '../../src/codec/jsonText.ts';
import { Cursor, newReading } from '../../src/syntax/cursor.ts';
import { memberText } from '../../src/syntax/docsRow.ts';
import { pointerOf } from '../../src/syntax/sourcePlace.ts';
import {
  anyOf,
  boolean,
  config,
  Definitions,
  exclusive,
  object,
  oneMember,
  oneOf,
  optional,
  type Syntax,
  type TypeOf,
  text,
  u8,
  u64,
  withDefault,
} from '../../src/syntax/syntax.ts';

/** One description: its reader, its type, its schema, its row of the docs. */

function read<T>(value: JsonValue, syntax: Syntax<T>): { readonly value: T | undefined; readonly mistakes: string[] } {
  const at = new Cursor(value, {}, newReading());
  const result = syntax(at);
  const mistakes = at.reading.errors.settle().map(({ at: { path }, hint, message }) => {
    return `${pointerOf(path)}: ${message}${hint === undefined ? '' : ` (${hint})`}`;
  });
  return { value: result, mistakes };
}

const schemaOf = (syntax: Syntax<unknown>) => syntax.schema(new Definitions());

const LIMITS = config({ skip: withDefault(boolean, false), limit: withDefault(u8, 10, 'items'), from: optional(text) });

it('an object that may be left out has the defaults of its members', () => {
  expect(LIMITS.missing).toEqual({ skip: false, limit: 10, from: undefined });
  expect(read({ limit: 3 }, LIMITS)).toEqual({ value: { skip: false, limit: 3, from: undefined }, mistakes: [] });
  expectTypeOf<TypeOf<typeof LIMITS>>().toEqualTypeOf<{
    readonly skip: boolean;
    readonly limit: number;
    readonly from: string | undefined;
  }>();
});

it('all mistakes are reported, each with its place and a hint', () => {
  expect(read({ limt: 3, skip: null, limit: 256 }, LIMITS)).toEqual({
    value: undefined,
    mistakes: [
      '/limt: unknown member (did you mean "limit"?)',
      '/skip: expected true or false, found null',
      '/limit: expected an integer from 0 to 255 (u8), found 256',
    ],
  });
});

it('the schema and the docs have defaults and descriptions', () => {
  expect(schemaOf(LIMITS)).toEqual({
    type: 'object',
    additionalProperties: false,
    properties: {
      skip: { type: 'boolean', default: false },
      limit: { description: 'items', type: 'integer', minimum: 0, maximum: 255, default: 10 },
      from: { type: 'string' },
    },
  });
  expect(memberText('config', false, schemaOf(LIMITS))).toBe('config?: {skip? = false, limit? = 10, from?}');
  expect(memberText('kind', true, schemaOf(object({ name: oneOf(['a', 'b']), size: withDefault(u64, 5n) })))).toBe(
    'kind: {name, size? = 5}',
  );
});

const PLACE = oneMember({ slot: u64, name: text, index: u8 });

it('an object with one of several members', () => {
  expect(read({ slot: 5 }, PLACE)).toEqual({ value: { slot: 5n }, mistakes: [] });
  const expected = 'expected one of slot, name and index';
  expect(read({}, PLACE).mistakes).toEqual([`: ${expected}, found an empty object`]);
  expect(read({ slot: 5, name: 'a' }, PLACE).mistakes).toEqual([`: ${expected}, found an object with slot, name`]);
  expect(read({ slot: 'a' }, PLACE)).toMatchObject({
    value: undefined,
    mistakes: [expect.stringContaining('/slot: ')],
  });
  expect(read({ slt: 5 }, PLACE).mistakes).toEqual(['/slt: unknown member (did you mean "slot"?)']);
  expect(schemaOf(PLACE)).toMatchObject({ minProperties: 1, maxProperties: 1 });
  expectTypeOf<TypeOf<typeof PLACE>>().toEqualTypeOf<
    { readonly slot: bigint } | { readonly name: string } | { readonly index: number }
  >();
});

it('members that cannot be there together', () => {
  const reply = exclusive(object({ http: optional(u8), reset: optional(boolean), delay: optional(u8) }), [
    ['reset', 'http'],
  ]);
  expect(read({ http: 1, delay: 2 }, reply).mistakes).toEqual([]);
  expect(read({ http: 1, reset: true }, reply)).toEqual({
    value: undefined,
    mistakes: ['/http: there cannot be http where there is reset'],
  });
});

it('one of several forms has the schema of each', () => {
  const amount = anyOf<number | string>((at) => (typeof at.value === 'string' ? text(at) : u8(at)), u8, text);
  expect(read('5', amount).value).toBe('5');
  expect(schemaOf(amount)).toEqual({ anyOf: [{ type: 'integer', minimum: 0, maximum: 255 }, { type: 'string' }] });
});
