import { expect, it } from 'vitest';
import { methodResults, ResultTypes } from '../../build/docs/resultTypes.ts';
import type { DescribedMethod } from '../../src/rpc/openrpc/description.ts';
import {
  anyOf,
  listOf,
  mapOf,
  objectOf,
  orNull,
  type Schema,
  tupleOf,
  withName,
  withNote,
  withNoteAlone,
  withType,
  wordOf,
} from '../../src/rpc/openrpc/schema.ts';
import {
  ADDRESS,
  ANY_OBJECT,
  BOOLEAN,
  COUNT,
  FLOAT,
  rpcNotification,
  rpcResponse,
  TEXT,
  U8,
  U64,
} from '../../src/rpc/openrpc/schemas.ts';

/** The types of results, as `npm run docs` writes them from schemas. */

const ITEM = withName(
  'Item',
  withNote(objectOf({ id: withNote(COUNT, 'from 1'), 'size?': U64, 'a-b': TEXT }), 'one item'),
);

it.each<[schema: Schema, type: string, readonlyType: string]>([
  [U64, 'Amount', 'Amount'],
  [COUNT, 'number', 'number'],
  [U8, 'number', 'number'],
  [FLOAT, 'number', 'number'],
  [BOOLEAN, 'boolean', 'boolean'],
  [ADDRESS, 'string', 'string'],
  [{ const: 'ok' }, "'ok'", "'ok'"],
  [{}, 'unknown', 'unknown'],
  [ANY_OBJECT, 'unknown', 'unknown'],
  [orNull(TEXT), 'string | null', 'string | null'],
  [wordOf('a', 'b'), "'a' | 'b'", "'a' | 'b'"],
  [withType('Thing', TEXT), 'Thing', 'Thing'],
  [listOf(orNull(TEXT)), '(string | null)[]', 'readonly (string | null)[]'],
  [listOf(listOf(TEXT)), 'string[][]', 'readonly (readonly string[])[]'],
  [tupleOf(TEXT, U64), '[string, Amount]', 'readonly [string, Amount]'],
  [mapOf(TEXT), 'Record<string, string>', 'Readonly<Record<string, string>>'],
  [rpcResponse(orNull(U64)), 'WithContext<Amount | null>', 'WithContext<Amount | null>'],
  [rpcNotification(TEXT), 'InSlot<string>', 'InSlot<string>'],
  [anyOf(TEXT, ANY_OBJECT), 'unknown', 'unknown'],
  [anyOf(ITEM, listOf(ITEM)), 'Item | Item[]', 'Item | readonly Item[]'],
  [objectOf({ 'a?': TEXT }), '{\n  a?: string;\n}', '{\n  readonly a?: string;\n}'],
])('%j is %s', (schema, type, readonlyType) => {
  expect(new ResultTypes('Amount', false).typeOf(schema)).toBe(type);
  expect(new ResultTypes('Amount', true).typeOf(schema)).toBe(readonlyType);
});

it('a type with a name is declared once, with the notes of its members', () => {
  const types = new ResultTypes('Amount', false);
  expect([types.typeOf(listOf(ITEM)), types.typeOf(ITEM), types.names]).toEqual(['Item[]', 'Item', ['Item']]);
  expect(types.declarations).toEqual([
    "/** one item */\nexport interface Item {\n  /** from 1 */\n  id: number;\n  size?: Amount;\n  'a-b': string;\n}\n",
  ]);
});

it('a result that its schema leaves open has no type there', () => {
  const described = (name: string, schema: Schema): DescribedMethod => ({
    ...{ name, summary: 'a thing', result: withNoteAlone(schema, `the thing of ${name}`) },
    ...{ params: { members: {} }, errors: [] },
  });
  const text = methodResults([described('getOpen', listOf(ANY_OBJECT)), described('getItem', rpcResponse(ITEM))]);
  expect(text).toContain('  /** the thing of getItem */\n  getItem: WithContext<Item>;\n');
  expect(text).toMatch(/^import type \{ .*WithContext.* \} from /);
  expect(text).not.toContain('getOpen');
});
