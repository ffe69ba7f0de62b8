import type { FixtureFormat } from './format.ts';

/** The answer for an item that does not exist. */
export const nothing: FixtureFormat = {
  name: 'null',
  matches: (value) => value === null,
  read(at) {
    at.warn('null: nothing to load');
  },
};
