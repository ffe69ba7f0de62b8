import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeBlocks, readText } from './docs/tables.ts';
import { type Project, packedProject } from './package/project.ts';
import { ALL_IS_WELL, executableOf, probe } from './package/runtimes.ts';

const [BUN, DENO] = await Promise.all([executableOf('bun'), executableOf('deno')]);

let project: Project;

beforeAll(async () => {
  project = await packedProject();
});

afterAll(() => project.remove());

describe('Bun', () => {
  it.skipIf(BUN === undefined)('the package does what it does on Node', async () => {
    expect(await probe(project, BUN!)).toBe(ALL_IS_WELL);
  });

  it.skipIf(BUN === undefined)('bun test runs the test of the docs', async () => {
    const example = codeBlocks('ts', readText('docs/testing.md')).find((block) => block.includes("'bun:test'"));
    project.write({ 'docs.test.ts': example! });
    expect((await project.run(BUN!, ['test', 'docs.test.ts'])).stderr).toMatch(/^ 1 pass\n 0 fail$/m);
  });
});

describe('Deno', () => {
  it.skipIf(DENO === undefined)('the package does what it does on Node', async () => {
    expect(await probe(project, DENO!, ['run', '-A'])).toBe(ALL_IS_WELL);
  });
});
