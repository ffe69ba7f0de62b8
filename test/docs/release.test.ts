import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../cli/command.ts';
import { readText } from './tables.ts';

const notesOf = (version: string) =>
  spawnSync(process.execPath, ['build/releaseNotes.mjs', version], { cwd: ROOT, encoding: 'utf8' });

it('the notes of a release are the section of its version, without its heading', () => {
  const { status, stdout } = notesOf('0.8.0');
  expect(status).toBe(0);
  const changelog = readText('CHANGELOG.md');
  const [section] = changelog.slice(changelog.indexOf('\n## 0.8.0\n') + '\n## 0.8.0\n'.length).split('\n## ');
  expect(stdout).toBe(`${section!.trim()}\n`);
});

it('the notes of the oldest version end with the file', () => {
  expect(readText('CHANGELOG.md').endsWith(notesOf('0.1.0').stdout)).toBe(true);
});

it('a version without a section is an error: nothing is released', () => {
  expect(notesOf('0.0.9')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'CHANGELOG.md has no section "## 0.0.9"\n',
  });
});

it('the owner stands in package.json alone', () => {
  const workflows = readdirSync(join(ROOT, '.github/workflows')).map((name) => `.github/workflows/${name}`);
  const texts = [
    'README.md',
    'Dockerfile',
    'SECURITY.md',
    ...workflows.filter((name) => !name.endsWith('release.yml')),
  ];
  expect(texts.filter((file) => /github\.com\/OWNER|OWNER\/stillnode/.test(readText(file)))).toEqual([]);
  expect(readText('package.json').match(/OWNER/g)).toHaveLength(1);
});
