import type fc from 'fast-check';
import { vi } from 'vitest';

/**
 * Runs without PROPERTY_SEED (see `.ci/run`): properties that ask for many random cases get a fifth of them, so that `npm test` is quick. Those with a
 * seed of their own keep all: their tests count cases.
 */

const SHARE = 5;
/** What fast-check runs by default. */
const MIN_RUNS = 100;

vi.mock('fast-check', async (importOriginal) => {
  const original = await importOriginal<typeof import('fast-check')>();
  const assert = <Values>(property: fc.IProperty<Values>, params: fc.Parameters<Values> = {}) => {
    const { numRuns = MIN_RUNS, seed } = params;
    const isLong = numRuns > MIN_RUNS && seed === undefined;
    return original.assert(
      property,
      isLong ? { ...params, numRuns: Math.max(MIN_RUNS, Math.ceil(numRuns / SHARE)) } : params,
    );
  };
  return { ...original, assert, default: { ...original.default, assert } };
});
