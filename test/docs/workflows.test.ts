import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../cli/command.ts';
import { readText } from './tables.ts';

/** What runs on GitHub. */

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, { readonly strategy?: { readonly matrix: Matrix } }>>;
}
type Matrix = Readonly<Record<string, readonly string[]>>;

const { scripts } = JSON.parse(readText('package.json')) as { scripts: Readonly<Record<string, string>> };
const WORKFLOWS = readdirSync(join(ROOT, '.github/workflows'));
const NIGHTLY = readText('.github/workflows/nightly.yml');

it.each([...WORKFLOWS.map((name) => `.github/workflows/${name}`), '.ci/run'])(
  'the scripts of %s are in package.json',
  (file) => {
    const names = Array.from(readText(file).matchAll(/\bnpm run (?:--silent )?([\w:]+)/g), ([, name]) => name!);
    expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
  },
);

it('CONTRIBUTING.md names what runs each night', () => {
  const { on, jobs } = parse(NIGHTLY) as Workflow;
  expect(Object.keys(on)).toEqual(['schedule', 'workflow_dispatch']);
  const commands = Object.values(jobs).flatMap(({ strategy }) => strategy?.matrix.command ?? []);
  const [, sentence = ''] =
    /Each night `\.github\/workflows\/nightly\.yml` runs (.*?)\.\n/s.exec(readText('CONTRIBUTING.md')) ?? [];
  expect(Array.from(sentence.matchAll(/`(.+?)`/g), ([, command]) => command!)).toEqual(commands);
});
