import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../cli/command.ts';

let copy = '';

/** A build as `npm start` makes it: code alone, where a source is newer. */
function build(): ChildProcess {
  return spawn(process.execPath, ['build/build.mjs', '--if-changed'], { cwd: copy, stdio: 'inherit' });
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve));
}

function built(): { readonly folders: readonly string[]; readonly files: readonly string[]; readonly at: number } {
  const folders = readdirSync(copy).filter((name) => name.startsWith('dist'));
  return { folders, files: readdirSync(join(copy, 'dist')).sort(), at: statSync(join(copy, 'dist')).ino };
}

/** As if it had just been edited. */
function edit(file: string): void {
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(copy, file), later, later);
}

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'stillnode-'));
  for (const path of [
    'src',
    'inspector',
    'build',
    'rolldown.config.mjs',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  expect(await endOf(build())).toBe(0);
});

afterAll(() => rmSync(copy, { recursive: true }));

describe('the build of npm start', () => {
  it('leaves the code and nothing beside it', () => {
    const { files, folders } = built();
    expect(folders).toEqual(['dist']);
    expect(files).toEqual(expect.arrayContaining(['cli.js', 'command.cjs', 'index.cjs', 'index.js', 'inspector.html']));
  });

  it('builds nothing where no source is newer', async () => {
    const before = built();
    expect(await endOf(build())).toBe(0);
    expect(built()).toEqual(before);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('keeps the whole of what was there when %s ends it', async (signal) => {
    const before = built();
    edit('src/cli.ts');
    const watcher = watch(copy);
    const begun = new Promise((resolve) => watcher.once('change', resolve));
    const child = build();
    const ended = endOf(child);
    await begun;
    child.kill(signal);
    // it may have been done already: then all of it is new
    const code = await ended;
    watcher.close();
    const after = built();
    expect(after.folders).toEqual(['dist']);
    expect(after.files).toEqual(before.files);
    expect([0, 1]).toContain(code);
  });

  it('builds anew where a source is newer', async () => {
    const before = built();
    edit('src/index.ts');
    expect(await endOf(build())).toBe(0);
    expect(built().at).not.toBe(before.at);
  });
});
