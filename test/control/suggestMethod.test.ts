import { expect, it } from 'vitest';
import { suggestMethod, unknownMethodMessage } from '../../src/control/suggestMethod.ts';

/** Which method a misspelt name was meant to be. */

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
