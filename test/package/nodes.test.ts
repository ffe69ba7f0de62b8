import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folder, ROOT } from '../cli/command.ts';
import { type Project, packedProject } from './project.ts';
import { ALL_IS_WELL, executableOf, probe } from './runtimes.ts';

/** The oldest and the newest Node that the README names: the one that runs these tests runs all others too. */
const VERSIONS = ['20.19', '26'] as const;
const EXECUTABLES = await Promise.all(VERSIONS.map((version) => executableOf(`node@${version}`)));
const NODES = VERSIONS.map((version, i) => ({ version, executable: EXECUTABLES[i] }));

/** What depends on a version of Node most. */
const OWN_TESTS = ['sockets', 'stopping', 'lifetime', 'socketFaults'];

let project: Project;

beforeAll(async () => {
  project = await packedProject();
});

afterAll(() => project.remove());

describe.concurrent.each(NODES)('on Node $version', ({ executable, version }) => {
  it.skipIf(executable === undefined)('the package does what it does here', async () => {
    expect(await project.run(executable!, ['--version'])).toMatchObject({
      stdout: expect.stringMatching(`^v${version}\\.`),
    });
    expect(await probe(project, executable!)).toBe(ALL_IS_WELL);
  });

  it.skipIf(executable === undefined)('compiled code is kept where this Node can', async ({ onTestFinished }) => {
    const path = folder({}, onTestFinished);
    await project.run(executable!, ['node_modules/stillnode/dist/cli.js', '--version'], { TMPDIR: path });
    expect(readdirSync(path)).toEqual(version === '20.19' ? [] : ['node-compile-cache']);
  });

  it.skipIf(executable === undefined)('our own tests of the server pass', async () => {
    const files = OWN_TESTS.map((name) => `test/server/${name}.test.ts`);
    const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--maxWorkers=1', ...files];
    const env = { ...process.env, TEST_REPORTS: undefined, NO_COLOR: '1' };
    const running = promisify(execFile)(executable!, args, { cwd: ROOT, env });
    const { stdout } = await running.catch((failure: { stdout: string }) => failure);
    expect(stdout, stdout).toMatch(/^ +Test Files {2}4 passed \(4\)$/m);
  });
});
