import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../cli/command.ts';
import { readText } from '../docs/tables.ts';

const execute = promisify(execFile);

/** A command that does not end by itself is ended, and has failed. */
const MAX_MS = 240_000;

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** The project of someone who uses stillnode: it has the packed package, and nothing else of ours. */
export interface Project {
  readonly folder: string;
  /** the file that `npm pack` makes */
  readonly tarball: string;
  /** Runs a command in it, with no variables of this test run; rejects with the output where it fails or does not end. */
  run(command: string, args: readonly string[], variables?: Readonly<Record<string, string>>): Promise<Output>;
  /** Writes files, by their paths in it. */
  write(files: Readonly<Record<string, string>>): void;
  /** Puts our own copy of a package where installing it would, and returns its path. */
  lend(name: string): string;
  remove(): void;
}

/** The package that TEST_PACKAGE names, or else one that is packed now. It is unpacked as npm would: its dependencies are not fetched for every run of the tests. */
export async function packedProject(): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'stillnode-'));
  writeFileSync(join(folder, 'package.json'), '{"name": "user", "private": true, "type": "module"}');
  const { TEST_PACKAGE } = process.env;
  if (TEST_PACKAGE === undefined)
    await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT });
  else copyFileSync(TEST_PACKAGE, join(folder, basename(TEST_PACKAGE)));
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  const installed = join(folder, 'node_modules/stillnode');
  mkdirSync(installed, { recursive: true });
  await execute('tar', ['xzf', join(folder, tarball), '--strip-components=1', '-C', installed]);
  const project: Project = {
    folder,
    tarball,
    run(command, args, variables = {}) {
      const inherited = Object.entries(process.env).filter(
        ([name]) => !/^(VITEST|NODE_OPTIONS$|NODE_ENV$|STILLNODE_|npm_config_package$)/.test(name),
      );
      const env = { ...Object.fromEntries(inherited), ...variables };
      return execute(command, args, { cwd: folder, env, timeout: MAX_MS });
    },
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
    },
    lend(name) {
      const copy = join(ROOT, 'node_modules', name);
      const place = join(folder, 'node_modules', name);
      mkdirSync(dirname(place), { recursive: true });
      if (!existsSync(place)) symlinkSync(copy, place);
      return copy;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
  const { dependencies } = JSON.parse(readText('package.json')) as { readonly dependencies: Record<string, string> };
  for (const name of Object.keys(dependencies)) project.lend(name);
  return project;
}
