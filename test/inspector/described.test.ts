import { expect, it } from 'vitest';
import { describedState, errorText } from '../../inspector/described.ts';

it('an error of a program with an IDL is in words', () => {
  const programError = {
    program: 'market',
    instruction: 0,
    name: 'Closed',
    code: 6000,
    message: 'The order is closed',
  };
  expect(errorText({ programError })).toBe('market: Closed (6000): The order is closed');
  expect(errorText({ programError: { ...programError, message: '' } })).toBe('market: Closed (6000)');
  expect([errorText({ programError: null }), errorText(undefined)]).toEqual([undefined, undefined]);
});

it('a state has the fields in place of the bytes', () => {
  const account = { data: ['AQ==', 'base64'], lamports: 1 };
  const described = { program: 'market', account: 'Order', fields: { price: '10' } };
  expect(describedState({ account, described })).toEqual({ data: described, lamports: 1 });
  expect(describedState({ account, described: null })).toEqual(account);
  expect([describedState({ account: null, described: null }), describedState(undefined)]).toEqual([null, null]);
});
