import { expect, it } from 'vitest';
import { SENDS, suggestMethod, unknownMethodMessage } from '../../../src/rpc/control/suggestMethod.ts';
import { SEND_METHODS } from '../../../src/rpc/sending/index.ts';

/** Which method a misspelt name was meant to be. */

it('knows the names of what is sent without loading it', () => {
  expect([...SEND_METHODS.keys()].sort()).toEqual(SENDS);
});

it.each([
  ['getSlott', 'getSlot'],
  ['sendTransactions', 'sendTransaction'],
  ['getSlot', undefined],
  ['simulateTransaction', undefined],
  ['slotSubscribe', undefined],
  ['somethingElse', undefined],
])('%s: %s', (method, meant) => {
  expect(suggestMethod(method)).toBe(meant);
  expect(unknownMethodMessage(method)).toBe(meant && `there is no method "${method}" (did you mean "${meant}"?)`);
});
