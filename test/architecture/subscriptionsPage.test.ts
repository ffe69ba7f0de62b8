import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ON_SOCKETS, SUBSCRIPTIONS } from '../../src/rpc/subscriptions/index.ts';
import { readText } from '../docs/tables.ts';

/** The files of the subscriptions, held against their table. */

describe('subscriptions', () => {
  it('the method of a kind has its name', () => {
    for (const { kind, name } of SUBSCRIPTIONS) expect(name).toBe(`${kind}Subscribe`);
  });

  it('every one is in a file of a theme and in the table, under its kind', () => {
    const files = readdirSync('src/rpc/subscriptions').filter((file) => file.endsWith('Subscriptions.ts'));
    const declared = files.flatMap((file) =>
      Array.from(
        readText(`src/rpc/subscriptions/${file}`).matchAll(/^export const (\w+) = subscription\(/gm),
        ([, kind]) => kind,
      ),
    );
    expect(declared.sort()).toEqual(ON_SOCKETS.map(({ kind }) => kind).sort());
  });
});
