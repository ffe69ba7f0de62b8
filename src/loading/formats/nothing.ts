import type { FixtureFormat } from './format.ts';

/** The answer for what does not exist. */
export const nothing: FixtureFormat = {
  name: 'null',
  matches: (value) => value === null,
  read(at) {
    at.warn('null: nothing to load');
  },
};
