import { expect, it } from 'vitest';
import { argumentJson, codeTypeOf, fromCode, KEY } from '../../src/control/codeArgument.ts';
import { keypair } from '../../src/index.ts';
import { isOptional, text, u64, withDefault } from '../../src/syntax/syntax.ts';

const upper = (value: string | undefined) => `${value}`.toUpperCase();

it('an argument of code is sent as its JSON; others as they are', () => {
  expect(argumentJson(KEY, keypair('alice'))).toBe('$alice');
  expect(argumentJson(u64, 5)).toBe(5);
  expect([codeTypeOf(KEY), codeTypeOf(u64)]).toEqual(['Key', undefined]);
});

it('one that is left out is left out, and a required one is made, so that it can be refused', () => {
  const required = fromCode(text, 'string', upper);
  const leftOut = fromCode(withDefault(text, 'a'), 'string', upper);
  expect([isOptional(required), isOptional(leftOut)]).toEqual([false, true]);
  expect([argumentJson(required, undefined), argumentJson(leftOut, undefined)]).toEqual(['UNDEFINED', undefined]);
  expect(argumentJson(leftOut, 'b')).toBe('B');
});
