import type { Place } from './values.ts';

/** A place for values that code gives: a mistake is thrown at once, as a TypeError. */
export const THROWING_PLACE: Place = {
  refuse: (message, hint) => {
    throw new TypeError(hint === undefined ? message : `${message} (${hint})`);
  },
  warn: () => undefined,
};
