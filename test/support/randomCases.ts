import fastCheck, {
  type IProperty,
  type JsonSharedConstraints,
  type Parameters,
  type StringConstraints,
} from 'fast-check';
import { vi } from 'vitest';
import { runsOf } from './runs.ts';

/**
 * Properties that ask for a number of random cases get their share (`runs.ts`). Those with a seed keep all: their tests count cases.
 * PROPERTY_SEED chooses the cases, so that one state of the sources has one result; without it every run looks elsewhere.
 */

vi.mock('fast-check', async (importOriginal) => {
  const original = await importOriginal<typeof import('fast-check')>();
  const assert = <Values>(property: IProperty<Values>, params: Parameters<Values> = {}) => {
    const { numRuns, seed } = params;
    const isShared = numRuns !== undefined && seed === undefined;
    return original.assert(property, isShared ? { ...params, numRuns: runsOf(numRuns) } : params);
  };
  // its own unit makes a table of a million characters in each process
  const character = original
    .integer({ min: 0, max: 0x10ffff - 0x800 })
    .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));
  const string = (constraints: StringConstraints = {}) =>
    original.string(constraints.unit === 'binary' ? { ...constraints, unit: character } : constraints);
  const withCharacter = (constraints: JsonSharedConstraints): JsonSharedConstraints =>
    constraints.stringUnit === 'binary' ? { ...constraints, stringUnit: character } : constraints;
  const json = (constraints: JsonSharedConstraints = {}) => original.json(withCharacter(constraints));
  const jsonValue = (constraints: JsonSharedConstraints = {}) => original.jsonValue(withCharacter(constraints));
  const own = { assert, json, jsonValue, string };
  return { ...original, ...own, default: { ...original.default, ...own } };
});

const { PROPERTY_SEED } = process.env;
if (PROPERTY_SEED !== undefined) {
  fastCheck.configureGlobal({ ...fastCheck.readConfigureGlobal(), seed: Number(PROPERTY_SEED) });
}
