import type { FixtureText } from './problems.ts';

/** The member of a built script that says how its problems are shown. */
export const BUILT: unique symbol = Symbol.for('stillnode.built');

export type Built = Required<Pick<FixtureText, 'callOf' | 'hintInCode'>>;

export function isBuilt(script: object | null): script is { readonly [BUILT]: Built } {
  return script !== null && BUILT in script;
}
