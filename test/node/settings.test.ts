import { describe, expect, expectTypeOf, it } from 'vitest';
import type { ListenOptions, NodeOptions } from '../../src/node/nodeOptions.ts';
import { type OptionTaker, optionsOf, SETTINGS } from '../../src/node/settings.ts';
import type { ServerOptions } from '../../src/server/serverOptions.ts';

/** The options of the table, by what takes them. */
type Rows = Extract<(typeof SETTINGS)[number], { readonly option: string }>;
type OptionsOf<T extends OptionTaker> = Rows extends infer Row
  ? Row extends { readonly option: infer Name; readonly takenBy: readonly (infer Taker)[] }
    ? T extends Taker
      ? Name
      : never
    : never
  : never;

describe('the table of settings has every option of the public types, and no other', () => {
  it('of a node', () => {
    expectTypeOf<OptionsOf<'createNode'>>().toEqualTypeOf<keyof NodeOptions>();
  });

  it('of a port', () => {
    expectTypeOf<OptionsOf<'listen'>>().toEqualTypeOf<keyof ListenOptions>();
  });

  it('of the plugin', () => {
    expectTypeOf<OptionsOf<'plugin'>>().toEqualTypeOf<keyof ServerOptions>();
  });
});

it.each(['createNode', 'listen', 'plugin'] as const)('no option of %s stands in the table twice', (taker) => {
  const names = optionsOf(taker).map(({ option }) => option);
  expect(names.length).toBeGreaterThan(0);
  expect(new Set(names).size).toBe(names.length);
});

it('a default of the help is one that its flag takes', () => {
  const rows = SETTINGS.flatMap((row) => ('default' in row && typeof row.default === 'number' ? [row] : []));
  expect(rows.length).toBeGreaterThan(0);
  for (const { default: number, kind } of rows) expect(kind.read(`${number}`)).toBe(number);
});
