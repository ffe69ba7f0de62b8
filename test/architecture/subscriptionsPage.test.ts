import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SUBSCRIPTIONS } from '../../src/rpc/subscriptions/index.ts';
import { readText } from '../docs/tables.ts';

/** docs/subscriptions.md, held against the table of subscriptions. */

describe('subscriptions', () => {
  it.each(SUBSCRIPTIONS.map((subscription) => [subscription.kind, subscription] as const))(
    '%s stands in a file of its name',
    (kind, { name }) => {
      const path = `src/rpc/subscriptions/${kind}Subscribe.ts`;
      expect(name).toBe(`${kind}Subscribe`);
      expect(existsSync(path)).toBe(true);
      expect(readText(path)).toContain(`export const ${kind}: Subscription`);
    },
  );

  it('every file with one is in the table', () => {
    const files = readdirSync('src/rpc/subscriptions');
    const kinds = files.filter((file) =>
      /^export const \w+: Subscription\b/m.test(readText(`src/rpc/subscriptions/${file}`)),
    );
    expect(kinds.map((file) => file.slice(0, -'Subscribe.ts'.length)).sort()).toEqual(
      SUBSCRIPTIONS.map(({ kind }) => kind).sort(),
    );
  });
});
