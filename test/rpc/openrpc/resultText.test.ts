import { expect, it } from 'vitest';
import { hasLongNotes, memberNotes, resultText } from '../../../src/rpc/openrpc/resultText.ts';
import {
  anyOf,
  listOf,
  objectOf,
  orNull,
  type Schema,
  withNote,
  withNoteAlone,
} from '../../../src/rpc/openrpc/schema.ts';
import { rpcNotification, rpcResponse, TEXT, TOKEN_AMOUNT, U64 } from '../../../src/rpc/openrpc/schemas.ts';

/** The phrase about a result, made from its schema. */

const PLACE = objectOf({ slot: withNote(U64, 'where it is'), 'name?': TEXT });
const MANY = objectOf(Object.fromEntries(Array.from('abcde', (name) => [name, withNote(TEXT, `note ${name}`)])));

it.each<[what: string, schema: Schema, text: string]>([
  ['a value is its note', withNote(TEXT, 'its id, a text'), 'its id, a text'],
  ['an object has its members, and their notes', PLACE, '`{"slot","name"?}`; `slot`: where it is'],
  [
    'a list has the members of its items',
    withNote(listOf(PLACE), 'newest last'),
    '`[{"slot","name"?}]`, newest last; `slot`: where it is',
  ],
  ['a list of values has no members', withNote(listOf(TEXT), 'ids'), 'ids'],
  [
    'members have their members',
    objectOf({ 'places?': listOf(PLACE) }),
    '`{"places"?:[{"slot","name"?}]}`; `places[].slot`: where it is',
  ],
  ['one of several forms', anyOf(objectOf({ a: TEXT }), objectOf({ b: TEXT })), '`{"a"} or {"b"}`'],
  ['an object or null', orNull(PLACE), '`{"slot","name"?}`; `slot`: where it is'],
  ['a note that says all', withNoteAlone(PLACE, 'a place, as elsewhere'), 'a place, as elsewhere'],
  [
    'a result with its context',
    rpcResponse(withNote(PLACE, 'or null')),
    'context and `{"slot","name"?}`, or null; `slot`: where it is',
  ],
  ['a notification', rpcNotification(withNote(TEXT, 'its id')), 'context and its id'],
  ['a reference has the members of its component', TOKEN_AMOUNT, '`{"amount","decimals","uiAmount","uiAmountString"}`'],
  ['too many notes for a phrase', withNote(MANY, 'letters'), '`{"a","b","c","d","e"}`, letters'],
])('%s', (_what, schema, text) => {
  expect(resultText(schema)).toBe(text);
});

it('notes that the phrase leaves out are listed apart', () => {
  expect([hasLongNotes(MANY), hasLongNotes(PLACE), hasLongNotes(withNoteAlone(MANY, 'letters'))]).toEqual([
    true,
    false,
    false,
  ]);
  expect(memberNotes(objectOf({ all: listOf(PLACE) }))).toEqual([['all[].slot', 'where it is']]);
});

it('notes are no part of the JSON of a schema', () => {
  expect(JSON.stringify(withNote(TEXT, 'a note'))).toBe(JSON.stringify(TEXT));
});
