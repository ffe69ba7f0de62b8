import { expect, it } from 'vitest';
import { misspelledMethodText, nearestMethod } from '../../src/control/suggestMethod.ts';

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
  expect(misspelledMethodText(method)).toBe(meant && `there is no method "${method}" (did you mean "${meant}"?)`);
});
