import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONTROL_METHODS } from '../../src/control/methods/index.ts';
import { WATCH_METHODS } from '../../src/control/watchControl.ts';
import { METHODS } from '../../src/rpc/methods/index.ts';
import { codeWords, readText, tableUnder } from '../docs/tables.ts';

/** docs/control.md, held against the table of control methods. */

const PAGE = 'docs/control.md';

it('names no control method that there is not', () => {
  const named = codeWords(readText(PAGE)).filter((word) => /^stillnode_\w+$/.test(word));
  const onSockets = WATCH_METHODS.map(({ name }) => name);
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((name) => !CONTROL_METHODS.has(name) && !onSockets.includes(name))).toEqual([]);
});

it('lists the reasons that errors of control calls have', () => {
  const reasons = tableUnder('# Errors', readText('docs/errors.md'))
    .filter(([name, , message]) => message === '{message}' && name !== 'givenError')
    .map(([, , , data]) => (JSON.parse(data!.slice(1, -1)) as { reason: string }).reason);
  const [, section] = readText(PAGE).split('\n## Errors\n');
  expect(
    codeWords(section!)
      .filter((word) => /^[a-z]+$/i.test(word))
      .toSorted(),
  ).toEqual(reasons.toSorted());
});

describe('control methods', () => {
  it.each([...CONTROL_METHODS.keys()])('%s has tests', (name) => {
    expect(existsSync(`test/control/${name.slice('stillnode_'.length)}.test.ts`)).toBe(true);
    expect(CONTROL_METHODS.get(name)!.name).toBe(name);
  });

  it('alone have names with the prefix', () => {
    const isPrefixed = (name: string) => name.startsWith('stillnode_');
    expect([...CONTROL_METHODS.keys()].filter((name) => !isPrefixed(name))).toEqual([]);
    expect([...METHODS.keys()].filter(isPrefixed)).toEqual([]);
  });

  it('every one in a file of src/control/methods is in the table, under its name', () => {
    const files = readdirSync('src/control/methods').filter((file) => file.endsWith('.ts'));
    const names = files.flatMap((file) =>
      Array.from(
        readText(`src/control/methods/${file}`).matchAll(/^export const (\w+) = controlMethod\(/gm),
        ([, name]) => name!,
      ),
    );
    expect(names.map((name) => `stillnode_${name}`).sort()).toEqual([...CONTROL_METHODS.keys()].sort());
  });
});
