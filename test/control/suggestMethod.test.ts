import { expect, it } from 'vitest';
import { nearestMethod, unknownMethodMessage } from '../../src/control/suggestMethod.ts';

/** The method that a misspelled name was meant to be. */

it.each([
  ['getSlott', 'getSlot'],
  ['sendTransactions', 'sendTransaction'],
  ['getSlot', undefined],
  ['simulateTransaction', undefined],
  ['slotSubscribe', undefined],
  ['somethingElse', undefined],
])('%s: %s', (method, meant) => {
  expect(nearestMethod(method)).toBe(meant);
  expect(unknownMethodMessage(method)).toBe(meant && `there is no method "${method}" (did you mean "${meant}"?)`);
});
