import { expect, expectTypeOf, it } from 'vitest';
import type { ListenOptions, NodeOptions } from '../../src/node/nodeOptions.ts';
import { ALL_SETTINGS, type OptionTaker, type SETTINGS, type SettingName } from '../../src/node/settings.ts';
import type { ServerOptions } from '../../src/server/serverOptions.ts';

/** The options of the table that something takes. */
type OptionsOf<T extends OptionTaker> = {
  [Name in SettingName]: (typeof SETTINGS)[Name] extends { readonly takers: readonly (infer Taker)[] }
    ? T extends Taker
      ? Name
      : never
    : never;
}[SettingName];

it('the table of settings has every option of the public types, and no other', () => {
  expectTypeOf<OptionsOf<'createNode'>>().toEqualTypeOf<keyof NodeOptions>();
  expectTypeOf<OptionsOf<'listen'>>().toEqualTypeOf<keyof ListenOptions>();
  expectTypeOf<OptionsOf<'plugin'>>().toEqualTypeOf<keyof ServerOptions>();
});

it('a default of the help is one that its flag takes', () => {
  const flags = ALL_SETTINGS.flatMap(([, { flag, kind }]) => (flag === undefined ? [] : [{ flag, kind }]));
  const numbers = flags.filter(({ flag }) => typeof flag.default === 'number');
  expect(numbers.length).toBeGreaterThan(3);
  for (const { flag, kind } of numbers) expect(kind.read(`${flag.default}`)).toBe(flag.default);
});
