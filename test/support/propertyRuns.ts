import type fc from 'fast-check';
import { vi } from 'vitest';
import { runsOf } from './runs.ts';

/** Runs without PROPERTY_SEED: properties that ask for a number of random cases get their share. Those with a seed keep all: their tests count cases. */

vi.mock('fast-check', async (importOriginal) => {
  const original = await importOriginal<typeof import('fast-check')>();
  const assert = <Values>(property: fc.IProperty<Values>, params: fc.Parameters<Values> = {}) => {
    const { numRuns, seed } = params;
    const isShared = numRuns !== undefined && seed === undefined;
    return original.assert(property, isShared ? { ...params, numRuns: runsOf(numRuns) } : params);
  };
  return { ...original, assert, default: { ...original.default, assert } };
});
