import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../cli/command.ts';
import { type Project, packedProject } from './project.ts';

describe('examples run as they are', () => {
  let project: Project;
  beforeAll(async () => {
    project = await packedProject();
    for (const name of ['node.test.mjs', 'mocha.test.mjs'])
      cpSync(join(ROOT, 'examples', name), join(project.folder, name));
    // Mocha is not installed here: its functions are those of node:test, and it has them as globals
    project.write({
      'globals.mjs':
        "import { after, afterEach, before, beforeEach, describe, it } from 'node:test';\nObject.assign(globalThis, { after, afterEach, before, beforeEach, describe, it });",
    });
  });
  afterAll(() => project.remove());

  it.each([
    ['node:test', ['--test', 'node.test.mjs']],
    [
      'Mocha, with the functions of node:test in place of its own',
      ['--import', './globals.mjs', '--test', 'mocha.test.mjs'],
    ],
  ])(
    '%s',
    async (_name, args) => {
      const { stdout } = await project.run(process.execPath, args);
      // older versions of Node count a file as a test of its own, and begin the line with #
      expect(stdout).toMatch(/^[#ℹ] fail 0$/m);
      expect(stdout).toMatch(/finds the lamports of alice/);
      expect(stdout).toMatch(/sees what this test alone has set/);
    },
    60_000,
  );
});
